package dev.provision.connect.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A configuration with questions to it and the answers that OpenSSH's client gave ({@code ssh -G}).
 *
 * <p>The file: {@code --- config}, {@code --- file NAME} and their text, then for each question
 * {@code --- query ARGUMENTS} and the settings that differ from ssh's defaults.
 */
record SshConfigCase(String name, String head, Map<String, String> files, List<Query> queries) {

  /** A question: host and options, and the answer, one setting a line. */
  record Query(String arguments, List<String> answer) {

    String host() {
      return arguments.split(" ", 2)[0];
    }

    String options() {
      String[] parts = arguments.split(" ", 2);
      return parts.length > 1 ? parts[1] : "";
    }
  }

  static final List<String> KEYWORDS =
      List.of(
          "hostname",
          "user",
          "port",
          "identityfile",
          "certificatefile",
          "identityagent",
          "identitiesonly",
          "proxyjump",
          "proxycommand",
          "userknownhostsfile",
          "globalknownhostsfile",
          "hostkeyalias",
          "stricthostkeychecking",
          "hashknownhosts",
          "connecttimeout",
          "serveraliveinterval",
          "serveralivecountmax",
          "preferredauthentications",
          "pubkeyauthentication",
          "passwordauthentication",
          "kbdinteractiveauthentication");

  static SshConfigCase read(Path file) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    List<Query> queries = new ArrayList<>();
    String[] sections = Files.readString(file, StandardCharsets.UTF_8).split("(?m)^--- ");
    for (int i = 1; i < sections.length; i++) {
      String[] parts = sections[i].split("\n", 2);
      if (parts[0].equals("config")) {
        files.put("config", parts[1]);
      } else if (parts[0].startsWith("file ")) {
        files.put(parts[0].substring("file ".length()), parts[1]);
      } else {
        List<String> answer = parts[1].isBlank() ? List.of() : List.of(parts[1].split("\n"));
        queries.add(new Query(parts[0].substring("query ".length()), answer));
      }
    }
    return new SshConfigCase(
        file.getFileName().toString(), sections[0], files, List.copyOf(queries));
  }

  String text() {
    StringBuilder out = new StringBuilder(head);
    files.forEach(
        (name, text) ->
            out.append("--- ")
                .append(name.equals("config") ? "config" : "file " + name)
                .append('\n')
                .append(text));
    for (Query query : queries) {
      out.append("--- query ").append(query.arguments()).append('\n');
      query.answer().forEach(line -> out.append(line).append('\n'));
    }
    return out.toString();
  }

  /** Puts the files into a folder; returns the main one. */
  Path write(Path folder) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(
          folder.resolve(file.getKey()),
          file.getValue().replace("@DIR@", folder.toString()),
          StandardCharsets.UTF_8);
    }
    return folder.resolve("config");
  }

  /** What OpenSSH's client says now. */
  List<String> askSsh(Query query, Path config) throws IOException, InterruptedException {
    List<String> ours = run(query.options(), query.host(), config.toString());
    List<String> defaults = run("", "default.invalid", "none");
    List<String> answer = new ArrayList<>(ours);
    for (String line : defaults) {
      if (!line.startsWith("hostname ")) {
        answer.remove(line);
      }
    }
    return answer;
  }

  private static List<String> run(String options, String host, String config)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ssh", "-G", "-F", config));
    command.addAll(ConfigWords.shellWords(options));
    command.add(host);
    Map<String, List<String>> found = new TreeMap<>();
    for (String line : Sshd.run(command).split("\n")) {
      String keyword = line.split(" ", 2)[0];
      if (KEYWORDS.contains(keyword)) {
        String home = System.getProperty("user.home") + "/";
        found.computeIfAbsent(keyword, k -> new ArrayList<>()).add(line.replace(home, "~/"));
      }
    }
    List<String> lines = new ArrayList<>();
    for (String keyword : KEYWORDS) {
      lines.addAll(found.getOrDefault(keyword, List.of()));
    }
    return lines;
  }

  /** What our own reader says, in the same form. */
  static List<String> ask(SshConfig config, Query query, String configFile) {
    SshOverrides overrides = SshOverrides.parse(query.options()).withConfigFile(configFile);
    SshOptions options = config.options(query.host(), overrides);
    SshTarget target = config.target(query.host(), overrides);
    List<String> lines = new ArrayList<>();
    lines.add("hostname " + target.hostName());
    options.text("user").ifPresent(u -> lines.add("user " + u));
    if (target.port() != 22) {
      lines.add("port " + target.port());
    }
    addAll(lines, "identityfile", options);
    addAll(lines, "certificatefile", options);
    add(lines, "identityagent", options.text("identityagent").map(a -> agent(a, target)));
    addFlag(lines, "identitiesonly", options, false, "yes", "no");
    add(
        lines,
        "proxyjump",
        options.text("proxyjump").filter(j -> !j.equals("none")).map(SshConfigCase::jump));
    add(lines, "proxycommand", options.text("proxycommand").filter(c -> !c.equals("none")));
    add(
        lines,
        "userknownhostsfile",
        options.words("userknownhostsfile").map(w -> String.join(" ", w)));
    add(
        lines,
        "globalknownhostsfile",
        options.words("globalknownhostsfile").map(w -> String.join(" ", w)));
    add(lines, "hostkeyalias", target.hostKeys().alias());
    add(lines, "stricthostkeychecking", strict(options));
    addFlag(lines, "hashknownhosts", options, false, "yes", "no");
    add(lines, "connecttimeout", options.time("connecttimeout").map(t -> "" + t.toSeconds()));
    add(
        lines,
        "serveraliveinterval",
        options.time("serveraliveinterval").map(t -> "" + t.toSeconds()));
    add(
        lines,
        "serveralivecountmax",
        options.text("serveralivecountmax").filter(n -> !n.equals("3")));
    add(lines, "preferredauthentications", options.text("preferredauthentications"));
    add(
        lines,
        "pubkeyauthentication",
        options.text("pubkeyauthentication").map(SshConfigCase::publicKey));
    addFlag(lines, "passwordauthentication", options, true, "yes", "no");
    addFlag(lines, "kbdinteractiveauthentication", options, true, "yes", "no");
    return lines;
  }

  /** ssh prints paths with their tokens replaced, but not the names of variables. */
  private static String agent(String value, SshTarget target) {
    String home = System.getProperty("user.home") + "/";
    return value.startsWith("~")
        ? target.login().agentSocket().orElseThrow().toString().replace(home, "~/")
        : value;
  }

  private static String publicKey(String value) {
    return value.equals("no") ? "false" : value;
  }

  /** ssh prints what it understood, not what was written. */
  private static String jump(String value) {
    List<String> hops = new ArrayList<>();
    for (String hop : value.split(",")) {
      SshConfig.JumpSpec spec = SshConfig.JumpSpec.parse(hop).orElseThrow();
      hops.add(
          spec.user().map(u -> u + "@").orElse("")
              + spec.host()
              + spec.port().map(p -> ":" + p).orElse(""));
    }
    return String.join(",", hops);
  }

  private static Optional<String> strict(SshOptions options) {
    if (!options.has("stricthostkeychecking")
        || options.text("stricthostkeychecking").get().equals("ask")) {
      return Optional.empty();
    }
    return Optional.of(
        switch (options.policy()) {
          case STRICT -> "true";
          case ACCEPT_NEW -> "accept-new";
          case ACCEPT_NEW_WITH_WARNING -> "false";
        });
  }

  private static void add(List<String> lines, String keyword, Optional<String> value) {
    value.ifPresent(v -> lines.add(keyword + " " + v));
  }

  private static void addAll(List<String> lines, String keyword, SshOptions options) {
    options.all(keyword).forEach(v -> lines.add(keyword + " " + v));
  }

  private static void addFlag(
      List<String> lines,
      String keyword,
      SshOptions options,
      boolean otherwise,
      String yes,
      String no) {
    boolean value = options.flag(keyword, otherwise);
    if (value != otherwise) {
      lines.add(keyword + " " + (value ? yes : no));
    }
  }
}
