package dev.provision.connect;

import dev.provision.host.HostInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a shell said of itself and its host when it was opened.
 *
 * @param folder where the shell keeps its record there; empty where no place can be written
 * @param isJoined whether that folder was there already
 * @param others names of other shells' folders beside it
 * @param info for the engine
 */
record Hello(String folder, boolean isJoined, List<String> others, HostInfo info) {

  /** Reads the lines of a hello. Never fails: what is missing or odd becomes empty. */
  static Hello parse(long userId, List<String> lines) {
    Map<String, String> said = new HashMap<>();
    List<String> others = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ", 2);
      String value = words.length > 1 ? words[1].trim() : "";
      if (words[0].equals("os")) {
        String[] assignment = value.split("=", 2);
        said.put("os " + assignment[0], unquoted(assignment.length > 1 ? assignment[1] : ""));
      } else if (words[0].equals("other")) {
        others.add(value);
      } else {
        said.put(words[0], value);
      }
    }
    return new Hello(
        said.getOrDefault("folder", ""),
        said.getOrDefault("joined", "").equals("1"),
        List.copyOf(others),
        info(userId, said));
  }

  private static HostInfo info(long userId, Map<String, String> said) {
    return new HostInfo(
        said.getOrDefault("kernel", ""),
        said.getOrDefault("release", ""),
        said.getOrDefault("machine", ""),
        said.getOrDefault("os ID", ""),
        said.getOrDefault("os VERSION_ID", ""),
        words(said.getOrDefault("os ID_LIKE", "")),
        said.getOrDefault("init", ""),
        userId,
        said.getOrDefault("user", ""),
        said.getOrDefault("home", ""),
        said.getOrDefault("name", ""),
        said.getOrDefault("boot", ""),
        words(said.getOrDefault("tools", "")));
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.split(" +"))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }

  /** A value of os-release: shell quoting without substitutions. */
  private static String unquoted(String value) {
    boolean quoted =
        value.length() >= 2
            && (value.charAt(0) == '"' || value.charAt(0) == '\'')
            && value.charAt(value.length() - 1) == value.charAt(0);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
