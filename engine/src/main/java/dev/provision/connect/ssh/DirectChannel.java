package dev.provision.connect.ssh;

import java.io.InputStream;
import java.io.OutputStream;

/** A TCP connection that the server made for us. */
public interface DirectChannel extends AutoCloseable {

  InputStream input();

  /** Buffered: flush to send. */
  OutputStream output();

  boolean isOpen();

  @Override
  void close();
}
