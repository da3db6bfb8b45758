package dev.provision.host.files;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Wanted permissions as a user writes them: octal digits, or changes such as {@code u=rw,g-w,o=}.
 * What they come to depends on what is there.
 */
public final class FileMode {

  private static final int EXECUTE = 0111;
  private static final Pattern OCTAL = Pattern.compile("(0o)?[0-7]{1,5}");
  private static final Pattern CLAUSE = Pattern.compile("([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)");
  private static final Pattern ACTION = Pattern.compile("([-+=])([ugo]|[rwxXst]*)");

  private final String written;
  private final List<Change> changes;

  private FileMode(String written, List<Change> changes) {
    this.written = written;
    this.changes = List.copyOf(changes);
  }

  public static FileMode of(Mode mode) {
    return parse(mode.toString());
  }

  /**
   * @throws IllegalArgumentException saying what a mode looks like
   */
  public static FileMode parse(String written) {
    String text = written.strip();
    if (OCTAL.matcher(text).matches()) {
      int bits = Integer.parseInt(text.startsWith("0o") ? text.substring(2) : text, 8);
      if (bits <= 07777) {
        return new FileMode(written, List.of(new Change(07777, '=', Integer.toOctalString(bits))));
      }
    }
    List<Change> changes = new ArrayList<>();
    for (String clause : text.split(",", -1)) {
      Matcher matcher = CLAUSE.matcher(clause.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "must be octal digits in quotes (\"0644\") or changes (\"u=rw,g=r,o=\"), not \""
                + written
                + "\".");
      }
      addChanges(matcher.group(1), matcher.group(2), changes);
    }
    return new FileMode(written, changes);
  }

  private static void addChanges(String who, String actions, List<Change> changes) {
    Matcher action = ACTION.matcher(actions);
    while (action.find()) {
      changes.add(new Change(mask(who), action.group(1).charAt(0), action.group(2)));
    }
  }

  private static int mask(String who) {
    int mask = 0;
    for (char c : who.toCharArray()) {
      mask |=
          switch (c) {
            case 'u' -> 04700;
            case 'g' -> 02070;
            case 'o' -> 01007;
            default -> 07777;
          };
    }
    return mask == 0 ? 07777 : mask;
  }

  /**
   * Reads an argument. YAML reads {@code 0644} as the number 420, which is meant; {@code 644} stays
   * the number 644, which is 01204 and never meant.
   *
   * @throws IllegalArgumentException in words that go on after "The argument mode"
   */
  public static FileMode fromValue(Value value) {
    if (!(value instanceof Value.Int number)) {
      if (value instanceof Value.Str str) {
        return parse(str.reveal());
      }
      throw new IllegalArgumentException(
          "must be octal digits in quotes (\"0644\"), not a " + value.typeName() + ".");
    }
    if (number.value().signum() < 0 || number.value().bitLength() > 12) {
      throw new IllegalArgumentException(
          "must be octal digits in quotes (\"0644\"), not the number " + number + ".");
    }
    int bits = number.value().intValue();
    String digits = number.value().toString();
    if (OCTAL.matcher(digits).matches()
        && !isPlausible(bits)
        && isPlausible(Integer.parseInt(digits, 8))) {
      throw new IllegalArgumentException(
          String.format(
              "is the decimal number %s, which as a mode means %04o. Write it in quotes: \"0%s\".",
              digits, bits, digits));
    }
    return of(new Mode(bits));
  }

  /**
   * Whether somebody may want this: nobody is given writing without reading, nor others more than
   * the owner.
   */
  private static boolean isPlausible(int bits) {
    int user = bits >> 6 & 7;
    int group = bits >> 3 & 7;
    int other = bits & 7;
    return bits <= 07777
        && canBeMeant(user)
        && canBeMeant(group)
        && canBeMeant(other)
        && (group & ~user) == 0
        && (other & ~user) == 0;
  }

  private static boolean canBeMeant(int permissions) {
    return (permissions & 2) == 0 || (permissions & 4) != 0;
  }

  /** What it comes to for something that has {@code now}. */
  public Mode applyTo(Mode now, boolean isFolder) {
    int bits = now.bits();
    for (Change change : changes) {
      bits = change.applyTo(bits, isFolder);
    }
    return new Mode(bits);
  }

  private record Change(int mask, char action, String permissions) {

    int applyTo(int bits, boolean isFolder) {
      int wanted = wanted(bits, isFolder) & mask;
      return switch (action) {
        case '+' -> bits | wanted;
        case '-' -> bits & ~wanted;
        default -> bits & ~(isOctal() ? mask : kept(isFolder)) | wanted;
      };
    }

    /** chmod's {@code g=rx} leaves a folder's setgid bit alone. */
    private int kept(boolean isFolder) {
      return isFolder ? mask & ~(06000 & ~namedSpecial()) : mask;
    }

    private int namedSpecial() {
      return permissions.contains("s") ? 06000 : 0;
    }

    private boolean isOctal() {
      return !permissions.isEmpty() && Character.isDigit(permissions.charAt(0));
    }

    private int wanted(int bits, boolean isFolder) {
      if (isOctal()) {
        return Integer.parseInt(permissions, 8);
      }
      int wanted = 0;
      for (char c : permissions.toCharArray()) {
        wanted |=
            switch (c) {
              case 'r' -> 0444;
              case 'w' -> 0222;
              case 'x' -> EXECUTE;
              case 'X' -> isFolder || (bits & EXECUTE) != 0 ? EXECUTE : 0;
              case 's' -> 06000;
              case 't' -> 01000;
              case 'u' -> repeated(bits >> 6 & 7);
              case 'g' -> repeated(bits >> 3 & 7);
              default -> repeated(bits & 7);
            };
      }
      return wanted;
    }

    private static int repeated(int permissions) {
      return permissions << 6 | permissions << 3 | permissions;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileMode mode && mode.written.equals(written);
  }

  @Override
  public int hashCode() {
    return written.hashCode();
  }

  @Override
  public String toString() {
    return written;
  }
}
