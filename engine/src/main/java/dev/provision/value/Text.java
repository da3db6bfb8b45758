package dev.provision.value;

import java.util.ArrayList;
import java.util.List;

/**
 * Characters of which some ranges came from a secret. The marks survive joining and cutting, so
 * that a rendered file can be shown with all but its secrets.
 *
 * @param reveal the real characters: for the wire, never for a view
 * @param secrets the marked ranges, ascending, not touching each other
 */
public record Text(String reveal, List<Span> secrets) {

  /** What stands for a secret range in every view. */
  public static final String MASK = "********";

  /** A range of characters: from {@code start} up to but not including {@code end}. */
  public record Span(int start, int end) {}

  public Text {
    secrets = List.copyOf(secrets);
  }

  public static Text plain(String text) {
    return new Text(text, List.of());
  }

  public static Text secret(String text) {
    return text.isEmpty() ? plain(text) : new Text(text, List.of(new Span(0, text.length())));
  }

  public boolean hasSecret() {
    return !secrets.isEmpty();
  }

  /** The text for a view: each secret range is one mask, whatever its length. */
  public String shown() {
    if (secrets.isEmpty()) {
      return reveal;
    }
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (Span span : secrets) {
      out.append(reveal, at, span.start).append(MASK);
      at = span.end;
    }
    return out.append(reveal.substring(at)).toString();
  }

  public Text plus(Text other) {
    if (secrets.isEmpty() && other.secrets.isEmpty()) {
      return plain(reveal + other.reveal);
    }
    Builder builder = new Builder();
    return builder.append(this).append(other).build();
  }

  /**
   * Characters {@code from} up to but not including {@code to}, with the marks that fall into them.
   */
  public Text slice(int from, int to) {
    List<Span> cut = new ArrayList<>();
    for (Span span : secrets) {
      int start = Math.max(span.start, from);
      int end = Math.min(span.end, to);
      if (start < end) {
        cut.add(new Span(start - from, end - from));
      }
    }
    return new Text(reveal.substring(from, to), cut);
  }

  /** Never the real characters where there is a secret. */
  @Override
  public String toString() {
    return shown();
  }

  /** Joins pieces and keeps their marks. */
  public static final class Builder {

    private final StringBuilder text = new StringBuilder();
    private final List<Span> spans = new ArrayList<>();

    public Builder append(String plain) {
      text.append(plain);
      return this;
    }

    public Builder append(Text piece) {
      int offset = text.length();
      text.append(piece.reveal);
      for (Span span : piece.secrets) {
        add(new Span(span.start + offset, span.end + offset));
      }
      return this;
    }

    private void add(Span span) {
      int last = spans.size() - 1;
      if (last >= 0 && spans.get(last).end == span.start) {
        spans.set(last, new Span(spans.get(last).start, span.end));
      } else {
        spans.add(span);
      }
    }

    public Text build() {
      return new Text(text.toString(), spans);
    }
  }
}
