package dev.provision.template;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Python's {@code strftime} and {@code strptime} in the C locale. */
final class DateFormat {

  private DateFormat() {}

  static String format(LocalDateTime time, ZoneId zone, String format) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      char c = format.charAt(at++);
      if (c != '%' || at == format.length()) {
        out.append(c);
        continue;
      }
      boolean unpadded = format.charAt(at) == '-' && at + 1 < format.length();
      at += unpadded ? 1 : 0;
      String part = part(time, zone, format.charAt(at++));
      out.append(unpadded ? part.replaceFirst("^[0 ]+(?=.)", "") : part);
    }
    return out.toString();
  }

  private static String part(LocalDateTime time, ZoneId zone, char letter) {
    DayOfWeek day = time.getDayOfWeek();
    int fromSunday = day.getValue() % 7;
    return switch (letter) {
      case 'Y' -> String.valueOf(time.getYear());
      case 'C' -> two(time.getYear() / 100);
      case 'y' -> two(time.getYear() % 100);
      case 'm' -> two(time.getMonthValue());
      case 'd' -> two(time.getDayOfMonth());
      case 'e' -> String.format("%2d", time.getDayOfMonth());
      case 'H' -> two(time.getHour());
      case 'k' -> String.format("%2d", time.getHour());
      case 'I' -> two(twelve(time.getHour()));
      case 'l' -> String.format("%2d", twelve(time.getHour()));
      case 'M' -> two(time.getMinute());
      case 'S' -> two(time.getSecond());
      case 'f' -> String.format("%06d", time.getNano() / 1000);
      case 'p' -> time.getHour() < 12 ? "AM" : "PM";
      case 'P' -> time.getHour() < 12 ? "am" : "pm";
      case 'j' -> String.format("%03d", time.getDayOfYear());
      case 'a' -> day.getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
      case 'A' -> day.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case 'b', 'h' -> time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
      case 'B' -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case 'u' -> String.valueOf(day.getValue());
      case 'w' -> String.valueOf(fromSunday);
      case 'U' -> two((time.getDayOfYear() + 6 - fromSunday) / 7);
      case 'W' -> two((time.getDayOfYear() + 6 - (day.getValue() - 1)) / 7);
      case 'V' -> two(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
      case 'G' -> String.valueOf(time.get(IsoFields.WEEK_BASED_YEAR));
      case 'D', 'x' -> format(time, zone, "%m/%d/%y");
      case 'F' -> format(time, zone, "%Y-%m-%d");
      case 'T', 'X' -> format(time, zone, "%H:%M:%S");
      case 'R' -> format(time, zone, "%H:%M");
      case 'r' -> format(time, zone, "%I:%M:%S %p");
      case 'c' -> format(time, zone, "%a %b %e %H:%M:%S %Y");
      case 's' -> String.valueOf(time.atZone(zone).toEpochSecond());
      case 'z' -> zone.getRules().getOffset(time).getId().replace("Z", "+0000").replace(":", "");
      case 'Z' -> zoneName(time, zone);
      case 'n' -> "\n";
      case 't' -> "\t";
      case '%' -> "%";
      default -> "%" + letter;
    };
  }

  private static String zoneName(LocalDateTime time, ZoneId zone) {
    return time.atZone(zone)
        .format(java.time.format.DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH))
        .replaceFirst("^Z$", "UTC");
  }

  private static String two(int number) {
    return String.format("%02d", number);
  }

  private static int twelve(int hour) {
    return hour % 12 == 0 ? 12 : hour % 12;
  }

  /** Reads {@code text}; what the format does not name is that of 1900-01-01 00:00:00. */
  static LocalDateTime parse(String text, String format) {
    return new Reader(text, format).read();
  }

  private static final class Reader {
    private final String text;
    private final String format;
    private final Map<Character, Integer> found = new HashMap<>();
    private int at;

    Reader(String text, String format) {
      this.text = text;
      this.format = format;
    }

    LocalDateTime read() {
      for (int i = 0; i < format.length(); i++) {
        char c = format.charAt(i);
        if (c == '%' && i + 1 < format.length()) {
          i++;
          part(format.charAt(i));
        } else if (Character.isWhitespace(c)) {
          skipBlanks();
        } else {
          literal(c);
        }
      }
      if (at < text.length()) {
        throw fault();
      }
      try {
        return time();
      } catch (DateTimeException e) {
        throw fault();
      }
    }

    private Fault fault() {
      return Fault.of("The time \"" + text + "\" does not fit the format \"" + format + "\".");
    }

    private void skipBlanks() {
      int from = at;
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (at == from) {
        throw fault();
      }
    }

    private void literal(char c) {
      if (at >= text.length()
          || Character.toLowerCase(text.charAt(at)) != Character.toLowerCase(c)) {
        throw fault();
      }
      at++;
    }

    private void part(char letter) {
      switch (letter) {
        case 'Y' -> found.put('Y', digits(4));
        case 'y' -> {
          int year = digits(2);
          found.put('Y', year < 69 ? 2000 + year : 1900 + year);
        }
        case 'm', 'd', 'H', 'I', 'M', 'S' -> found.put(letter, digits(2));
        case 'e' -> found.put('d', digits(2));
        case 'j' -> found.put('j', digits(3));
        case 'f' -> fraction();
        case 'p' -> found.put('p', word(new String[] {"AM", "PM"}));
        case 'b', 'B', 'h' -> found.put('m', 1 + word(months(letter)));
        case 'a', 'A' -> word(days(letter));
        case 'z', 'Z' -> zone();
        case 'T' -> several("%H:%M:%S");
        case 'F' -> several("%Y-%m-%d");
        case '%' -> literal('%');
        default -> throw Fault.of("\"%" + letter + "\" can't be read from a time.");
      }
    }

    private void several(String parts) {
      for (int i = 0; i < parts.length(); i++) {
        if (parts.charAt(i) == '%') {
          i++;
          part(parts.charAt(i));
        } else {
          literal(parts.charAt(i));
        }
      }
    }

    private int digits(int most) {
      int from = at;
      while (at < text.length() && at < from + most && Character.isDigit(text.charAt(at))) {
        at++;
      }
      if (at == from || most == 4 && at - from != 4) {
        throw fault();
      }
      return Integer.parseInt(text.substring(from, at));
    }

    private void fraction() {
      int from = at;
      int number = digits(6);
      found.put('f', number * (int) Math.pow(10, 6 - (at - from)));
    }

    private int word(String[] words) {
      for (int i = 0; i < words.length; i++) {
        if (text.regionMatches(true, at, words[i], 0, words[i].length())) {
          at += words[i].length();
          return i;
        }
      }
      throw fault();
    }

    private static String[] months(char letter) {
      TextStyle style = letter == 'B' ? TextStyle.FULL : TextStyle.SHORT;
      String[] names = new String[12];
      for (int i = 0; i < 12; i++) {
        names[i] = java.time.Month.of(i + 1).getDisplayName(style, Locale.ENGLISH);
      }
      return names;
    }

    private static String[] days(char letter) {
      TextStyle style = letter == 'A' ? TextStyle.FULL : TextStyle.SHORT;
      String[] names = new String[7];
      for (int i = 0; i < 7; i++) {
        names[i] = DayOfWeek.of(i + 1).getDisplayName(style, Locale.ENGLISH);
      }
      return names;
    }

    /** A zone is read over: Python's result without one counts as local time as well. */
    private void zone() {
      int from = at;
      while (at < text.length()
          && "+-:".indexOf(text.charAt(at))
                  + 1
                  + (Character.isLetterOrDigit(text.charAt(at)) ? 1 : 0)
              > 0) {
        at++;
      }
      if (at == from) {
        throw fault();
      }
    }

    private LocalDateTime time() {
      int year = found.getOrDefault('Y', 1900);
      LocalDate date =
          found.containsKey('j')
              ? LocalDate.ofYearDay(year, found.getOrDefault('j', 1))
              : LocalDate.of(year, found.getOrDefault('m', 1), found.getOrDefault('d', 1));
      int hour = found.getOrDefault('H', 0);
      if (found.containsKey('I')) {
        hour = found.getOrDefault('I', 0) % 12 + 12 * found.getOrDefault('p', 0);
      }
      LocalTime time =
          LocalTime.of(hour, found.getOrDefault('M', 0), Math.min(59, found.getOrDefault('S', 0)))
              .with(ChronoField.MICRO_OF_SECOND, found.getOrDefault('f', 0));
      return LocalDateTime.of(date, time);
    }
  }
}
