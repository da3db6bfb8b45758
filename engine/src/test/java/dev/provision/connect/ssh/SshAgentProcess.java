package dev.provision.connect.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real ssh-agent with keys in it. */
final class SshAgentProcess implements AutoCloseable {

  private final Path socket;
  private final Process process;

  private SshAgentProcess(Path socket, Process process) {
    this.socket = socket;
    this.process = process;
  }

  static SshAgentProcess start(Path folder) throws IOException, InterruptedException {
    Path socket = folder.resolve("agent");
    Process process = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString()).start();
    for (int i = 0; i < 100 && !Files.exists(socket); i++) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return new SshAgentProcess(socket, process);
  }

  Path socket() {
    return socket;
  }

  /** Runs ssh-add. */
  void add(String... arguments) throws IOException, InterruptedException {
    run("ssh-add", arguments);
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of("SSH_AUTH_SOCK", socket.toString()));
    Process add = builder.start();
    add.getOutputStream().close();
    String output = new String(add.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (add.waitFor() != 0) {
      throw new IOException(command + " failed: " + output);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
