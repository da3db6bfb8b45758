package dev.provision.run.work;

import dev.provision.module.Reversibility;
import dev.provision.value.Value;
import java.util.List;

/**
 * What a task does to one thing of a host, as the journal keeps it.
 *
 * @param module by its short name
 * @param subject what it belongs to: {@code /etc/my.cnf}
 * @param arguments as bound, secrets marked
 * @param before the state seen, by component
 * @param after the state wanted, later the state seen afterwards
 * @param components those that differ
 */
public record Effect(
    String module,
    String subject,
    Value.Dict arguments,
    Value.Dict before,
    Value.Dict after,
    List<String> components,
    Reversibility reversibility) {

  public Effect {
    components = List.copyOf(components);
  }

  Effect withAfter(Value.Dict seen) {
    return new Effect(module, subject, arguments, before, seen, components, reversibility);
  }
}
