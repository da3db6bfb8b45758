package dev.provision.run.vars;

import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a run has learned about one host. Written while the host's own task runs; read by other
 * hosts through {@code hostvars} at the same time.
 */
public final class HostVars {

  /** What a host could use to redirect the run if it were believed. */
  private static final Set<String> NOT_FROM_HOSTS =
      Set.of(
          "ansible_connection",
          "ansible_host",
          "ansible_port",
          "ansible_user",
          "ansible_password",
          "ansible_facts",
          "ansible_shell_type",
          "ansible_shell_executable",
          "ansible_executable");

  private final Map<String, Value> facts = new ConcurrentHashMap<>();
  private final Map<String, Value> included = new ConcurrentHashMap<>();
  private final Map<String, Value> fresh = new ConcurrentHashMap<>();

  /** What the host said about itself. */
  public void addFacts(Map<String, Value> found) {
    found.forEach(
        (name, value) -> {
          if (isHarmless(name)) {
            facts.put(name, Unsafe.mark(value));
          }
        });
  }

  private static boolean isHarmless(String name) {
    return !NOT_FROM_HOSTS.contains(name)
        && !name.startsWith("ansible_become")
        && !name.startsWith("ansible_ssh_pass")
        && !name.startsWith("ansible_ssh_private")
        && !name.startsWith("ansible_ssh_common")
        && !name.startsWith("ansible_ssh_extra")
        && !name.startsWith("ansible_sudo")
        && !name.endsWith("_interpreter");
  }

  /** {@code include_vars}. */
  public void include(Map<String, Value> variables) {
    included.putAll(variables);
  }

  /** {@code set_fact} and {@code register}. */
  public void set(String name, Value value) {
    fresh.put(name, value);
  }

  /** {@code meta: clear_facts}. */
  public void clearFacts() {
    facts.clear();
  }

  Optional<Value> fact(String name) {
    Value value = facts.get(name);
    return value != null ? Optional.of(value) : Optional.empty();
  }

  /** As {@code ansible_facts} shows them: without the prefix. */
  Value.Dict shortFacts() {
    Map<String, Value> all = new LinkedHashMap<>();
    facts.forEach(
        (name, value) ->
            all.put(
                name.startsWith("ansible_") ? name.substring("ansible_".length()) : name, value));
    return Value.dict(all);
  }

  Scope factScope() {
    return Scope.of(facts);
  }

  Scope includedScope() {
    return Scope.of(included);
  }

  Scope freshScope() {
    return Scope.of(fresh);
  }
}
