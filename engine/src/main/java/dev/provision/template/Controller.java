package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The controller's machine, as far as templates may ask it. Used by many threads at once. */
public interface Controller {

  /** An environment variable of the controller. */
  Optional<String> environment(String name);

  /**
   * Finds a file as Ansible does: absolute, or in the {@code kind} folder and beside the role, the
   * playbook and the folders of {@code ansible_search_path}.
   *
   * @param kind {@code files}, {@code templates} or {@code vars}
   */
  Optional<Path> find(String kind, String name, Scope scope);

  /** A file's text, a vault opened: then it is marked as secret. */
  Text read(Path file);

  /** YAML text as a value, with marks where {@code text} has them; {@code from_yaml}. */
  Value fromYaml(Text text);

  /** All documents of a YAML text as a list; {@code from_yaml_all}. */
  Value fromYamlAll(Text text);

  /** What a shell command prints; {@code lookup('pipe')}. */
  Text pipe(String command, Scope scope);

  Clock clock();

  RandomGenerator random();
}
