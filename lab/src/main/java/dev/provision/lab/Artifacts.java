package dev.provision.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cache of folders, each named after what it was made of. A folder is there whole or not at all,
 * and is made once even if several want it at the same time.
 */
final class Artifacts {

  private static final int KEY_BYTES = 8;

  private final Path root;

  Artifacts(Path root) {
    this.root = root;
  }

  /** Fills an empty folder. */
  @FunctionalInterface
  interface Maker {
    void make(Path folder) throws IOException;
  }

  /** What distinguishes an artifact from others of its kind. */
  static String key(String recipe) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(recipe.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, KEY_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  Path path(String name) {
    return root.resolve(name);
  }

  boolean has(String name) {
    return Files.isDirectory(path(name));
  }

  /** The folder, made first where it is not there. */
  @SuppressWarnings("try") // the lock is held, not used
  Path get(String name, Progress progress, Maker maker) {
    Path folder = path(name);
    if (has(name)) {
      return folder;
    }
    Path lock = root.resolve(name + ".lock");
    try (FileMutex held =
        FileMutex.take(lock, () -> progress.say("Waiting for another build of " + name))) {
      if (!has(name)) {
        make(name, maker);
      }
      return folder;
    }
  }

  private void make(String name, Maker maker) {
    Path half = root.resolve(name + ".half");
    try {
      // Nobody else can be at it: the lock is ours. What is there was left by a build that died.
      deleteTree(half);
      Files.createDirectories(half);
      maker.make(half);
      Files.move(half, path(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw LabFailure.of("\"" + half + "\" can't be filled: " + e.getMessage(), e);
    } finally {
      deleteTree(half);
    }
  }

  /**
   * Removes a folder with all it holds; symbolic links are removed, not followed. What an
   * interrupted build left mounted below it is taken off first: it belongs to this machine.
   */
  static void deleteTree(Path folder) {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    takeOffMounts(folder);
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure)
                throws IOException {
              if (failure != null) {
                throw failure;
              }
              Files.delete(dir);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw LabFailure.of("\"" + folder + "\" can't be removed: " + e.getMessage(), e);
    }
  }

  private static void takeOffMounts(Path folder) {
    for (String mount : mounts(folder)) {
      Command.output(List.of("umount", "-l", mount), Duration.ofMinutes(1));
    }
    if (!mounts(folder).isEmpty()) {
      throw LabFailure.of("Something is still mounted below \"" + folder + "\".");
    }
  }

  /** Mount points below a folder, the innermost first. */
  private static List<String> mounts(Path folder) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/mounts"))) {
      return lines
          .map(line -> line.split(" ")[1])
          .filter(mount -> Path.of(mount).startsWith(folder.toAbsolutePath()))
          .sorted(Comparator.reverseOrder())
          .toList();
    } catch (IOException e) {
      throw LabFailure.of("The mounts can't be listed: " + e.getMessage(), e);
    }
  }
}
