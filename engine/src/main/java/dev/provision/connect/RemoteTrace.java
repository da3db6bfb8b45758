package dev.provision.connect;

import dev.provision.host.Frame;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes each batch into a folder as a script that can be read, and run by hand on the host: {@code
 * HOST/0001-ACCOUNT.sh}, inputs beside it. Secrets are replaced; a secret input is left out.
 */
public final class RemoteTrace implements FrameLog {

  private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;

  public RemoteTrace(Path folder) {
    this.folder = folder;
  }

  @Override
  public void sent(String host, String account, int batch, List<Frame> frames) {
    try {
      Path own = folder.resolve(fileName(host));
      Files.createDirectories(own, OURS_ALONE);
      String name = String.format(Locale.ROOT, "%04d-%s", batch, fileName(account));
      StringBuilder out = new StringBuilder("#!/bin/sh\n");
      out.append("# Batch ").append(batch).append(" to ").append(oneLine(host));
      out.append(", run there as ").append(oneLine(account));
      out.append(". Secrets are replaced by ").append(Text.MASK).append(".\n");
      for (int i = 0; i < frames.size(); i++) {
        append(out, frames.get(i), own, name + "-" + i + ".input");
      }
      write(own.resolve(name + ".sh"), out.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void append(StringBuilder out, Frame frame, Path own, String inputName)
      throws IOException {
    String kind = frame.kind().name().toLowerCase(Locale.ROOT);
    out.append("\n# ").append(kind).append(' ').append(oneLine(frame.id()));
    frame.context().become().ifPresent(b -> out.append(" as ").append(oneLine(b.user())));
    out.append(", at most ").append(frame.timeout().toSeconds()).append(" s");
    out.append(frame.stopsBatch() ? "; a failure ends the batch\n(\n" : "\n(\n");
    frame
        .context()
        .environment()
        .forEach(
            (variable, value) ->
                out.append("export ")
                    .append(variable)
                    .append('=')
                    .append(Sh.quote(value).shown())
                    .append('\n'));
    frame
        .context()
        .directory()
        .ifPresent(path -> out.append("cd -- ").append(Sh.quote(path)).append(" || exit\n"));
    out.append(frame.script().shown()).append("\n) ").append(input(frame, own, inputName));
    out.append(frame.stopsBatch() ? " || exit\n" : "\n");
  }

  private static String input(Frame frame, Path own, String name) throws IOException {
    if (frame.input().isEmpty()) {
      return "</dev/null";
    }
    if (frame.input().get().secret()) {
      return "</dev/null # a secret input was left out";
    }
    write(own.resolve(name), frame.input().get().bytes());
    return "<\"$(dirname \"$0\")\"/" + name;
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, OURS_ALONE);
    Files.write(file, bytes);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static String fileName(String text) {
    String safe = text.replaceAll("[^A-Za-z0-9_.@-]", "_");
    return safe.startsWith(".") || safe.isEmpty() ? "_" + safe : safe;
  }
}
