package dev.provision.connect.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.connection.Connection;
import net.schmizz.sshj.connection.ConnectionException;
import net.schmizz.sshj.connection.channel.direct.AbstractDirectChannel;
import net.schmizz.sshj.transport.TransportException;
import org.jspecify.annotations.Nullable;

/**
 * A channel with streams of our own. sshj's streams share monitors with the thread that reads the
 * socket: a writer that waits for window space stops the whole connection when the command ends
 * meanwhile, and data that arrives for a stream closed by its reader kills the connection. Here the
 * reading thread only ever takes short locks.
 */
abstract class StreamChannel extends AbstractDirectChannel {

  private static final int EXTENDED_DATA_STDERR = 1;
  private static final int MAX_PACKET = 32 * 1024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Held while something is sent that must not follow our own close. */
  private final ReentrantLock sending = new ReentrantLock();

  final Inbound stdout = new Inbound();
  final Inbound stderr = new Inbound();
  final Outbound stdin = new Outbound();

  // Guarded by lock.
  private boolean ended;
  private boolean remoteReads = true;
  private @Nullable IOException failure;
  private long unreported;

  // Guarded by sending.
  private boolean closing;
  private boolean eofSent;

  StreamChannel(Connection connection, String type) {
    super(connection, type);
  }

  /** Asks for the channel and does not wait for the answer. */
  void requestOpen() throws TransportException {
    trans.write(buildOpenReq());
  }

  /** The request to open, for one that wants to send it together with other packets. */
  SSHPacket openRequest() {
    return buildOpenReq();
  }

  /** Waits until the server has opened the channel. */
  void awaitOpen(Duration limit) throws ConnectionException {
    openEvent.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Gives up a channel that will never be opened, because the server did not understand the
   * request.
   */
  void abandon() {
    fail(new IOException("the server did not open the channel"));
    finishOff();
  }

  @Override
  public void handle(Message message, SSHPacket packet) throws SSHException {
    switch (message) {
      case CHANNEL_DATA -> receive(stdout, packet);
      case CHANNEL_EXTENDED_DATA -> {
        Inbound stream = packet.readUInt32AsInt() == EXTENDED_DATA_STDERR ? stderr : null;
        receive(stream, packet);
      }
      case CHANNEL_WINDOW_ADJUST -> {
        super.handle(message, packet);
        wake();
      }
      case CHANNEL_SUCCESS -> answered(true);
      case CHANNEL_FAILURE -> answered(false);
      case CHANNEL_EOF -> {
        stdout.endOfFile();
        stderr.endOfFile();
      }
      case CHANNEL_REQUEST -> gotRequest(packet);
      default -> super.handle(message, packet);
    }
  }

  private void receive(@Nullable Inbound stream, SSHPacket packet) throws SSHException {
    int length = packet.readUInt32AsInt();
    if (length < 0 || length > getLocalMaxPacketSize() || length > packet.available()) {
      throw new ConnectionException("bad length of channel data: " + length);
    }
    lwin.consume(length);
    byte[] data = new byte[length];
    packet.readRawBytes(data);
    if (stream == null || !stream.accept(data)) {
      credit(length);
    }
  }

  private void gotRequest(SSHPacket packet) throws SSHException {
    String type = packet.readString();
    boolean wantsReply = packet.readBoolean();
    boolean understood = request(type, packet);
    if (wantsReply) {
      trans.write(newBuffer(understood ? Message.CHANNEL_SUCCESS : Message.CHANNEL_FAILURE));
    }
  }

  /** A request of the server; true if it was understood. */
  boolean request(String type, SSHPacket packet) throws Buffer.BufferException {
    if (type.equals("eow@openssh.com")) {
      lock.lock();
      try {
        remoteReads = false;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      return true;
    }
    return false;
  }

  /** The server answers one of our requests. */
  void answered(boolean success) {}

  /** What has been read may be sent again; told to the server a quarter of a window at a time. */
  private void credit(int bytes) throws TransportException {
    long adjust = 0;
    lock.lock();
    try {
      unreported += bytes;
      if (unreported >= conn.getWindowSize() / 4) {
        adjust = unreported;
        unreported = 0;
      }
    } finally {
      lock.unlock();
    }
    if (adjust > 0) {
      send(newBuffer(Message.CHANNEL_WINDOW_ADJUST).putUInt32(adjust));
      lwin.expand(adjust);
    }
  }

  /** Sends unless the channel is closed from our side; true if it was sent. */
  boolean send(SSHPacket packet) throws TransportException {
    sending.lock();
    try {
      if (closing || isEnded()) {
        return false;
      }
      trans.write(packet);
      return true;
    } finally {
      sending.unlock();
    }
  }

  SSHPacket channelRequest(String type, boolean wantReply) {
    return newBuffer(Message.CHANNEL_REQUEST).putString(type).putBoolean(wantReply);
  }

  /** Breaks the streams: readers and writers get this failure. */
  void fail(IOException why) {
    lock.lock();
    try {
      if (failure == null) {
        failure = why;
      }
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void closeAllStreams() {
    sending.lock();
    try {
      closing = true;
    } finally {
      sending.unlock();
    }
  }

  @Override
  protected void finishOff() {
    super.finishOff();
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void notifyError(SSHException error) {
    fail(error);
    super.notifyError(error);
  }

  @Override
  public void close() {
    stdout.discard();
    stderr.discard();
    sending.lock();
    try {
      if (!closing && openEvent.isSet()) {
        closing = true;
        sendClose();
      }
    } catch (TransportException e) {
      fail(e);
    } finally {
      sending.unlock();
    }
    wake();
  }

  /** Whether the server has closed the channel, or the connection is gone. */
  boolean isEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  boolean isUsable() {
    return isOpen() && !isEnded();
  }

  /** Waits for the end; false if the time is over before. Throws what broke the channel. */
  boolean awaitEnd(Duration limit) throws IOException, InterruptedException {
    long left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (!ended && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (failure != null) {
        throw failure;
      }
      return ended;
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitChange() throws InterruptedIOException {
    try {
      changed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** Bytes from the server, queued until they are read. The window bounds the queue. */
  final class Inbound extends InputStream {

    // All guarded by lock.
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private int headOffset;
    private int unread;
    private boolean atEnd;
    private boolean discarding;

    /** True if the data was kept for a reader. */
    boolean accept(byte[] data) {
      lock.lock();
      try {
        if (discarding || data.length == 0) {
          return false;
        }
        queue.add(data);
        unread += data.length;
        changed.signalAll();
        return true;
      } finally {
        lock.unlock();
      }
    }

    void endOfFile() {
      lock.lock();
      try {
        atEnd = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    void discard() {
      lock.lock();
      try {
        discarding = true;
        atEnd = true;
        queue.clear();
        unread = 0;
        headOffset = 0;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public int available() {
      lock.lock();
      try {
        return unread;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int count = 0;
      lock.lock();
      try {
        while (unread == 0) {
          if (atEnd || ended) {
            return endOfStream();
          }
          awaitChange();
        }
        while (count < length && unread > 0) {
          count += take(into, offset + count, length - count);
        }
      } finally {
        lock.unlock();
      }
      credit(count);
      return count;
    }

    private int endOfStream() throws IOException {
      if (failure != null && !atEnd) {
        throw new IOException(failure.getMessage(), failure);
      }
      return -1;
    }

    private int take(byte[] into, int offset, int length) {
      byte[] head = queue.element();
      int count = Math.min(length, head.length - headOffset);
      System.arraycopy(head, headOffset, into, offset, count);
      headOffset += count;
      unread -= count;
      if (headOffset == head.length) {
        queue.remove();
        headOffset = 0;
      }
      return count;
    }

    @Override
    public void close() {
      discard();
    }
  }

  /**
   * Bytes to the server. Waits for window space without holding anything that the reading thread
   * needs.
   */
  final class Outbound extends OutputStream {

    private final byte[] buffer = new byte[MAX_PACKET];
    private int used;

    @Override
    public synchronized void write(int b) throws IOException {
      if (used == buffer.length) {
        flush();
      }
      buffer[used++] = (byte) b;
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) throws IOException {
      int done = 0;
      while (done < length) {
        if (used == buffer.length) {
          flush();
        }
        int count = Math.min(length - done, buffer.length - used);
        System.arraycopy(from, offset + done, buffer, used, count);
        used += count;
        done += count;
      }
    }

    @Override
    public synchronized void flush() throws IOException {
      int at = 0;
      try {
        while (at < used) {
          int count = takeWindow(used - at);
          SSHPacket packet = newBuffer(Message.CHANNEL_DATA).putBytes(buffer, at, count);
          if (!send(packet)) {
            throw new IOException("the channel is closed");
          }
          at += count;
        }
      } finally {
        used = 0;
      }
    }

    /** Waits until something may be sent, and takes up to {@code wanted} bytes of the window. */
    private int takeWindow(int wanted) throws IOException {
      lock.lock();
      try {
        while (true) {
          if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
          }
          if (ended || stdout.discarding) {
            throw new IOException("the channel is closed");
          }
          if (!remoteReads) {
            throw new IOException("the remote command no longer reads its input");
          }
          long size = rwin.getSize();
          if (size > 0) {
            int count = (int) Math.min(Math.min(wanted, size), rwin.getMaxPacketSize());
            rwin.consume(count);
            return count;
          }
          awaitChange();
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public synchronized void close() throws IOException {
      try {
        if (used > 0) {
          flush();
        }
      } finally {
        sendEof();
      }
    }

    private void sendEof() throws IOException {
      sending.lock();
      try {
        if (!eofSent && !closing && !isEnded()) {
          eofSent = true;
          trans.write(newBuffer(Message.CHANNEL_EOF));
        }
      } finally {
        sending.unlock();
      }
    }
  }
}
