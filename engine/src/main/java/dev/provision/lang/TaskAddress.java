package dev.provision.lang;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a task stands, in typed segments: {@code playbooks/db.yml › play 1 › role mysql › task 7 ›
 * item 2}. Unique within a run.
 */
public record TaskAddress(List<Segment> segments) {

  private static final String PARTED_BY = " › ";

  /** What a segment names. */
  public enum Kind {
    /** A file. */
    PLAYBOOK,
    /** The n-th play of the playbook. */
    PLAY,
    /** A role by its name. */
    ROLE,
    /** The n-th task of the play or role, blocks and imports flattened. */
    TASK,
    /** The n-th handler of the play or role. */
    HANDLER,
    /** The n-th item of a loop. */
    ITEM
  }

  /**
   * One step of the way down.
   *
   * @param label a name, or a number from 1
   */
  public record Segment(Kind kind, String label) {
    @Override
    public String toString() {
      return kind == Kind.PLAYBOOK ? label : kind.name().toLowerCase(Locale.ROOT) + " " + label;
    }
  }

  public TaskAddress {
    segments = List.copyOf(segments);
  }

  public static TaskAddress playbook(String file) {
    return new TaskAddress(List.of(new Segment(Kind.PLAYBOOK, file)));
  }

  public TaskAddress play(int number) {
    return with(Kind.PLAY, Integer.toString(number));
  }

  public TaskAddress role(String name) {
    return with(Kind.ROLE, name);
  }

  public TaskAddress task(int number) {
    return with(Kind.TASK, Integer.toString(number));
  }

  public TaskAddress handler(int number) {
    return with(Kind.HANDLER, Integer.toString(number));
  }

  public TaskAddress item(int number) {
    return with(Kind.ITEM, Integer.toString(number));
  }

  private TaskAddress with(Kind kind, String label) {
    List<Segment> more = new ArrayList<>(segments);
    more.add(new Segment(kind, label));
    return new TaskAddress(more);
  }

  public boolean startsWith(TaskAddress prefix) {
    return segments.size() >= prefix.segments.size()
        && segments.subList(0, prefix.segments.size()).equals(prefix.segments);
  }

  /**
   * Reads the text form; {@code >} may stand for {@code ›}. Nothing where the text is no address.
   */
  public static Optional<TaskAddress> parse(String text) {
    List<Segment> segments = new ArrayList<>();
    for (String part : text.split("\\s*[›>]\\s*", -1)) {
      Optional<Segment> segment = segments.isEmpty() ? file(part) : segment(part);
      if (segment.isEmpty()) {
        return Optional.empty();
      }
      segments.add(segment.get());
    }
    return segments.size() < 2 ? Optional.empty() : Optional.of(new TaskAddress(segments));
  }

  private static Optional<Segment> file(String part) {
    return part.isBlank()
        ? Optional.empty()
        : Optional.of(new Segment(Kind.PLAYBOOK, part.strip()));
  }

  private static Optional<Segment> segment(String part) {
    String[] words = part.strip().split(" ", 2);
    if (words.length != 2) {
      return Optional.empty();
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.PLAYBOOK && kind.name().toLowerCase(Locale.ROOT).equals(words[0])) {
        boolean valid = kind == Kind.ROLE || words[1].matches("[1-9][0-9]{0,8}");
        return valid ? Optional.of(new Segment(kind, words[1])) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return String.join(PARTED_BY, segments.stream().map(Segment::toString).toList());
  }
}
