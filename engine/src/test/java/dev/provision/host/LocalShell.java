package dev.provision.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.provision.value.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs shell text of probes and steps on this machine, each in a shell of its own. */
public final class LocalShell {

  /** Shells that hosts have. */
  public enum Kind {
    SH(List.of("/bin/sh")),
    BASH(List.of("/bin/bash")),
    /** Nothing but busybox: its shell, and its tools instead of GNU's. */
    BUSYBOX(List.of("busybox", "sh"));

    private final List<String> command;

    Kind(List<String> command) {
      this.command = command;
    }

    public boolean isHere() {
      String program = command.get(0);
      return program.startsWith("/")
          ? Files.isExecutable(Path.of(program))
          : Files.isExecutable(Path.of("/usr/bin", program))
              || Files.isExecutable(Path.of("/bin", program));
    }
  }

  private final Kind kind;
  private final Path scratch;

  /**
   * @param scratch a folder for the shell's own things, outside of what is tested
   */
  public LocalShell(Kind kind, Path scratch) {
    this.kind = kind;
    this.scratch = scratch;
  }

  public <T> T ask(Probe<T> probe) {
    return probe.decode(run(probe.script(), Optional.empty()));
  }

  /** Asks until the query is answered. */
  public <T> T ask(Query<T> query) {
    Answers answers = new Answers();
    while (true) {
      Optional<T> value = query.value(answers);
      if (value.isPresent()) {
        return value.get();
      }
      query.pending(answers).forEach(probe -> answer(probe, answers));
    }
  }

  private <T> void answer(Probe<T> probe, Answers answers) {
    answers.put(probe, ask(probe));
  }

  public FrameResult run(Step step) {
    return run(step.script(), step.input());
  }

  public FrameResult run(Frame frame) {
    return run(frame.script(), frame.input());
  }

  public FrameResult run(Text script, Optional<Frame.Payload> input) {
    try {
      return started(script, input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private FrameResult started(Text script, Optional<Frame.Payload> input)
      throws IOException, InterruptedException {
    Path in = Files.createTempFile(scratch, "in", "");
    Path out = Files.createTempFile(scratch, "out", "");
    Path err = Files.createTempFile(scratch, "err", "");
    Files.write(in, input.map(Frame.Payload::bytes).orElse(new byte[0]));
    List<String> command = new ArrayList<>(kind.command);
    command.add("-c");
    command.add(script.reveal());
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.put("LC_ALL", "C");
    environment.put("PATH", path());
    long start = System.nanoTime();
    Process process =
        builder
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("Shell text did not end: " + script.shown());
    }
    return new FrameResult(
        FrameResult.Status.ENDED,
        process.exitValue(),
        Files.readAllBytes(out),
        Files.readAllBytes(err),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private String path() {
    if (kind != Kind.BUSYBOX) {
      return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    }
    return BusyboxTools.FOLDER.toString();
  }

  /** A folder with a link to busybox for each of its tools, made once. */
  private static final class BusyboxTools {
    static final Path FOLDER = make();

    private static Path make() {
      try {
        Path tools = Files.createTempDirectory("busybox-tools");
        // The JVM deletes in the opposite order: the folder last.
        tools.toFile().deleteOnExit();
        Path busybox =
            Path.of(
                Files.exists(Path.of("/usr/bin/busybox")) ? "/usr/bin/busybox" : "/bin/busybox");
        Process list = new ProcessBuilder(busybox.toString(), "--list").start();
        for (String tool : new String(list.getInputStream().readAllBytes(), UTF_8).split("\n")) {
          Files.createSymbolicLink(tools.resolve(tool), busybox);
          tools.resolve(tool).toFile().deleteOnExit();
        }
        return tools;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
