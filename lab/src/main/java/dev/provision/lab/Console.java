package dev.provision.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a guest has written to its serial line. */
final class Console {

  private static final Pattern UP =
      Pattern.compile("(?m)^provision-lab: up ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\s*$");
  private static final Pattern CONTROL =
      Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]|[\\x00-\\x08\\x0b-\\x1f]");
  private static final int LAST_LINES = 12;

  private final Path file;

  Console(Path file) {
    this.file = file;
  }

  /** The boots, by their ids, that have come as far as sshd, oldest first. */
  List<String> boots() {
    Matcher matcher = UP.matcher(text());
    return matcher.results().map(result -> result.group(1)).toList();
  }

  /** Its last lines, without terminal control. */
  String end() {
    List<String> lines =
        CONTROL.matcher(text()).replaceAll("").lines().filter(line -> !line.isBlank()).toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private String text() {
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      throw LabFailure.of("\"" + file + "\" can't be read: " + e.getMessage(), e);
    }
  }
}
