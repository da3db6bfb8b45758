package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.lang.Conversions;
import dev.provision.value.Value;
import java.util.List;
import java.util.Map;

/** Reads inventories in YAML: {@code all: {hosts: …, vars: …, children: …}}. */
final class YamlInventory {

  private static final List<String> KEYS = List.of("hosts", "vars", "children");

  private final InventoryDraft draft;
  private final Problems problems;

  YamlInventory(InventoryDraft draft) {
    this.draft = draft;
    this.problems = draft.problems();
  }

  void read(Value root) {
    if (root instanceof Value.Null) {
      return;
    }
    if (!(root instanceof Value.Dict groups)) {
      wrongType("An inventory", "a mapping of groups", root);
      return;
    }

    if (groups.get("plugin").isPresent()) {
      problems.error(
          ErrorCode.INVALID_INVENTORY,
          groups.origin(),
          "Inventory plugins are not supported. An executable that prints the inventory as JSON"
              + " is.");
      return;
    }
    groups.entries().forEach((name, body) -> group(Conversions.text(name), body));
  }

  private void group(String name, Value body) {
    draft.addGroup(name);
    if (body instanceof Value.Null) {
      return;
    }
    if (!(body instanceof Value.Dict dict)) {
      wrongType("The group \"" + name + "\"", "a mapping with hosts, vars or children", body);
      return;
    }
    for (Map.Entry<Value, Value> entry : dict.entries().entrySet()) {
      String key = Conversions.text(entry.getKey());
      switch (key) {
        case "hosts" -> hosts(name, entry.getValue());
        case "vars" -> vars(name, entry.getValue());
        case "children" -> children(name, entry.getValue());
        default -> unknownKey(name, key, entry.getKey().origin());
      }
    }
  }

  private void unknownKey(String group, String key, Position at) {
    problems.warning(
        ErrorCode.INVALID_INVENTORY,
        at,
        "The group \""
            + group
            + "\" has a key \""
            + key
            + "\" that counts for nothing; it may hold hosts, vars and children."
            + Suggestions.didYouMean(key, KEYS).map(s -> " " + s).orElse(""));
  }

  private void hosts(String group, Value hosts) {
    if (hosts instanceof Value.Str str) {
      host(group, str, Value.NULL);
      return;
    }
    if (!(hosts instanceof Value.Dict dict)) {
      unlessNull("\"hosts\" of the group \"" + group + "\"", "a mapping of host names", hosts);
      return;
    }
    dict.entries().forEach((name, vars) -> host(group, name, vars));
  }

  private void host(String group, Value name, Value vars) {
    String text = Conversions.text(name);
    HostName parsed = HostName.parse(text);
    List<String> names;
    try {
      names = HostRange.expand(parsed.name());
    } catch (IllegalArgumentException e) {
      problems.error(ErrorCode.INVALID_INVENTORY, name.origin(), String.valueOf(e.getMessage()));
      return;
    }
    for (String host : names) {
      draft.hostInGroup(host, group, name.origin());
      parsed
          .port()
          .ifPresent(
              port ->
                  draft.hostVar(
                      host,
                      Value.of("ansible_port").at(name.origin()),
                      Value.of(port).at(name.origin())));
      if (vars instanceof Value.Dict dict) {
        draft.hostVars(host, dict);
      }
    }
    if (!(vars instanceof Value.Dict)) {
      unlessNull("The host \"" + text + "\"", "a mapping of variables", vars);
    }
  }

  private void vars(String group, Value vars) {
    if (vars instanceof Value.Dict dict) {
      draft.groupVars(group, dict);
    } else {
      unlessNull("\"vars\" of the group \"" + group + "\"", "a mapping of variables", vars);
    }
  }

  private void children(String group, Value children) {
    if (children instanceof Value.Str) {
      child(group, children, Value.NULL);
      return;
    }
    if (!(children instanceof Value.Dict dict)) {
      unlessNull("\"children\" of the group \"" + group + "\"", "a mapping of groups", children);
      return;
    }
    dict.entries().forEach((name, body) -> child(group, name, body));
  }

  private void child(String group, Value name, Value body) {
    String child = Conversions.text(name);
    group(child, body);
    draft.childGroup(group, child, name.origin());
  }

  private void unlessNull(String what, String wanted, Value value) {
    if (!(value instanceof Value.Null)) {
      wrongType(what, wanted, value);
    }
  }

  private void wrongType(String what, String wanted, Value value) {
    problems.error(
        ErrorCode.WRONG_TYPE,
        value.origin(),
        what + " takes " + wanted + ", and this is a " + value.typeName() + ".");
  }
}
