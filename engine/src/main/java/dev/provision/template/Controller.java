package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The controller's machine, as far as templates may ask it. Used by many threads at once. What
 * can't be done is told by {@link dev.provision.diag.ProvisionException}.
 */
public interface Controller {

  /** What can be asked of a path. */
  enum FileTest {
    EXISTS,
    FILE,
    DIRECTORY,
    LINK,
    /** There, or a link that leads nowhere. */
    LINK_EXISTS,
    MOUNT,
    /** An encrypted file. */
    VAULT
  }

  /** An environment variable of the controller. */
  Optional<String> environment(String name);

  /**
   * Finds a file as Ansible does: absolute, or in the {@code kind} folder and beside the role, the
   * playbook and the folders of {@code ansible_search_path}.
   *
   * @param kind {@code files}, {@code templates} or {@code vars}
   */
  Optional<Path> find(String kind, String name, Scope scope);

  /** A file's text; a vault is opened and marked as secret. */
  Text read(Path file);

  /** Writes a file that only its owner may read; {@code lookup('password')}. */
  void writePrivate(Path file, String text);

  boolean is(String path, FileTest test);

  /** The files that fit a shell pattern, in order. */
  List<String> glob(String pattern);

  /** A path without links, {@code .} and {@code ..}, whether it exists or not. */
  String realPath(String path);

  /** A path from the root, seen from where the playbook stands. */
  String absolute(String path);

  /** YAML text as a value; {@code from_yaml}. */
  Value fromYaml(Text text);

  /** All documents of a YAML text as a list; {@code from_yaml_all}. */
  Value fromYamlAll(Text text);

  /**
   * A value as YAML.
   *
   * @param nice whether as {@code to_nice_yaml} has it, every list and dict over lines
   * @param options arguments of PyYAML's {@code dump}: {@code indent}, {@code width}, …
   */
  Text toYaml(Value value, boolean nice, Map<String, Value> options);

  /** What a shell command prints; {@code lookup('pipe')}. */
  Text pipe(String command, Scope scope);

  Clock clock();

  RandomGenerator random();
}
