package dev.provision.run;

import dev.provision.inventory.HostLimit;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Magic variables that are the same for all hosts and tasks of a run. */
final class RunVariables {

  /** The version of Ansible whose language we follow. */
  private static final String ANSIBLE = "2.14.18";

  private RunVariables() {}

  static Map<String, Value> of(RunOptions options, Optional<HostLimit> limit) {
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("ansible_check_mode", Value.of(options.isCheck()));
    all.put("ansible_diff_mode", Value.of(options.diff()));
    all.put("ansible_forks", Value.of(options.forks()));
    all.put("ansible_verbosity", Value.of(options.verbosity()));
    List<String> tags = options.selection().tags();
    all.put("ansible_run_tags", strings(tags.isEmpty() ? List.of("all") : tags));
    all.put("ansible_skip_tags", strings(options.selection().skipTags()));
    limit.ifPresent(only -> all.put("ansible_limit", Value.of(only.text())));
    all.put("ansible_version", version());
    return all;
  }

  private static Value version() {
    String[] parts = ANSIBLE.split("\\.", -1);
    Map<String, Value> version = new LinkedHashMap<>();
    version.put("full", Value.of(ANSIBLE));
    version.put("string", Value.of(ANSIBLE));
    version.put("major", Value.of(Long.parseLong(parts[0])));
    version.put("minor", Value.of(Long.parseLong(parts[1])));
    version.put("revision", Value.of(Long.parseLong(parts[2])));
    return Value.dict(version);
  }

  private static Value strings(List<String> words) {
    return Value.list(words.stream().map(Value::of).toList());
  }
}
