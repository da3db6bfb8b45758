package dev.provision.connect;

import java.time.Duration;

/**
 * How sessions behave, whatever the host.
 *
 * @param shell the program that runs our text at the other end, as words for a shell
 * @param path where our own text finds programs; the user's commands keep the account's own path
 * @param helloTimeout how long the way from an open channel to a proven shell may take
 * @param grace how long an answer may be late, above the time-outs of frames, before the line
 *     counts as lost
 * @param reconnectFor how long a lost line is tried to be opened again
 * @param log is told what goes over the lines
 */
public record ConnectOptions(
    String shell,
    String path,
    Duration helloTimeout,
    Duration grace,
    Duration reconnectFor,
    FrameLog log) {

  public static final ConnectOptions DEFAULT =
      new ConnectOptions(
          "/bin/sh",
          "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(60),
          FrameLog.NONE);

  public ConnectOptions withLog(FrameLog newLog) {
    return new ConnectOptions(shell, path, helloTimeout, grace, reconnectFor, newLog);
  }

  public ConnectOptions withShell(String newShell, String newPath) {
    return new ConnectOptions(newShell, newPath, helloTimeout, grace, reconnectFor, log);
  }

  public ConnectOptions withTimes(
      Duration newHelloTimeout, Duration newGrace, Duration newReconnectFor) {
    return new ConnectOptions(shell, path, newHelloTimeout, newGrace, newReconnectFor, log);
  }
}
