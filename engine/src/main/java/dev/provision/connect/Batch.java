package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Frames for one shell as they go over the wire: a text, behind it the frames' inputs as raw bytes.
 * The text is one compound command, so that a shell that gets only a part of it runs nothing of it.
 *
 * @param number counts from 1 in a session, whatever the shell: what a fence is set by
 */
record Batch(int number, String nonce, String sentinel, List<Entry> entries) {

  /** What a command may write to each of its outputs. */
  static final int COMMAND_LIMIT = 16 * 1024 * 1024;

  /** What a query may write to each of its outputs. */
  static final int QUERY_LIMIT = 64 * 1024 * 1024;

  /** Its absence tells the host that it does not have the whole of an input. */
  private static final byte[] INPUT_END = {'.', '\n'};

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /**
   * One frame of it.
   *
   * @param nested the account to run as, from a shell of root; empty for the shell's own
   */
  record Entry(Frame frame, String nested) {}

  Batch {
    entries = List.copyOf(entries);
  }

  static Batch of(int number, List<Entry> entries) {
    return new Batch(number, Nonce.next(), Nonce.next(), entries);
  }

  /** What goes over the wire, piece by piece: inputs may be big, and are not copied. */
  List<byte[]> bytes() {
    List<byte[]> all = new ArrayList<>();
    byte[] text = text().reveal().getBytes(StandardCharsets.UTF_8);
    all.add(("eval \"$(_p_take " + text.length + ")\"\n").getBytes(StandardCharsets.UTF_8));
    all.add(text);
    for (Entry entry : entries) {
      entry.frame.input().ifPresent(input -> all.addAll(List.of(input.bytes(), INPUT_END)));
    }
    return all;
  }

  static byte[] joined(List<byte[]> pieces) {
    byte[] result = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, result, at, piece.length);
      at += piece.length;
    }
    return result;
  }

  private Text text() {
    Text.Builder out = new Text.Builder();
    out.append("{\n_p_open " + number + " " + nonce + " " + sentinel + "\n");
    for (int i = 0; i < entries.size(); i++) {
      append(out, i, entries.get(i));
    }
    return out.append("_p_shut\n}").build();
  }

  private static void append(Text.Builder out, int index, Entry entry) {
    Frame frame = entry.frame;
    String kind = frame.kind().name().substring(0, 1);
    long seconds = Math.max(1, frame.timeout().plusMillis(999).toSeconds());
    int size = frame.input().map(input -> input.bytes().length).orElse(-1);
    out.append("_p_x " + kind + " " + index + " " + (frame.stopsBatch() ? 1 : 0) + " " + seconds);
    out.append(" " + Sh.quote(entry.nested) + " " + Sh.quote(frame.id()) + " " + size + " ");
    out.append(Sh.quote(exports(frame.context().environment()))).append(" ");
    out.append(Sh.quote(script(frame))).append("\n");
  }

  private static Text exports(Map<String, Text> environment) {
    Text.Builder out = new Text.Builder();
    environment.forEach(
        (name, value) -> {
          if (!NAME.matcher(name).matches()) {
            throw new ProvisionException(
                ErrorCode.INVALID_ARGUMENT,
                "\"" + name + "\" can't be the name of an environment variable.");
          }
          out.append("export " + name + "=").append(Sh.quote(value)).append(";");
        });
    return out.build();
  }

  private static Text script(Frame frame) {
    if (frame.script().reveal().indexOf('\0') >= 0) {
      throw new ProvisionException(
          ErrorCode.INVALID_ARGUMENT,
          "A command holds a NUL character, which no shell can carry: " + frame.script().shown());
    }
    return frame
        .context()
        .directory()
        .map(folder -> Text.plain("cd -- " + Sh.quote(folder) + "||exit;").plus(frame.script()))
        .orElse(frame.script());
  }

  /** How long the host may be silent at frame {@code index}. */
  Duration quiet(int index, Duration grace) {
    return entries.get(index).frame.timeout().plus(grace);
  }

  /** The longest time-out of {@code indexes}. */
  Duration longest(List<Integer> indexes) {
    return indexes.stream()
        .map(i -> entries.get(i).frame.timeout())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Reads what the host said of frame {@code index}. */
  FrameResult result(int index, Splitter.Part out, Splitter.Part err) throws LineLostException {
    String[] words = out.words();
    if (words.length < 2 || !words[0].equals(String.valueOf(index))) {
      throw new LineLostException("the answers are out of step at frame " + index);
    }
    if (words[1].equals("N")) {
      return FrameResult.notRun();
    }
    if (words[1].equals("U")) {
      return FrameResult.unknown();
    }
    if (words.length != 5) {
      throw new LineLostException("an answer can't be understood at frame " + index);
    }
    return ended(entries.get(index).frame, words, out, err);
  }

  private FrameResult ended(Frame frame, String[] words, Splitter.Part out, Splitter.Part err)
      throws LineLostException {
    boolean isQuery = frame.kind() == Frame.Kind.QUERY;
    byte[] stdout = isQuery ? out.data() : withoutSentinel(out.data());
    byte[] stderr = isQuery ? err.data() : withoutSentinel(err.data());
    int limit = isQuery ? QUERY_LIMIT : COMMAND_LIMIT;
    boolean tooMuch =
        out.overflow() || err.overflow() || stdout.length > limit || stderr.length > limit;
    FrameResult.Status status = tooMuch ? FrameResult.Status.TOO_MUCH_OUTPUT : status(words[1]);
    try {
      int exitCode = status == FrameResult.Status.ENDED ? Integer.parseInt(words[2]) : -1;
      return new FrameResult(status, exitCode, stdout, stderr, elapsed(words[3], words[4]));
    } catch (NumberFormatException e) {
      throw new LineLostException("an answer holds no number where it should");
    }
  }

  private static FrameResult.Status status(String word) throws LineLostException {
    return switch (word) {
      case "E" -> FrameResult.Status.ENDED;
      case "T" -> FrameResult.Status.TIMED_OUT;
      case "B" -> FrameResult.Status.TOO_MUCH_OUTPUT;
      default -> throw new LineLostException("an answer has an unknown status");
    };
  }

  private static Duration elapsed(String from, String to) {
    BigDecimal seconds = new BigDecimal(to).subtract(new BigDecimal(from));
    return Duration.ofMillis(Math.max(0, seconds.movePointRight(3).longValue()));
  }

  private byte[] withoutSentinel(byte[] data) {
    int at = Splitter.indexOf(data, data.length, sentinel.getBytes(StandardCharsets.US_ASCII), 0);
    return at < 0 ? data : Arrays.copyOf(data, at);
  }
}
