package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Finds the hosts that a pattern means. */
final class HostPattern {

  private static final Pattern SLICED = Pattern.compile("(.+)\\[(?:(-?\\d+)|(\\d*)[:-](\\d*))]");

  private final Inventory inventory;
  private final Position at;
  private final Problems problems;

  HostPattern(Inventory inventory, Position at, Problems problems) {
    this.inventory = inventory;
    this.at = at;
    this.problems = problems;
  }

  List<Host> select(List<String> patterns) {
    List<String> parts = patterns.stream().flatMap(p -> split(p).stream()).toList();
    List<String> added = parts.stream().filter(p -> !isModifier(p)).toList();
    Set<Host> found = new LinkedHashSet<>();
    for (String part : added.isEmpty() ? List.of(InventoryDraft.ALL) : added) {
      found.addAll(part(part));
    }
    // As in Ansible, what is required and what is left out comes after all that is added.
    parts.stream()
        .filter(p -> p.startsWith("&"))
        .forEach(p -> found.retainAll(part(p.substring(1))));
    parts.stream()
        .filter(p -> p.startsWith("!"))
        .forEach(p -> found.removeAll(part(p.substring(1))));
    return List.copyOf(found);
  }

  private static boolean isModifier(String part) {
    return part.startsWith("&") || part.startsWith("!");
  }

  /** Parts at commas, else at colons that stand neither in brackets nor in an IPv6 address. */
  static List<String> split(String pattern) {
    List<String> parts = new ArrayList<>();
    char parter = pattern.indexOf(',') >= 0 ? ',' : ':';
    boolean whole = parter == ':' && (isIpv6(pattern) || pattern.startsWith("~"));
    StringBuilder part = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == parter && depth <= 0 && !whole) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts.stream().map(String::strip).filter(p -> !p.isEmpty()).toList();
  }

  private static boolean isIpv6(String text) {
    String address = text.startsWith("!") || text.startsWith("&") ? text.substring(1) : text;
    return (address.contains("::") && address.matches("[0-9a-fA-F:.%]+"))
        || address.matches("(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}");
  }

  private Collection<Host> part(String part) {
    if (part.startsWith("~")) {
      return regex(part.substring(1));
    }
    if (inventory.group(part).isEmpty() && inventory.host(part).isEmpty()) {
      Matcher sliced = SLICED.matcher(part);
      if (sliced.matches()) {
        return slice(List.copyOf(plain(sliced.group(1))), sliced);
      }
    }
    return plain(part);
  }

  private Collection<Host> plain(String part) {
    Optional<Group> group = inventory.group(part);
    if (group.isPresent()) {
      return hosts(group.get());
    }
    Optional<Host> host = inventory.host(part);
    if (host.isPresent()) {
      return List.of(host.get());
    }
    if (isGlob(part)) {
      Pattern glob = glob(part);
      return matching(name -> glob.matcher(name).matches(), part);
    }
    unknown(part);
    return List.of();
  }

  private static boolean isGlob(String part) {
    return part.indexOf('*') >= 0 || part.indexOf('?') >= 0 || part.indexOf('[') >= 0;
  }

  /** Shell globbing: {@code *}, {@code ?}, {@code [abc]}, {@code [!abc]}. */
  static Pattern glob(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      int end = c == '[' ? glob.indexOf(']', i + 2) : -1;
      if (end > 0) {
        String set = glob.substring(i + 1, end).replace("\\", "\\\\");
        regex.append('[').append(set.startsWith("!") ? "^" + set.substring(1) : set).append(']');
        i = end;
      } else if (c == '*') {
        regex.append(".*");
      } else {
        regex.append(c == '?' ? "." : Pattern.quote(Character.toString(c)));
      }
    }
    try {
      return Pattern.compile(regex.toString());
    } catch (PatternSyntaxException e) {
      return Pattern.compile(Pattern.quote(glob));
    }
  }

  private Collection<Host> regex(String regex) {
    Pattern compiled;
    try {
      compiled = Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      problems.error(
          ErrorCode.INVALID_PATTERN,
          at,
          "\"~" + regex + "\" is no regular expression: " + e.getDescription() + ".");
      return List.of();
    }
    return matching(name -> compiled.matcher(name).lookingAt(), "~" + regex);
  }

  private Collection<Host> matching(Predicate<String> matches, String part) {
    Set<Host> found = new LinkedHashSet<>();
    for (Group group : inventory.groups()) {
      if (matches.test(group.name())) {
        found.addAll(hosts(group));
      }
    }
    inventory.hosts().stream().filter(host -> matches.test(host.name())).forEach(found::add);
    if (found.isEmpty()) {
      unknown(part);
    }
    return found;
  }

  private List<Host> hosts(Group group) {
    return group.hosts().stream().flatMap(name -> inventory.host(name).stream()).toList();
  }

  /** {@code [2]}, {@code [-1]}, {@code [0:3]} with both ends counted, {@code [1:]}. */
  private static List<Host> slice(List<Host> hosts, Matcher sliced) {
    String single = sliced.group(2);
    if (single != null) {
      int index = Integer.parseInt(single);
      int place = index < 0 ? hosts.size() + index : index;
      return place >= 0 && place < hosts.size() ? List.of(hosts.get(place)) : List.of();
    }
    String first = sliced.group(3);
    String last = sliced.group(4);
    int from = first == null || first.isEmpty() ? 0 : Integer.parseInt(first);
    int to = last == null || last.isEmpty() ? hosts.size() : Integer.parseInt(last) + 1;
    int end = Math.min(to, hosts.size());
    return from < end ? hosts.subList(from, end) : List.of();
  }

  private void unknown(String part) {
    problems.error(
        ErrorCode.UNKNOWN_HOST,
        at,
        "No host and no group of the inventory is called \""
            + part
            + "\"."
            + Suggestions.didYouMean(part, inventory.names()).map(s -> " " + s).orElse(""));
  }
}
