package dev.provision.module.system;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.facts.FactGroup;
import dev.provision.host.facts.FactsProbe;
import dev.provision.module.Param;
import dev.provision.module.ReadModule;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Facts about a host. */
public final class SetupModule implements ReadModule<SetupModule.Params, Value.Dict> {

  /** Ansible's finer words, each with the group of ours that brings its facts. */
  private static final Map<String, FactGroup> WORDS = words();

  private static final Set<String> IGNORED = Set.of("facter", "ohai");

  /** Its arguments. */
  public record Params(
      @Param(
              value =
                  "Groups of facts: all, min, hardware, network, virtual, local, each perhaps with ! in front.",
              defaultValue = "all")
          List<String> gatherSubset,
      @Param(value = "Give only facts whose names fit one of these patterns.", defaultValue = "")
          List<String> filter,
      @Param(value = "Where the host has facts of its own.", defaultValue = "/etc/ansible/facts.d")
          String factPath,
      @Param(value = "Accepted; slow parts give up by themselves.", defaultValue = "10")
          int gatherTimeout) {}

  private static Map<String, FactGroup> words() {
    Map<String, FactGroup> words = new LinkedHashMap<>();
    for (FactGroup group : FactGroup.values()) {
      words.put(group.name().toLowerCase(Locale.ROOT), group);
    }
    for (String word :
        List.of(
            "apparmor",
            "caps",
            "cmdline",
            "date_time",
            "distribution",
            "dns",
            "env",
            "fips",
            "lsb",
            "pkg_mgr",
            "platform",
            "python",
            "selinux",
            "service_mgr",
            "ssh_pub_keys",
            "system",
            "systemd",
            "user",
            "loadavg",
            "chroot")) {
      words.put(word, FactGroup.MIN);
    }
    for (String word : List.of("devices", "dmi", "memory", "mounts", "processor", "uptime")) {
      words.put(word, FactGroup.HARDWARE);
    }
    for (String word :
        List.of("all_ipv4_addresses", "default_ipv4", "default_ipv6", "interfaces")) {
      words.put(word, FactGroup.NETWORK);
    }
    words.put("virtualization_type", FactGroup.VIRTUAL);
    return words;
  }

  @Override
  public String name() {
    return "setup";
  }

  @Override
  public String summary() {
    return "Gathers facts about a host.";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Nothing is told of Python on the host: `ansible_python` and `ansible_python_version` do not exist.",
        "Fractions of seconds in `ansible_date_time` are zero.");
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public List<Problem> check(Params params) {
    List<Problem> problems = new ArrayList<>();
    for (String word : params.gatherSubset()) {
      String plain = word.startsWith("!") ? word.substring(1) : word;
      if (!plain.equals("all") && !WORDS.containsKey(plain) && !IGNORED.contains(plain)) {
        problems.add(
            Problem.error(
                ErrorCode.INVALID_ARGUMENT,
                Position.NONE,
                "\""
                    + word
                    + "\" in \"gather_subset\" is no group of facts. There are all, "
                    + String.join(", ", WORDS.keySet())
                    + "."));
      }
    }
    return problems;
  }

  /**
   * The groups that {@code gather_subset} comes to: {@code min} belongs to all but is only left out
   * by name.
   */
  static Set<FactGroup> groups(List<String> subset) {
    Set<FactGroup> groups = EnumSet.noneOf(FactGroup.class);
    boolean onlyExcluded = subset.stream().allMatch(word -> word.startsWith("!"));
    if (onlyExcluded || subset.contains("all")) {
      groups.addAll(EnumSet.allOf(FactGroup.class));
    }
    groups.add(FactGroup.MIN);
    for (String word : subset) {
      if (word.equals("!all")) {
        groups.retainAll(EnumSet.of(FactGroup.MIN));
      }
    }
    for (String word : subset) {
      if (WORDS.containsKey(word)) {
        groups.add(WORDS.get(word));
      } else if (word.startsWith("!") && WORDS.containsKey(word.substring(1))) {
        groups.remove(WORDS.get(word.substring(1)));
      }
    }
    return groups;
  }

  @Override
  public Query<Value.Dict> observe(Params params, HostInfo host) {
    return Query.ask(new FactsProbe(groups(params.gatherSubset()), params.factPath()));
  }

  @Override
  public Value.Dict result(Params params, Value.Dict seen) {
    Map<Value, Value> facts = new LinkedHashMap<>();
    List<Pattern> wanted =
        params.filter().stream().filter(f -> !f.equals("*")).map(SetupModule::pattern).toList();
    seen.entries()
        .forEach(
            (key, value) -> {
              if (wanted.isEmpty() || wanted.stream().anyMatch(p -> fits(p, key))) {
                facts.put(key, value);
              }
            });
    return Value.dict("ansible_facts", Value.dictOf(facts));
  }

  private static boolean fits(Pattern pattern, Value key) {
    String name = ((Value.Str) key).reveal();
    return pattern.matcher(name).matches()
        || pattern.matcher(name.replaceFirst("^ansible_", "")).matches();
  }

  private static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (char c : glob.toCharArray()) {
      regex.append(
          switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            case '[', ']', '-', '!' -> c == '!' ? "^" : String.valueOf(c);
            default -> Pattern.quote(String.valueOf(c));
          });
    }
    return Pattern.compile(regex.toString());
  }

  static Optional<FactGroup> group(String word) {
    return Optional.ofNullable(WORDS.get(word));
  }
}
