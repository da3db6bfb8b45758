package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** This machine: commands are processes. */
final class LocalLine implements Line {

  @Override
  public ShellChannel open(String command, boolean terminal) {
    if (terminal) {
      throw new ProvisionException(
          ErrorCode.BECOME_FAILED,
          "The program that changes the account asks for a terminal, and a local connection has"
              + " none. Allow it without a password or without a terminal, or connect by SSH.");
    }
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
    builder.directory(new File("/"));
    try {
      return new Running(builder.start());
    } catch (IOException e) {
      throw new ProvisionException(
          Problem.error(
              ErrorCode.SHELL_UNUSABLE,
              Position.NONE,
              "/bin/sh can't be started on this machine: " + e.getMessage()),
          e);
    }
  }

  @Override
  public boolean isAlive() {
    return true;
  }

  @Override
  public String user() {
    return System.getProperty("user.name");
  }

  @Override
  public int roundTrips() {
    return 0;
  }

  @Override
  public void close() {}

  private record Running(Process process) implements ShellChannel {

    @Override
    public OutputStream stdin() {
      return process.getOutputStream();
    }

    @Override
    public InputStream stdout() {
      return process.getInputStream();
    }

    @Override
    public InputStream stderr() {
      return process.getErrorStream();
    }

    @Override
    public Optional<String> ending(Duration limit) {
      try {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
          return Optional.empty();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
      return Optional.of("exit code " + process.exitValue());
    }

    /**
     * As over SSH, what was started goes on. On a thread of its own, since closing a stream waits
     * for a thread that is blocked in a write to it.
     */
    @Override
    public void close() {
      Thread closer = new Thread(this::closeStreams, "provision-local-close");
      closer.setDaemon(true);
      closer.start();
    }

    private void closeStreams() {
      for (Closeable stream : List.of(stdin(), stdout(), stderr())) {
        try {
          stream.close();
        } catch (IOException e) {
          // The process is gone already.
        }
      }
    }
  }
}
