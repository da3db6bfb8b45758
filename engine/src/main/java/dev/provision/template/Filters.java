package dev.provision.template;

import dev.provision.diag.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All filters by name. */
final class Filters {

  /** Filters of collections that playbooks use and that are not built in. */
  private static final List<String> KNOWN =
      List.of(
          "ipaddr",
          "ipv4",
          "ipv6",
          "ipwrap",
          "ipsubnet",
          "ipmath",
          "ip4_hex",
          "nthhost",
          "next_nth_usable",
          "previous_nth_usable",
          "network_in_network",
          "network_in_usable",
          "reduce_on_network",
          "cidr_merge",
          "hwaddr",
          "macaddr",
          "slaac",
          "usable_range",
          "ipcut",
          "ipcount",
          "json_query",
          "counter",
          "from_csv",
          "groupby_as_dict",
          "hashids_encode",
          "hashids_decode",
          "jc",
          "lists_mergeby",
          "unicode_normalize",
          "version_sort",
          "to_days",
          "to_hours",
          "to_minutes",
          "to_seconds",
          "to_milliseconds",
          "to_time_unit",
          "to_weeks",
          "to_months",
          "to_years",
          "crc32",
          "parse_cli",
          "parse_cli_textfsm",
          "parse_xml",
          "type5_pw",
          "hash_salt",
          "comp_type5",
          "vlan_parser",
          "vlan_expander",
          "to_xml",
          "from_xml",
          "validate",
          "consolidate",
          "get_path",
          "index_of",
          "to_paths",
          "usable_range",
          "keep_keys",
          "remove_keys",
          "replace_keys",
          "fact_diff",
          "param_list_compare",
          "urlize");

  private static final Map<String, Filter> ALL = all();

  private Filters() {}

  /** A filter by its short or its full name ({@code ansible.builtin.upper}). */
  static Optional<Filter> find(String name) {
    return Optional.ofNullable(ALL.get(shortName(name)));
  }

  static String shortName(String name) {
    for (String collection :
        List.of(
            "ansible.builtin.",
            "ansible.legacy.",
            "ansible.utils.",
            "ansible.netcommon.",
            "community.general.")) {
      if (name.startsWith(collection)) {
        return name.substring(collection.length());
      }
    }
    return name;
  }

  static Set<String> names() {
    return new TreeSet<>(ALL.keySet());
  }

  /** Stands for a filter that nobody knows, so that the rest of a template can be checked. */
  static Filter unknown(String name) {
    return new Filter(
        name,
        new Signature("The filter \"" + name + "\"", "*rest, **options"),
        (input, arguments, run) -> {
          throw new Fault(ErrorCode.UNKNOWN_FILTER, "There is no filter \"" + name + "\".");
        },
        Filter.Kind.PLAIN,
        "");
  }

  private static Map<String, Filter> all() {
    Registry registry = new Registry();
    for (String name : KNOWN) {
      registry.missing(name);
    }
    TextFilters.register(registry);
    NumberFilters.register(registry);
    ListFilters.register(registry);
    PickFilters.register(registry);
    DictFilters.register(registry);
    RegexFilters.register(registry);
    CodeFilters.register(registry);
    PathFilters.register(registry);
    DateFilters.register(registry);
    return Map.copyOf(registry.filters);
  }

  /** Takes the filters of a group. */
  static final class Registry {

    private final Map<String, Filter> filters = new HashMap<>();

    private Registry() {}

    void add(String name, String signature, Filter.Body body) {
      add(name, signature, body, Filter.Kind.PLAIN, "");
    }

    /** Its text stays text. */
    void text(String name, String signature, Filter.Body body) {
      add(name, signature, body, Filter.Kind.KEEPS_TEXT, "");
    }

    /** It differs from call to call unless {@code fixedBy} is given. */
    void varying(String name, String signature, String fixedBy, Filter.Body body) {
      add(name, signature, body, Filter.Kind.VARYING, fixedBy);
    }

    void alias(String alias, String name) {
      Filter filter = filters.get(name);
      if (filter == null) {
        throw new IllegalStateException(name);
      }
      add(alias, filter);
    }

    private void missing(String name) {
      add(
          name,
          "*rest, **options",
          (input, arguments, run) -> {
            throw new Fault(
                ErrorCode.UNKNOWN_FILTER, "The filter \"" + name + "\" is not built in.");
          },
          Filter.Kind.MISSING,
          "");
    }

    private void add(
        String name, String signature, Filter.Body body, Filter.Kind kind, String fixedBy) {
      Signature parsed = new Signature("The filter \"" + name + "\"", signature);
      add(name, new Filter(name, parsed, body, kind, fixedBy));
    }

    private void add(String name, Filter filter) {
      filters.put(name, filter);
    }
  }
}
