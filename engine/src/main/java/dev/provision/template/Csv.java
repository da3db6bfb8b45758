package dev.provision.template;

import java.util.ArrayList;
import java.util.List;

/** Rows of comma separated values, quoted as in RFC 4180. */
final class Csv {

  private Csv() {}

  static List<List<String>> rows(String text, char delimiter) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        boolean doubled = c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
        if (doubled || c != '"') {
          cell.append(c);
          i += doubled ? 1 : 0;
        } else {
          quoted = false;
        }
      } else if (c == '"' && cell.length() == 0) {
        quoted = true;
      } else if (c == delimiter) {
        row.add(take(cell));
      } else if (c == '\n') {
        row.add(take(cell));
        rows.add(row);
        row = new ArrayList<>();
      } else if (c != '\r') {
        cell.append(c);
      }
    }
    if (cell.length() > 0 || !row.isEmpty()) {
      row.add(take(cell));
      rows.add(row);
    }
    return rows;
  }

  private static String take(StringBuilder cell) {
    String text = cell.toString();
    cell.setLength(0);
    return text;
  }
}
