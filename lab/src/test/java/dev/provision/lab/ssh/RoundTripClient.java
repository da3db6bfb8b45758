package dev.provision.lab.ssh;

import dev.provision.connect.ssh.ExecChannel;
import dev.provision.connect.ssh.LoginSettings;
import dev.provision.connect.ssh.SshConnection;
import dev.provision.connect.ssh.SshSecrets;
import dev.provision.connect.ssh.SshTarget;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Measures connections from an end of a line. Prints nanoseconds, the shortest of several: until
 * the first answer of a remote shell, of a further exchange with it, of a further command; then the
 * round trips that the connection itself claims to have taken.
 */
final class RoundTripClient {

  private static final int REPEATS = 12;

  private RoundTripClient() {}

  /** Arguments: address, known_hosts file, keys to offer in this order. */
  public static void main(String[] arguments) throws IOException {
    Path[] keys = new Path[arguments.length - 2];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Path.of(arguments[i + 2]);
    }
    SshTarget target =
        SshTarget.of(
            arguments[0],
            WireSshd.PORT,
            System.getProperty("user.name"),
            LoginSettings.keys(keys),
            Path.of(arguments[1]));
    // Once for the classes, so that what follows is only the line.
    measure(target);
    long[] best = measure(target);
    for (int i = 1; i < REPEATS; i++) {
      long[] times = measure(target);
      for (int j = 0; j < best.length; j++) {
        best[j] = Math.min(best[j], times[j]);
      }
    }
    System.out.println(String.join(" ", Arrays.stream(best).mapToObj(Long::toString).toList()));
  }

  private static long[] measure(SshTarget target) throws IOException {
    long start = System.nanoTime();
    try (SshConnection connection = SshConnection.open(target, SshSecrets.none());
        ExecChannel shell = connection.exec("echo answer; exec /bin/sh -s")) {
      BufferedReader answers = reader(shell);
      expectAnswer(answers);
      long first = System.nanoTime();
      // OpenSSH opens the window for input only with the start of the command.
      exchange(shell, answers);
      long started = System.nanoTime();
      exchange(shell, answers);
      long further = System.nanoTime();
      try (ExecChannel command = connection.exec("echo answer")) {
        expectAnswer(reader(command));
      }
      long command = System.nanoTime();
      return new long[] {
        first - start, further - started, command - further, connection.roundTrips()
      };
    }
  }

  private static void exchange(ExecChannel shell, BufferedReader answers) throws IOException {
    shell.stdin().write("echo answer\n".getBytes(StandardCharsets.UTF_8));
    shell.stdin().flush();
    expectAnswer(answers);
  }

  private static void expectAnswer(BufferedReader answers) throws IOException {
    if (!"answer".equals(answers.readLine())) {
      throw new IOException("no answer");
    }
  }

  private static BufferedReader reader(ExecChannel channel) {
    return new BufferedReader(new InputStreamReader(channel.stdout(), StandardCharsets.UTF_8));
  }
}
