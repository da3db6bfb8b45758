package dev.provision.host.facts;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** System, distribution, account, time. */
final class SystemFacts {

  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)*");

  private static final Map<String, String> DISTRIBUTIONS =
      Map.ofEntries(
          Map.entry("debian", "Debian"),
          Map.entry("ubuntu", "Ubuntu"),
          Map.entry("raspbian", "Debian"),
          Map.entry("linuxmint", "Linux Mint"),
          Map.entry("kali", "Kali"),
          Map.entry("rhel", "RedHat"),
          Map.entry("centos", "CentOS"),
          Map.entry("fedora", "Fedora"),
          Map.entry("rocky", "Rocky"),
          Map.entry("almalinux", "AlmaLinux"),
          Map.entry("ol", "OracleLinux"),
          Map.entry("amzn", "Amazon"),
          Map.entry("openEuler", "openEuler"),
          Map.entry("anolis", "Anolis"),
          Map.entry("sles", "SLES"),
          Map.entry("opensuse-leap", "openSUSE Leap"),
          Map.entry("opensuse-tumbleweed", "openSUSE Tumbleweed"),
          Map.entry("arch", "Archlinux"),
          Map.entry("alpine", "Alpine"),
          Map.entry("gentoo", "Gentoo"),
          Map.entry("openwrt", "OpenWrt"));

  private static final Map<String, String> FAMILIES =
      Map.ofEntries(
          Map.entry("debian", "Debian"),
          Map.entry("ubuntu", "Debian"),
          Map.entry("rhel", "RedHat"),
          Map.entry("centos", "RedHat"),
          Map.entry("fedora", "RedHat"),
          Map.entry("amzn", "RedHat"),
          Map.entry("ol", "RedHat"),
          Map.entry("openEuler", "RedHat"),
          Map.entry("suse", "Suse"),
          Map.entry("sles", "Suse"),
          Map.entry("opensuse", "Suse"),
          Map.entry("arch", "Archlinux"),
          Map.entry("alpine", "Alpine"),
          Map.entry("gentoo", "Gentoo"),
          Map.entry("openwrt", "OpenWrt"));

  private final Sections sections;
  private Map<String, Value> facts = new LinkedHashMap<>();

  SystemFacts(Sections sections) {
    this.sections = sections;
  }

  void addTo(Map<String, Value> all) {
    facts = all;
    kernel();
    distribution();
    account();
    time();
    managers();
    security();
    files();
  }

  private void put(String name, String value) {
    facts.put("ansible_" + name, Sections.unsafe(value));
  }

  private void put(String name, Value value) {
    facts.put("ansible_" + name, value);
  }

  private void number(String name, String text) {
    Sections.number(text).ifPresent(n -> put(name, Value.of(n)));
  }

  private void kernel() {
    List<String> uname = sections.lines("uname");
    if (uname.size() < 5) {
      return;
    }
    put("system", uname.get(0));
    put("kernel", uname.get(1));
    put("kernel_version", uname.get(2));
    put("machine", uname.get(3));
    put("architecture", architecture(uname.get(3)));
    put("userspace_architecture", architecture(uname.get(3)));
    put("nodename", uname.get(4));
    String host = uname.get(4).split("\\.")[0];
    put("hostname", host);
    String fqdn = sections.text("fqdn").isEmpty() ? uname.get(4) : sections.text("fqdn");
    put("fqdn", fqdn);
    int dot = fqdn.indexOf('.');
    put("domain", dot < 0 ? "" : fqdn.substring(dot + 1));
    String bits = sections.text("bits");
    put("userspace_bits", bits.isEmpty() ? uname.get(3).contains("64") ? "64" : "32" : bits);
  }

  private static String architecture(String machine) {
    return machine.matches("i[3-6]86") ? "i386" : machine;
  }

  private void distribution() {
    Map<String, String> os = sections.assignments("os-release");
    String id = os.getOrDefault("ID", "");
    String name = DISTRIBUTIONS.getOrDefault(id, os.getOrDefault("NAME", id).replaceAll(" .*", ""));
    put("distribution", name);
    String version = version(id, os);
    put("distribution_version", version);
    String[] parts = version.split("\\.");
    put("distribution_major_version", parts[0]);
    if (parts.length > 1) {
      put("distribution_minor_version", parts[1]);
    }
    put("distribution_release", release(os));
    put("os_family", family(id, os.getOrDefault("ID_LIKE", ""), name));
    put("distribution_file_parsed", Value.of(!os.isEmpty()));
    put("distribution_file_path", "/etc/os-release");
    put("distribution_file_variety", family(id, os.getOrDefault("ID_LIKE", ""), name));
    lsb(os, version);
  }

  private String version(String id, Map<String, String> os) {
    String written = os.getOrDefault("VERSION_ID", "");
    String exact =
        switch (id) {
          case "debian" -> sections.text("debian-version");
          case "alpine" -> sections.text("alpine-release");
          case "rhel", "centos", "rocky", "almalinux", "ol" ->
              firstVersion(sections.text("redhat-release"));
          default -> "";
        };
    if (VERSION.matcher(exact).matches()) {
      return exact;
    }
    return written.isEmpty() ? exact.isEmpty() ? "NA" : exact : written;
  }

  private static String firstVersion(String text) {
    Matcher matcher = VERSION.matcher(text);
    return matcher.find() ? matcher.group() : "";
  }

  private static String release(Map<String, String> os) {
    Optional<String> name =
        Optional.ofNullable(os.get("VERSION_CODENAME")).filter(n -> !n.isEmpty());
    if (name.isPresent()) {
      return name.get();
    }
    Matcher inBrackets = Pattern.compile("\\(([^)]+)\\)").matcher(os.getOrDefault("VERSION", ""));
    return inBrackets.find() ? inBrackets.group(1) : "NA";
  }

  private static String family(String id, String like, String name) {
    List<String> candidates = new ArrayList<>(List.of(id));
    candidates.addAll(List.of(like.split(" ")));
    for (String candidate : candidates) {
      String family = FAMILIES.get(candidate);
      if (family != null) {
        return family;
      }
    }
    return name;
  }

  private void lsb(Map<String, String> os, String version) {
    Map<String, String> said = sections.colons("lsb");
    Map<String, Value> lsb = new LinkedHashMap<>();
    if (said.containsKey("Distributor ID")) {
      String release = said.getOrDefault("Release", version);
      lsb.put("codename", Sections.unsafe(said.getOrDefault("Codename", release(os))));
      lsb.put("description", Sections.unsafe(said.getOrDefault("Description", "")));
      lsb.put("id", Sections.unsafe(said.get("Distributor ID")));
      lsb.put("major_release", Sections.unsafe(release.split("\\.")[0]));
      lsb.put("release", Sections.unsafe(release));
    }
    put("lsb", Value.dict(lsb));
  }

  private void account() {
    List<String> id = sections.lines("id");
    if (id.size() >= 5) {
      put("user_id", id.get(0));
      number("user_uid", id.get(1));
      number("user_gid", id.get(2));
      number("effective_user_id", id.get(1));
      number("effective_group_id", id.get(2));
      number("real_user_id", id.get(3));
      number("real_group_id", id.get(4));
    }
    String[] entry = sections.text("passwd").split(":", -1);
    if (entry.length >= 7) {
      put("user_gecos", entry[4]);
      put("user_dir", entry[5]);
      put("user_shell", entry[6]);
    } else {
      put("user_dir", sections.text("home"));
    }
    put("env", environment());
  }

  /** Line breaks within a value came as a character that stands for them. */
  private Value environment() {
    Map<String, Value> values = new LinkedHashMap<>();
    for (String line : sections.lines("env")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        String value = line.substring(equals + 1).replace('\u0001', '\n');
        values.put(line.substring(0, equals), Sections.unsafe(value));
      }
    }
    return Value.dict(values);
  }

  private void time() {
    String[] d = sections.text("date").split(" ");
    String[] utc = sections.text("utc").split(" ");
    if (d.length < 12 || utc.length < 6) {
      return;
    }
    String date = d[0] + "-" + d[1] + "-" + d[2];
    String time = d[3] + ":" + d[4] + ":" + d[5];
    String utcDate = utc[0] + "-" + utc[1] + "-" + utc[2];
    String utcTime = utc[3] + ":" + utc[4] + ":" + utc[5];
    String compact = d[0] + d[1] + d[2] + "T" + d[3] + d[4] + d[5];
    Map<String, Value> all = new LinkedHashMap<>();
    String[] names = {"year", "month", "day", "hour", "minute", "second", "tz", "tz_offset"};
    for (int i = 0; i < names.length; i++) {
      all.put(names[i], Sections.unsafe(d[i]));
    }
    all.put("tz_dst", Sections.unsafe(d[6]));
    all.put("weekday", Sections.unsafe(d[8]));
    all.put("weekday_number", Sections.unsafe(d[9].equals("7") ? "0" : d[9]));
    all.put("weeknumber", Sections.unsafe(d[10]));
    all.put("epoch", Sections.unsafe(d[11]));
    all.put("epoch_int", Sections.unsafe(d[11]));
    all.put("date", Sections.unsafe(date));
    all.put("time", Sections.unsafe(time));
    all.put("iso8601", Sections.unsafe(utcDate + "T" + utcTime + "Z"));
    all.put("iso8601_micro", Sections.unsafe(utcDate + "T" + utcTime + ".000000Z"));
    all.put("iso8601_basic", Sections.unsafe(compact + "000000"));
    all.put("iso8601_basic_short", Sections.unsafe(compact));
    put("date_time", Value.dict(all));
  }

  private void managers() {
    List<String> tools = sections.lines("tools");
    put("pkg_mgr", packageManager(tools));
    String init = sections.text("init");
    List<String> executable = sections.lines("init-exe");
    boolean isSystemd = executable.contains("systemd-runs") || init.equals("systemd");
    put(
        "service_mgr",
        isSystemd ? "systemd" : tools.contains("rc-service") ? "openrc" : serviceManager(init));
  }

  private static String packageManager(List<String> tools) {
    for (String tool :
        List.of("apt-get", "dnf5", "dnf", "yum", "zypper", "apk", "pacman", "opkg")) {
      if (tools.contains(tool)) {
        return tool.equals("apt-get") ? "apt" : tool;
      }
    }
    return tools.contains("emerge") ? "portage" : "unknown";
  }

  private static String serviceManager(String init) {
    return init.isEmpty() || init.equals("init") ? "sysvinit" : init;
  }

  private void security() {
    String enforcing = sections.text("selinux");
    Map<String, Value> selinux = new LinkedHashMap<>();
    selinux.put("status", Value.of(enforcing.isEmpty() ? "disabled" : "enabled"));
    if (!enforcing.isEmpty()) {
      selinux.put("mode", Value.of(enforcing.startsWith("1") ? "enforcing" : "permissive"));
      Map<String, String> config = sections.assignments("selinux");
      selinux.put("config_mode", Sections.unsafe(config.getOrDefault("SELINUX", "unknown")));
      selinux.put("type", Sections.unsafe(config.getOrDefault("SELINUXTYPE", "unknown")));
    }
    put("selinux", Value.dict(selinux));
    boolean hasAppArmor = sections.text("apparmor").equals("enabled");
    put("apparmor", Value.dict("status", Value.of(hasAppArmor ? "enabled" : "disabled")));
    put("fips", Value.of(sections.text("fips").equals("1")));
    List<String> roots = sections.lines("chroot");
    put("is_chroot", Value.of(roots.size() == 2 && !roots.get(0).equals(roots.get(1))));
  }

  private void files() {
    put("cmdline", commandLine());
    put("proc_cmdline", commandLine());
    if (!sections.text("machine-id").isEmpty()) {
      put("machine_id", sections.text("machine-id"));
    }
    put("dns", dns());
    loadAverage();
    for (String name : sections.names()) {
      if (name.startsWith("hostkey ")) {
        hostKey(name);
      }
    }
  }

  private Value commandLine() {
    Map<String, Value> words = new LinkedHashMap<>();
    for (String word : sections.text("cmdline").split("\\s+")) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        words.put(word.substring(0, equals), Sections.unsafe(word.substring(equals + 1)));
      } else if (!word.isEmpty()) {
        words.put(word, Value.TRUE);
      }
    }
    return Value.dict(words);
  }

  private Value dns() {
    Map<String, Value> dns = new LinkedHashMap<>();
    List<Value> servers = new ArrayList<>();
    for (String line : sections.lines("resolv")) {
      String[] words = line.strip().split("\\s+");
      if (words[0].equals("nameserver") && words.length > 1) {
        servers.add(Sections.unsafe(words[1]));
      } else if (words[0].equals("search") || words[0].equals("domain")) {
        List<Value> rest = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
          rest.add(Sections.unsafe(words[i]));
        }
        dns.put(
            words[0],
            words[0].equals("domain") && !rest.isEmpty() ? rest.get(0) : Value.list(rest));
      }
    }
    if (!servers.isEmpty()) {
      dns.put("nameservers", Value.list(servers));
    }
    return Value.dict(dns);
  }

  private void loadAverage() {
    String[] words = sections.text("loadavg").split(" ");
    if (words.length < 3) {
      return;
    }
    Map<String, Value> averages = new LinkedHashMap<>();
    String[] names = {"1m", "5m", "15m"};
    for (int i = 0; i < names.length; i++) {
      try {
        averages.put(names[i], Value.of(Double.parseDouble(words[i])));
      } catch (NumberFormatException e) {
        return;
      }
    }
    put("loadavg", Value.dict(averages));
  }

  private void hostKey(String section) {
    String[] words = sections.text(section).split(" ");
    Matcher kind = Pattern.compile("ssh_host_([a-z0-9]+)_key\\.pub$").matcher(section);
    if (words.length >= 2 && kind.find()) {
      String name = "ssh_host_key_" + kind.group(1).toLowerCase(Locale.ROOT) + "_public";
      put(name, words[1]);
      put(name + "_keytype", words[0]);
    }
  }
}
