package dev.provision.connect;

import dev.provision.connect.Session.Traffic;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one call and what has come of them, over as many shells and lost lines as it takes.
 */
final class Exchange {

  /** Where a batch runs now. */
  record Running(Shell shell, int batch) {}

  /** More losses than this, and something in the frames themselves is to blame. */
  private static final int MOST_LOSSES = 4;

  private final ConnectionSpec spec;
  private final ConnectOptions options;
  private final Shells shells;
  private final IntSupplier numbers;
  private final Consumer<Shell> onTooMuch;
  private final List<Frame> frames;
  private final List<Account> wanted;
  private final @Nullable FrameResult[] results;

  private volatile @Nullable Running running;
  private volatile boolean interrupted;
  private int losses;

  /**
   * @param numbers gives the number of the next batch
   * @param onTooMuch ends what runs in a shell: more comes of it than anybody will read
   */
  Exchange(
      ConnectionSpec spec,
      ConnectOptions options,
      Shells shells,
      IntSupplier numbers,
      Consumer<Shell> onTooMuch,
      List<Frame> frames) {
    this.spec = spec;
    this.options = options;
    this.shells = shells;
    this.numbers = numbers;
    this.onTooMuch = onTooMuch;
    this.frames = frames;
    this.wanted = frames.stream().map(frame -> Account.of(frame.context().become())).toList();
    this.results = new FrameResult[frames.size()];
  }

  /** What runs now, for another thread that wants to interfere. */
  @Nullable Running running() {
    return running;
  }

  /** No more steps and commands begin from here. */
  void interrupt() {
    interrupted = true;
  }

  List<FrameResult> run() {
    if (frames.stream().allMatch(Exchange::isQuery)) {
      runSideBySide();
    } else {
      segments().forEach(this::runSegment);
    }
    return Arrays.stream(results).map(Objects::requireNonNull).toList();
  }

  private static boolean isQuery(Frame frame) {
    return frame.kind() == Frame.Kind.QUERY;
  }

  /** Frames of one shell, in order. */
  private record Segment(Account account, List<Integer> indexes) {}

  private List<Segment> segments() {
    Set<Account> all = Set.copyOf(wanted);
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < frames.size(); i++) {
      Account account = shells.serving(wanted.get(i), all);
      Segment last = segments.isEmpty() ? null : segments.get(segments.size() - 1);
      boolean goesOn = last != null && last.account.equals(account) && !isExec();
      if (!goesOn) {
        last = new Segment(account, new ArrayList<>());
        segments.add(last);
      }
      Objects.requireNonNull(last).indexes.add(i);
    }
    return segments;
  }

  private boolean isExec() {
    return spec.transport() == ConnectionSpec.Transport.EXEC;
  }

  /** Queries change nothing, so that those of several shells can be asked at the same time. */
  private void runSideBySide() {
    List<Segment> segments = segments();
    if (!isExec()) {
      Map<Account, Segment> byAccount = new LinkedHashMap<>();
      for (Segment each : segments) {
        byAccount
            .computeIfAbsent(each.account, account -> new Segment(account, new ArrayList<>()))
            .indexes
            .addAll(each.indexes);
      }
      segments = List.copyOf(byAccount.values());
    }
    if (segments.size() < 2 || isExec()) {
      segments.forEach(this::runSegment);
      return;
    }
    segments.forEach(segment -> shells.of(segment.account));
    List<Sent> sent =
        segments.stream()
            .map(segment -> send(shells.of(segment.account), segment.indexes))
            .toList();
    shells.count(new Traffic(0, 1, 0, 0));
    sent.forEach(this::receive);
    segments.forEach(this::runSegment);
  }

  /** Sends what has no result yet until all have one. */
  private void runSegment(Segment segment) {
    for (List<Integer> left = left(segment); !left.isEmpty(); left = left(segment)) {
      Shell shell = shells.of(segment.account);
      Sent sent = send(shell, left);
      shells.count(new Traffic(0, 1, 0, 0));
      receive(sent);
      if (isExec()) {
        shells.release(shell);
      }
    }
  }

  private List<Integer> left(Segment segment) {
    List<Integer> left = new ArrayList<>();
    for (int i : segment.indexes) {
      if (results[i] == null && !isQuery(frames.get(i)) && (interrupted || isStopped(i))) {
        results[i] = FrameResult.notRun();
      }
      if (results[i] == null) {
        left.add(i);
      }
    }
    return left;
  }

  /** Whether a frame before {@code index} failed and keeps later ones from running. */
  private boolean isStopped(int index) {
    return IntStream.range(0, index).anyMatch(this::stops);
  }

  private boolean stops(int index) {
    FrameResult result = results[index];
    return result != null
        && frames.get(index).stopsBatch()
        && !result.succeeded()
        && result.status() != FrameResult.Status.NOT_RUN;
  }

  private record Sent(Shell shell, Batch batch, List<Integer> indexes, long in, long out) {}

  private Sent send(Shell shell, List<Integer> indexes) {
    Batch batch =
        Batch.of(numbers.getAsInt(), indexes.stream().map(i -> entry(i, shell.account())).toList());
    List<Frame> all = batch.entries().stream().map(Batch.Entry::frame).toList();
    options.log().sent(spec.name(), shell.account().toString(), batch.number(), all);
    Sent sent = new Sent(shell, batch, indexes, shell.bytesIn(), shell.bytesOut());
    running = new Running(shell, batch.number());
    shell.start(batch);
    return sent;
  }

  private Batch.Entry entry(int index, Account serving) {
    Account account = wanted.get(index);
    boolean isOwn = account.equals(serving) || account.isRoot() || account.user().isEmpty();
    return new Batch.Entry(frames.get(index), isOwn ? "" : account.user());
  }

  private void receive(Sent sent) {
    @Nullable FrameResult[] part = new FrameResult[sent.indexes.size()];
    LineLostException loss = null;
    try {
      sent.shell.finish(sent.batch, part, options.grace(), () -> onTooMuch.accept(sent.shell));
    } catch (LineLostException e) {
      loss = e;
    }
    running = null;
    long out = sent.shell.bytesOut() - sent.out;
    shells.count(new Traffic(0, 0, out, sent.shell.bytesIn() - sent.in));
    if (loss != null) {
      recover(sent, part, loss);
    }
    for (int k = 0; k < part.length; k++) {
      results[sent.indexes.get(k)] = part[k];
    }
    List<FrameResult> known = Arrays.stream(part).filter(Objects::nonNull).toList();
    options
        .log()
        .received(spec.name(), sent.shell.account().toString(), sent.batch.number(), known);
  }

  /**
   * Opens the line again and fills in what the host's record knows of the steps and commands whose
   * results did not come. What has never begun, and queries, stay without a result: they can be
   * sent again.
   */
  private void recover(Sent sent, @Nullable FrameResult[] part, LineLostException loss) {
    List<Integer> acts =
        IntStream.range(0, part.length)
            .filter(k -> part[k] == null && !isQuery(frames.get(sent.indexes.get(k))))
            .boxed()
            .toList();
    Shell lost = sent.shell;
    for (LineLostException why = loss; ; ) {
      if (++losses > MOST_LOSSES) {
        throw lost(sent, acts, why, null);
      }
      Shell shell = inPlaceOf(lost, sent, acts, why);
      if (!shell.hello().isJoined()) {
        acts.forEach(k -> part[k] = FrameResult.unknown());
        return;
      }
      try {
        shells.count(new Traffic(0, 1, 0, 0));
        shell.adopt(sent.batch, acts, part, options.grace());
        return;
      } catch (LineLostException e) {
        lost = shell;
        why = e;
      }
    }
  }

  private Shell inPlaceOf(Shell lost, Sent sent, List<Integer> acts, LineLostException why) {
    try {
      return shells.inPlaceOf(lost);
    } catch (ProvisionException e) {
      throw lost(sent, acts, why, e);
    }
  }

  private ProvisionException lost(
      Sent sent, List<Integer> acts, LineLostException why, @Nullable ProvisionException again) {
    String ids =
        acts.stream()
            .map(k -> frames.get(sent.indexes.get(k)).id())
            .collect(Collectors.joining(", "));
    String detail =
        spec.name()
            + ": the line was lost ("
            + why.getMessage()
            + ")"
            + (again == null
                ? " again and again, always in the same batch."
                : " and could not be opened again: " + again.problem().detail())
            + (acts.isEmpty()
                ? " Nothing that changes the host was under way."
                : " What came of these steps is not known: " + ids + ".");
    return new ProvisionException(
        Problem.error(ErrorCode.CONNECTION_LOST, Position.NONE, detail), again);
  }
}
