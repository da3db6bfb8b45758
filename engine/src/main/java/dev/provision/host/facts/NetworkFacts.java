package dev.provision.host.facts;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Interfaces, addresses, default routes. */
final class NetworkFacts {

  private static final String SECTION = "net ";

  private final Sections sections;
  private final Map<String, List<Address>> ipv4 = new LinkedHashMap<>();
  private final Map<String, List<Address>> ipv6 = new LinkedHashMap<>();

  private record Address(
      String address, int prefix, String broadcast, String scope, String label) {}

  NetworkFacts(Sections sections) {
    this.sections = sections;
    sections.lines("addresses").forEach(this::address);
  }

  private void address(String line) {
    String[] w = line.strip().split("\\s+");
    if (w.length < 4 || !(w[2].equals("inet") || w[2].equals("inet6"))) {
      return;
    }
    String[] network = w[3].split("/");
    int prefix = network.length > 1 ? Sections.number(network[1]).orElse(0L).intValue() : 32;
    int scopeAt = List.of(w).indexOf("scope");
    String scope = after(w, "scope");
    String label = scopeAt >= 0 && scopeAt + 2 < w.length ? w[scopeAt + 2].replace("\\", "") : "";
    Address address =
        new Address(network[0], prefix, after(w, "brd"), scope.replace("\\", ""), label);
    (w[2].equals("inet") ? ipv4 : ipv6)
        .computeIfAbsent(w[1], unused -> new ArrayList<>())
        .add(address);
  }

  private static String after(String[] words, String name) {
    for (int i = 0; i < words.length - 1; i++) {
      if (words[i].equals(name)) {
        return words[i + 1];
      }
    }
    return "";
  }

  void addTo(Map<String, Value> facts) {
    List<Value> names = new ArrayList<>();
    for (String section : sections.names()) {
      if (section.startsWith(SECTION)) {
        String name = section.substring(SECTION.length());
        names.add(Sections.unsafe(name));
        facts.put("ansible_" + name.replaceAll("[:.-]", "_"), face(name));
      }
    }
    facts.put("ansible_interfaces", Value.list(names));
    facts.put("ansible_all_ipv4_addresses", all(ipv4, "127."));
    facts.put("ansible_all_ipv6_addresses", all(ipv6, "::1"));
    facts.put("ansible_default_ipv4", defaultRoute("route4", ipv4));
    facts.put("ansible_default_ipv6", defaultRoute("route6", ipv6));
  }

  private static Value all(Map<String, List<Address>> addresses, String loopback) {
    List<Value> all = new ArrayList<>();
    addresses
        .values()
        .forEach(
            list ->
                list.stream()
                    .filter(a -> !a.address.startsWith(loopback))
                    .forEach(a -> all.add(Sections.unsafe(a.address))));
    return Value.list(all);
  }

  private Value face(String name) {
    Map<String, String> said = sections.colons(SECTION + name);
    Map<String, Value> face = new LinkedHashMap<>();
    face.put("device", Sections.unsafe(name));
    face.put("active", Value.of(isActive(name, said)));
    String mac = said.getOrDefault("address", "");
    if (!mac.isEmpty() && !mac.matches("[0:]*")) {
      face.put("macaddress", Sections.unsafe(mac));
    }
    Sections.number(said.getOrDefault("mtu", "")).ifPresent(n -> face.put("mtu", Value.of(n)));
    Sections.number(said.getOrDefault("speed", "")).ifPresent(n -> face.put("speed", Value.of(n)));
    face.put("type", Value.of(type(said)));
    face.put("promisc", Value.of(isPromiscuous(said.getOrDefault("flags", ""))));
    put(face, said, "pciid");
    put(face, said, "module");
    put(face, said, "id");
    if (said.containsKey("stp")) {
      face.put("stp", Value.of(!said.get("stp").equals("0")));
    }
    members(name, said, face);
    addresses(name, face);
    return Value.dict(face);
  }

  private boolean isActive(String name, Map<String, String> said) {
    if (said.getOrDefault("operstate", "").equals("up")) {
      return true;
    }
    return sections.lines("links").stream()
        .filter(line -> line.matches("\\d+: " + Pattern.quote(name) + "[@:].*"))
        .anyMatch(line -> line.contains("LOWER_UP"));
  }

  private static void put(Map<String, Value> face, Map<String, String> said, String name) {
    if (said.containsKey(name)) {
      face.put(name, Sections.unsafe(said.get(name)));
    }
  }

  private static String type(Map<String, String> said) {
    if (said.containsKey("kind")) {
      return said.get("kind");
    }
    return switch (said.getOrDefault("type", "")) {
      case "1" -> "ether";
      case "32" -> "infiniband";
      case "512" -> "ppp";
      case "772" -> "loopback";
      case "65534" -> "tunnel";
      default -> "unknown";
    };
  }

  private static boolean isPromiscuous(String flags) {
    try {
      return (Integer.decode(flags) & 0x100) != 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private void members(String name, Map<String, String> said, Map<String, Value> face) {
    if (!said.containsKey("kind")) {
      return;
    }
    List<Value> members = new ArrayList<>();
    for (String line : sections.lines(SECTION + name)) {
      if (line.startsWith("member:")) {
        members.add(
            Sections.unsafe(line.substring("member:".length()).replaceFirst("^lower_", "")));
      }
    }
    face.put(said.get("kind").equals("bridge") ? "interfaces" : "slaves", Value.list(members));
  }

  private void addresses(String name, Map<String, Value> face) {
    List<Address> four = ipv4.getOrDefault(name, List.of());
    if (!four.isEmpty()) {
      face.put("ipv4", ipv4Of(four.get(0)));
    }
    if (four.size() > 1) {
      face.put(
          "ipv4_secondaries",
          Value.list(four.subList(1, four.size()).stream().map(this::ipv4Of).toList()));
    }
    List<Address> six = ipv6.getOrDefault(name, List.of());
    if (!six.isEmpty()) {
      face.put("ipv6", Value.list(six.stream().map(this::ipv6Of).toList()));
    }
  }

  private Value ipv4Of(Address address) {
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("address", Sections.unsafe(address.address));
    all.put("broadcast", Sections.unsafe(address.broadcast));
    all.put("netmask", Value.of(dotted(mask(address.prefix))));
    all.put("network", Value.of(dotted(number(address.address) & mask(address.prefix))));
    all.put("prefix", Value.of(Integer.toString(address.prefix)));
    return Value.dict(all);
  }

  private Value ipv6Of(Address address) {
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("address", Sections.unsafe(address.address));
    all.put("prefix", Value.of(Integer.toString(address.prefix)));
    all.put("scope", Sections.unsafe(address.scope));
    return Value.dict(all);
  }

  private static int mask(int prefix) {
    return prefix <= 0 ? 0 : -1 << Math.max(0, 32 - prefix);
  }

  private static int number(String address) {
    int number = 0;
    for (String part : address.split("\\.")) {
      number = number << 8 | Sections.number(part).orElse(0L).intValue() & 0xff;
    }
    return number;
  }

  private static String dotted(int number) {
    return (number >>> 24)
        + "."
        + (number >>> 16 & 0xff)
        + "."
        + (number >>> 8 & 0xff)
        + "."
        + (number & 0xff);
  }

  private Value defaultRoute(String section, Map<String, List<Address>> addresses) {
    String[] words = sections.text(section).split("\\s+");
    String device = after(words, "dev");
    String source = after(words, "src");
    if (device.isEmpty()) {
      return Value.dict(Map.of());
    }
    Map<String, Value> route = new LinkedHashMap<>();
    String gateway = after(words, "via");
    if (!gateway.isEmpty()) {
      route.put("gateway", Sections.unsafe(gateway));
    }
    route.put("interface", Sections.unsafe(device));
    route.put("address", Sections.unsafe(source));
    Map<String, String> said = sections.colons(SECTION + device);
    put(route, Map.of("macaddress", said.getOrDefault("address", "")), "macaddress");
    Sections.number(said.getOrDefault("mtu", "")).ifPresent(n -> route.put("mtu", Value.of(n)));
    route.put("type", Value.of(type(said)));
    for (Address address : addresses.getOrDefault(device, List.of())) {
      if (address.address.equals(source)) {
        route.putAll(details(section, address));
      }
    }
    return Value.dict(route);
  }

  private Map<String, Value> details(String section, Address address) {
    Map<String, Value> details = new LinkedHashMap<>();
    Value.Dict all = (Value.Dict) (section.equals("route4") ? ipv4Of(address) : ipv6Of(address));
    all.entries().forEach((key, value) -> details.put(((Value.Str) key).reveal(), value));
    if (section.equals("route4")) {
      details.put("alias", Sections.unsafe(address.label));
    }
    return details;
  }
}
