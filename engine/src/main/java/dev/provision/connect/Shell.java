package dev.provision.connect;

import dev.provision.host.FrameResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A proven shell at the other end that runs batches. Used by one thread at a time. */
final class Shell implements AutoCloseable {

  private static final Duration LEAVE = Duration.ofSeconds(2);

  private final ShellChannel channel;
  private final Outputs outputs;
  private final OrderedWriter writer;
  private final Account account;
  private final String folder;
  private final Hello hello;
  private final boolean terminal;
  private final int waits;
  private List<String> abandoned;
  private long bytesOut;

  Shell(
      ShellChannel channel,
      Outputs outputs,
      Account account,
      String folder,
      Hello hello,
      boolean terminal,
      int waits) {
    this.channel = channel;
    this.outputs = outputs;
    this.writer = new OrderedWriter(channel, outputs);
    this.account = account;
    this.folder = folder;
    this.hello = hello;
    this.terminal = terminal;
    this.waits = waits;
    this.abandoned = FolderName.abandoned(hello.others());
  }

  Account account() {
    return account;
  }

  /** The name of its folder on the host, by which another shell can take over or interfere. */
  String folder() {
    return folder;
  }

  Hello hello() {
    return hello;
  }

  /** How often the host was waited for until it was proven. */
  int waits() {
    return waits;
  }

  long bytesIn() {
    return outputs.bytes();
  }

  long bytesOut() {
    return bytesOut;
  }

  /**
   * Sends a batch, without waiting. What dead processes of ours have left on the host is fenced
   * before.
   */
  void start(Batch batch) {
    outputs.expect(batch.nonce());
    String drop = abandoned.isEmpty() ? "" : "_p_drop " + String.join(" ", abandoned) + "\n";
    abandoned = List.of();
    List<byte[]> pieces = new ArrayList<>(List.of(drop.getBytes(StandardCharsets.US_ASCII)));
    pieces.addAll(batch.bytes());
    send(pieces);
  }

  /**
   * Waits for what was started and fills in {@code results} as they come.
   *
   * @throws LineLostException with the results so far filled in
   */
  void finish(Batch batch, @Nullable FrameResult[] results, Duration grace, Runnable onTooMuch)
      throws LineLostException {
    outputs.onOverflow(onTooMuch);
    read(grace.plus(grace));
    for (int i = 0; i < results.length; i++) {
      Answer answer = read(batch.quiet(i, grace));
      results[i] = batch.result(i, answer.out, answer.err);
    }
  }

  /**
   * Takes over from a lost shell with the same folder: ends it, behind a fence, once the act that
   * it may be in has ended; fills in what is known of {@code acts}, frames of the lost batch. Those
   * that have never begun stay without a result.
   */
  void adopt(Batch lost, List<Integer> acts, @Nullable FrameResult[] results, Duration grace)
      throws LineLostException {
    Batch batch = new Batch(lost.number(), Nonce.next(), lost.sentinel(), lost.entries());
    Duration patience = batch.longest(acts).plusSeconds(10);
    outputs.expect(batch.nonce());
    String indexes = acts.stream().map(i -> " " + i).collect(Collectors.joining());
    send("_p_adopt " + lost.number() + " " + patience.toSeconds() + " " + batch.nonce() + indexes);
    read(grace);
    for (int i : acts) {
      Answer answer = read(patience.plus(grace));
      FrameResult result = batch.result(i, answer.out, answer.err);
      results[i] = result.status() == FrameResult.Status.NOT_RUN ? null : result;
    }
  }

  private record Answer(Splitter.Part out, Splitter.Part err) {}

  /**
   * With a terminal both outputs come one behind the other, and the words stand at the end of the
   * second.
   */
  private Answer read(Duration quiet) throws LineLostException {
    Splitter.Part first = outputs.part(Outputs.Side.OUT, quiet);
    if (!terminal) {
      return new Answer(first, outputs.part(Outputs.Side.ERR, quiet));
    }
    Splitter.Part second = outputs.part(Outputs.Side.OUT, quiet);
    return new Answer(new Splitter.Part(first.data(), first.overflow(), second.words()), second);
  }

  /** One line for the loader. */
  private void send(String line) {
    send(List.of((line + "\n").getBytes(StandardCharsets.US_ASCII)));
  }

  private void send(List<byte[]> pieces) {
    bytesOut += pieces.stream().mapToLong(piece -> piece.length).sum();
    writer.send(pieces);
  }

  /**
   * Of a shell that was opened beside another one with the same folder: says something, and goes.
   */
  void sayAndGo(String line) {
    send(line + "\n_p_quit");
    leave();
  }

  /** Takes leave, so that nothing stays behind on the host. */
  void sayBye() {
    send("_p_bye");
  }

  /** Waits a little for the end, and closes. */
  void leave() {
    outputs.awaitEnd(Deadline.in(LEAVE));
    channel.close();
  }

  @Override
  public void close() {
    channel.close();
  }
}
