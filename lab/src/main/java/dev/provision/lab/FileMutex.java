package dev.provision.lab;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One at a time, among the threads of this program and among programs. The lock ends with its
 * holder, also when that one is killed.
 */
final class FileMutex implements AutoCloseable {

  /** File locks belong to the whole program, so its threads need a lock of their own. */
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final ReentrantLock threads;
  private final FileChannel channel;

  private FileMutex(ReentrantLock threads, FileChannel channel) {
    this.threads = threads;
    this.channel = channel;
  }

  /** Waits until it is free. {@code onWait} is told once if it is not free at once. */
  static FileMutex take(Path file, Runnable onWait) {
    ReentrantLock threads =
        THREADS.computeIfAbsent(file.toAbsolutePath().normalize(), any -> new ReentrantLock());
    threads.lock();
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        onWait.run();
        channel.lock();
      }
      return new FileMutex(threads, channel);
    } catch (IOException e) {
      threads.unlock();
      throw LabFailure.of("\"" + file + "\" can't be locked: " + e.getMessage(), e);
    }
  }

  /** Whether anybody holds it. */
  static boolean isTaken(Path file) {
    if (!Files.exists(file)) {
      return false;
    }
    ReentrantLock threads = THREADS.get(file.toAbsolutePath().normalize());
    if (threads != null && threads.isLocked()) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return channel.tryLock() == null;
    } catch (IOException e) {
      throw LabFailure.of("\"" + file + "\" can't be read: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw LabFailure.of("A lock can't be released: " + e.getMessage(), e);
    } finally {
      threads.unlock();
    }
  }
}
