package dev.provision.connect.ssh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads known_hosts files, each version of a file once, and adds lines to them. Safe for use by
 * many threads.
 */
final class KnownHostsFiles {

  private static final long MAX_SIZE = 256L * 1024 * 1024;

  private record Version(FileTime modified, long size, Object key) {}

  private record Parsed(Version version, List<KnownHostsLine> lines) {}

  private static final Map<Path, Parsed> CACHE = new ConcurrentHashMap<>();

  /** Locks of files hold between processes, not between threads of one. */
  private static final ReentrantLock WRITING = new ReentrantLock();

  private static final Set<StandardOpenOption> OPTIONS =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private KnownHostsFiles() {}

  /**
   * All lines that name a key. Files that are missing or unreadable have none, as OpenSSH sees it.
   */
  static List<KnownHostsLine> read(List<Path> files) {
    List<KnownHostsLine> all = new ArrayList<>();
    for (Path file : files) {
      all.addAll(read(file));
    }
    return all;
  }

  private static List<KnownHostsLine> read(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile() || attributes.size() > MAX_SIZE) {
        return List.of();
      }
      Version version =
          new Version(
              attributes.lastModifiedTime(),
              attributes.size(),
              String.valueOf(attributes.fileKey()));
      Parsed known = CACHE.get(file);
      if (known != null && known.version().equals(version)) {
        return known.lines();
      }
      List<KnownHostsLine> lines = parse(file);
      CACHE.put(file, new Parsed(version, lines));
      return lines;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static List<KnownHostsLine> parse(Path file) throws IOException {
    List<KnownHostsLine> lines = new ArrayList<>();
    int number = 0;
    // A byte is a character here: a stray byte in a comment must not hide the file.
    for (String text : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      number++;
      KnownHostsLine.parse(file, number, text).ifPresent(lines::add);
    }
    return List.copyOf(lines);
  }

  /** Decides, with the file locked, whether a line is still to be added. */
  interface Decision {

    /**
     * @param lines what the file says now
     */
    boolean isStillWanted(List<KnownHostsLine> lines);
  }

  /**
   * Adds a line unless the decision says no. Others that add at the same time, here or in another
   * process, wait.
   *
   * @throws IOException if the file can't be written
   */
  static void append(Path file, String names, byte[] blob, Decision decision) throws IOException {
    WRITING.lock();
    try {
      createFolder(file);
      try (FileChannel channel = FileChannel.open(file, OPTIONS, PRIVATE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && decision.isStillWanted(parse(file))) {
          String start = endsInMidLine(channel) ? "\n" : "";
          String base64 = Base64.getEncoder().encodeToString(blob);
          String line = start + names + " " + PublicKeys.type(blob) + " " + base64 + "\n";
          append(channel, line.getBytes(StandardCharsets.UTF_8));
        }
      }
    } finally {
      WRITING.unlock();
    }
  }

  private static void createFolder(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(folder)) {
      return;
    }
    if (!Files.isDirectory(folder.resolveSibling("."))) {
      throw new NoSuchFileException(folder.toString());
    }
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static boolean endsInMidLine(FileChannel channel) throws IOException {
    long size = channel.size();
    if (size == 0) {
      return false;
    }
    ByteBuffer last = ByteBuffer.allocate(1);
    channel.read(last, size - 1);
    return last.get(0) != '\n';
  }

  /** One write at the end: a reader sees the whole line or none of it. */
  private static void append(FileChannel channel, byte[] line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(line);
    channel.position(channel.size());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }
}
