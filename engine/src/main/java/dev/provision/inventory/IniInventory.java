package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads inventories in INI form. */
final class IniInventory {

  private static final Pattern SECTION =
      Pattern.compile("\\[([^:\\]\\s]+)(?::(\\w+))?]\\s*(?:#.*)?");

  private final InventoryDraft draft;
  private final Problems problems;
  private final String file;

  /** Groups that a section speaks of before, or without, a section of their own. */
  private final Map<String, Position> wanted = new LinkedHashMap<>();

  private final Map<String, Position> declared = new LinkedHashMap<>();
  private final List<Runnable> links = new ArrayList<>();

  private String group = InventoryDraft.UNGROUPED;
  private Kind kind = Kind.HOSTS;

  private enum Kind {
    HOSTS,
    VARS,
    CHILDREN,
    SKIPPED
  }

  IniInventory(InventoryDraft draft, String file) {
    this.draft = draft;
    this.problems = draft.problems();
    this.file = file;
  }

  void read(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      int column = lines.get(i).length() - lines.get(i).stripLeading().length() + 1;
      if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != ';') {
        line(line, new Position(file, i + 1, column, line.length()));
      }
    }
    wanted.forEach(this::checkDeclared);
    links.forEach(Runnable::run);
  }

  private void checkDeclared(String name, Position at) {
    if (!declared.containsKey(name) && !draft.hasGroup(name)) {
      problems.error(
          ErrorCode.UNKNOWN_GROUP,
          at,
          "No section [" + name + "] or [" + name + ":children] declares this group.");
    }
  }

  private void line(String line, Position at) {
    Matcher section = SECTION.matcher(line);
    if (section.matches()) {
      section(section, at);
      return;
    }
    if (line.startsWith("[") && HostName.parse(line.split("\\s", 2)[0]).name().startsWith("[")) {
      problems.error(
          ErrorCode.INVALID_INVENTORY,
          at,
          "This is no section: it must read [group], [group:vars] or [group:children].");
      kind = Kind.SKIPPED;
      return;
    }
    switch (kind) {
      case HOSTS -> host(line, at);
      case VARS -> variable(line, at);
      case CHILDREN -> child(line, at);
      case SKIPPED -> {}
    }
  }

  private void section(Matcher section, Position at) {
    group = section.group(1);
    String modifier = Optional.ofNullable(section.group(2)).orElse("");
    switch (modifier) {
      case "" -> {
        kind = Kind.HOSTS;
        declare(at);
      }
      case "children" -> {
        kind = Kind.CHILDREN;
        declare(at);
      }
      case "vars" -> {
        kind = Kind.VARS;
        wanted.putIfAbsent(group, at);
      }
      default -> {
        kind = Kind.SKIPPED;
        problems.error(
            ErrorCode.INVALID_INVENTORY,
            at,
            "A section can't end in \":"
                + modifier
                + "\": there are [group], [group:vars] and [group:children].");
      }
    }
  }

  private void declare(Position at) {
    declared.putIfAbsent(group, at);
    draft.addGroup(group);
  }

  // Hosts

  private void host(String line, Position at) {
    Optional<List<Word>> words = words(line);
    if (words.isEmpty()) {
      problems.error(
          ErrorCode.INVALID_INVENTORY, at, "A quote is opened in this line and not closed.");
      return;
    }
    if (words.get().isEmpty()) {
      return;
    }
    Word first = words.get().get(0);
    HostName parsed = HostName.parse(first.text);
    Position nameAt = shifted(at, first.start, first.length);
    List<String> names;
    try {
      names = HostRange.expand(parsed.name());
    } catch (IllegalArgumentException e) {
      problems.error(ErrorCode.INVALID_INVENTORY, nameAt, String.valueOf(e.getMessage()));
      return;
    }
    Map<Value, Value> vars = new LinkedHashMap<>();
    parsed
        .port()
        .ifPresent(p -> vars.put(Value.of("ansible_port").at(nameAt), Value.of(p).at(nameAt)));
    words.get().stream().skip(1).forEach(word -> hostVariable(word, at, vars));
    for (String name : names) {
      draft.hostInGroup(name, group, nameAt);
      draft.hostVars(name, Value.dictOf(vars));
    }
  }

  private void hostVariable(Word word, Position line, Map<Value, Value> vars) {
    Position at = shifted(line, word.start, word.length);
    int equals = word.text.indexOf('=');
    if (equals < 1) {
      problems.error(
          ErrorCode.INVALID_INVENTORY,
          at,
          "After a host's name come its variables as name=value, and this is none.");
      return;
    }
    Value value = PythonLiteral.parse(word.text.substring(equals + 1));
    vars.put(Value.of(word.text.substring(0, equals)).at(at), value.at(at));
  }

  private static Position shifted(Position line, int offset, int length) {
    return new Position(line.file(), line.line(), line.column() + offset, Math.max(1, length));
  }

  // Variables and children

  private void variable(String line, Position at) {
    int equals = line.indexOf('=');
    if (equals < 1) {
      problems.error(
          ErrorCode.INVALID_INVENTORY, at, "A line of [" + group + ":vars] reads name=value.");
      return;
    }
    String name = line.substring(0, equals).strip();
    String text = line.substring(equals + 1).strip();
    Value value = PythonLiteral.parse(text);
    int offset = line.length() - text.length();
    String owner = group;
    Value key = Value.of(name).at(at.withLength(name.length()));
    Value placed = value.at(shifted(at, offset, text.length()));
    links.add(
        () -> {
          if (draft.hasGroup(owner)) {
            draft.groupVar(owner, key, placed);
          }
        });
  }

  private void child(String line, Position at) {
    String name = line.split("\\s+#|\\s", 2)[0];
    Position nameAt = at.withLength(name.length());
    wanted.putIfAbsent(name, nameAt);
    String parent = group;
    links.add(
        () -> {
          if (draft.hasGroup(name)) {
            draft.childGroup(parent, name, nameAt);
          }
        });
  }

  // Words

  private record Word(String text, int start, int length) {}

  /** Words as a shell parts them, up to a comment; nothing where a quote is left open. */
  private static Optional<List<Word>> words(String line) {
    List<Word> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int start = -1;
    char quote = 0;
    for (int i = 0; i <= line.length(); i++) {
      char c = i < line.length() ? line.charAt(i) : ' ';
      if (i == line.length() && quote != 0) {
        return Optional.empty();
      }
      if (quote == 0 && (Character.isWhitespace(c) || (c == '#' && start < 0))) {
        if (start >= 0) {
          words.add(new Word(word.toString(), start, i - start));
        }
        start = -1;
        word.setLength(0);
        if (c == '#') {
          break;
        }
        continue;
      }
      start = start < 0 ? i : start;
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
        i++;
        word.append(escaped(quote, line.charAt(i)));
      } else {
        word.append(c);
      }
    }
    return Optional.of(words);
  }

  /** In double quotes only a quote and a backslash are escaped. */
  private static String escaped(char quote, char c) {
    return quote == '"' && c != '"' && c != '\\' ? "\\" + c : Character.toString(c);
  }
}
