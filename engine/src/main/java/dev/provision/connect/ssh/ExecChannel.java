package dev.provision.connect.ssh;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/**
 * A remote command and its three streams.
 *
 * <p>The request to start it is on its way, not yet answered. What the command says by itself comes
 * back after one round trip; what is written to {@link #stdin()} takes one more, since OpenSSH
 * opens a command's window only when it starts it: so let the command line itself ask the first
 * question. Where the server refuses the command, reading and waiting throw.
 *
 * <p>Both output streams share one window of 2 MiB: whoever reads only one of them may wait for
 * ever. Reads block until there is data; they throw an IOException when the connection breaks, or
 * is found dead by keep-alive. To stop a reading thread, {@link #close()} the channel from another
 * one: the reader then sees the end of the stream.
 */
public interface ExecChannel extends AutoCloseable {

  /**
   * Buffered: flush to send. Closing it sends end of file. Writing blocks while the remote side
   * does not read.
   */
  OutputStream stdin();

  InputStream stdout();

  /** Empty where the command has a terminal: all goes to {@link #stdout()} then. */
  InputStream stderr();

  /** Waits until the server has closed the channel; empty if the time is over before. */
  Optional<ExitOutcome> awaitExit(Duration limit);

  /**
   * Asks the server to send a signal, named without SIG, to the command. OpenSSH ignores it in
   * sessions of root.
   */
  void signal(String name);

  boolean isOpen();

  /**
   * Closes the channel without waiting for the server's answer. The command may go on; see {@link
   * #signal}.
   */
  @Override
  void close();
}
