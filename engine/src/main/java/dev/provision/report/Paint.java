package dev.provision.report;

import dev.provision.run.event.RunEvent.Status;

/** ANSI colours, or none. */
final class Paint {

  private final boolean color;

  Paint(boolean color) {
    this.color = color;
  }

  String bold(String text) {
    return wrap("1", text);
  }

  String dim(String text) {
    return wrap("2", text);
  }

  String red(String text) {
    return wrap("31", text);
  }

  String green(String text) {
    return wrap("32", text);
  }

  String yellow(String text) {
    return wrap("33", text);
  }

  String cyan(String text) {
    return wrap("36", text);
  }

  String status(Status status, String text) {
    return switch (status) {
      case OK -> green(text);
      case CHANGED -> yellow(text);
      case SKIPPED -> cyan(text);
      case FAILED, UNREACHABLE -> red(text);
      case RESCUED, IGNORED -> wrap("35", text);
    };
  }

  /** A line of a unified diff by its first character. */
  String diff(String line) {
    if (line.startsWith("@@")) {
      return cyan(line);
    }
    if (line.startsWith("+")) {
      return green(line);
    }
    return line.startsWith("-") ? red(line) : line;
  }

  private String wrap(String code, String text) {
    return color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
