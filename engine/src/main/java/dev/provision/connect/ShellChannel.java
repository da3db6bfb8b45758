package dev.provision.connect;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/**
 * A command that runs somewhere and its three streams. Both outputs have to be read all the time.
 */
interface ShellChannel extends AutoCloseable {

  /** Has to be flushed. */
  OutputStream stdin();

  InputStream stdout();

  /** Empty where the command has a terminal. */
  InputStream stderr();

  /** How the command ended, in words, where that is known within {@code limit}. */
  Optional<String> ending(Duration limit);

  /** Readers see the end of their streams; the command may go on. Never throws, never waits. */
  @Override
  void close();
}
