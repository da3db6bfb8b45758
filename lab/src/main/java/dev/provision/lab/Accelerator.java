package dev.provision.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How the guests' instructions are run. */
enum Accelerator {
  /** By the processor. */
  KVM(List.of("-accel", "kvm", "-cpu", "host")),
  /** By translating them; slow, but it works anywhere. */
  TCG(List.of("-accel", "tcg,thread=multi", "-cpu", "max"));

  private static final Duration SIGNS_OF_LIFE = Duration.ofSeconds(6);
  private static final Duration POLL = Duration.ofMillis(100);

  private final List<String> arguments;

  Accelerator(List<String> arguments) {
    this.arguments = arguments;
  }

  List<String> arguments() {
    return arguments;
  }

  /**
   * KVM only where a kernel has come to life on it: a device file may be there, and a machine be
   * created, where no stock kernel runs. The answer is kept until this machine boots again.
   */
  static Accelerator best(Path cache, Path kernelImage) {
    Path device = Path.of("/dev/kvm");
    if (!Files.isReadable(device) || !Files.isWritable(device)) {
      return TCG;
    }
    try {
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      Path answer = cache.resolve("kvm").resolve(boot);
      if (!Files.exists(answer)) {
        Files.createDirectories(answer.getParent());
        Accelerator found = comesToLife(kernelImage) ? KVM : TCG;
        Files.writeString(answer, found.name());
      }
      return valueOf(Files.readString(answer).strip());
    } catch (IOException e) {
      throw LabFailure.of("Whether KVM works can't be found out: " + e.getMessage(), e);
    }
  }

  private static boolean comesToLife(Path kernelImage) throws IOException {
    Path console = Files.createTempFile("provision-lab", ".console");
    ProcessBuilder builder =
        new ProcessBuilder(
                "qemu-system-x86_64",
                "-nodefaults",
                "-no-user-config",
                "-no-reboot",
                "-display",
                "none",
                "-accel",
                "kvm",
                "-cpu",
                "host",
                "-m",
                "256",
                "-kernel",
                kernelImage.toString(),
                "-append",
                "console=ttyS0 panic=-1",
                "-serial",
                "file:" + console)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process trial = builder.start();
    try {
      return speaks(trial, console);
    } finally {
      trial.destroyForcibly();
      Files.deleteIfExists(console);
    }
  }

  private static boolean speaks(Process trial, Path console) throws IOException {
    long end = System.nanoTime() + SIGNS_OF_LIFE.toNanos();
    try {
      while (System.nanoTime() < end) {
        boolean ended = trial.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS);
        // Mounting a root file system comes last, so a kernel that looks for one has booted.
        if (Files.readString(console, StandardCharsets.ISO_8859_1).contains("VFS: ")) {
          return true;
        }
        if (ended) {
          return false;
        }
      }
      return false;
    } catch (InterruptedException e) {
      throw LabFailure.interrupted();
    }
  }
}
