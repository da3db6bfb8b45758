package dev.provision.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A running QEMU of a lab, found by what its own command line says: the file {@code -pidfile} lies
 * in the machine's folder. So it is found even if whoever started it was killed before it could
 * write anything down, and another process that got the same number is never taken for it.
 *
 * @param pid its number
 * @param startTicks when it started, in the kernel's ticks since boot: tells it from a later
 *     process of the same number
 * @param pidFile the file named on its command line
 */
record GuestProcess(long pid, long startTicks, Path pidFile) {

  private static final Path PROC = Path.of("/proc");
  private static final int START_TIME_FIELD = 22;

  /** The machines' processes below a folder of labs. */
  static List<GuestProcess> below(Path folder) {
    return below(folder, PROC);
  }

  static List<GuestProcess> below(Path folder, Path proc) {
    List<GuestProcess> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        read(process).filter(each -> each.pidFile.startsWith(folder)).ifPresent(found::add);
      }
    } catch (IOException e) {
      throw LabFailure.of("The running processes can't be listed: " + e.getMessage(), e);
    }
    return found;
  }

  /** The process of one machine. */
  static Optional<GuestProcess> of(MachineFolder machine) {
    return below(machine.path()).stream().findFirst();
  }

  private static Optional<GuestProcess> read(Path process) {
    try {
      String[] words =
          Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1).split("\0");
      if (!Path.of(words[0]).endsWith("qemu-system-x86_64")) {
        return Optional.empty();
      }
      for (int i = 1; i + 1 < words.length; i++) {
        if (words[i].equals("-pidfile")) {
          long pid = Long.parseLong(process.getFileName().toString());
          String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
          return Optional.of(new GuestProcess(pid, startTicks(stat), Path.of(words[i + 1])));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      // It has ended meanwhile, or it is none of ours to read.
      return Optional.empty();
    }
  }

  /** When a process started, from the text of its {@code /proc/PID/stat}. */
  static long startTicks(String stat) {
    // The program's name comes second, in brackets, and may hold anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[START_TIME_FIELD - 3]);
  }

  /** Whether this very process still runs. */
  boolean isAlive() {
    return read(PROC.resolve(String.valueOf(pid))).filter(this::equals).isPresent();
  }

  /** Ends it without asking the guest. */
  void kill() {
    if (isAlive()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
