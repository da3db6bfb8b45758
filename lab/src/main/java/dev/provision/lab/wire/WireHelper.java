package dev.provision.lab.wire;

import dev.provision.lab.LabCache;
import dev.provision.lab.LocalCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The helper program that carries the packets: Java can't open TUN devices. Compiled once for each
 * text of it.
 */
final class WireHelper {
  private static final String SOURCE = "delay-wire.c";

  private WireHelper() {}

  /**
   * The compiled program. Needs gcc and the C library's headers (Debian: gcc, libc6-dev) when it is
   * new.
   */
  static Path program() {
    try {
      byte[] source = source();
      Path folder = Files.createDirectories(LabCache.folder().resolve("bin"));
      Path program = folder.resolve("delay-wire-" + digest(source));
      if (!Files.exists(program)) {
        compile(source, folder, program);
      }
      return program;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void compile(byte[] source, Path folder, Path program) throws IOException {
    Path work = Files.createTempDirectory(folder, "compile");
    try {
      Path text = Files.write(work.resolve(SOURCE), source);
      Path fresh = work.resolve("delay-wire");
      LocalCommand.run("gcc", "-O2", "-o", fresh.toString(), text.toString());
      Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(work.resolve(SOURCE));
      Files.deleteIfExists(work.resolve("delay-wire"));
      Files.delete(work);
    }
  }

  private static byte[] source() throws IOException {
    try (InputStream stream = WireHelper.class.getResourceAsStream(SOURCE)) {
      if (stream == null) {
        throw new IOException(SOURCE + " is missing from the class path");
      }
      return stream.readAllBytes();
    }
  }

  private static String digest(byte[] source) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(source);
      return HexFormat.of().formatHex(hash).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
