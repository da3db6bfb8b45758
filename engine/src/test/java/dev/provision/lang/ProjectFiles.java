package dev.provision.lang;

import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.value.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A folder with a playbook and what belongs to it, for tests. */
final class ProjectFiles {

  private final Path root;
  private final Problems problems = new Problems();
  private final Sources sources = new Sources();
  private PlaybookOptions options = PlaybookOptions.DEFAULT.withRolesPath(List.of());

  ProjectFiles(Path root) {
    this.root = root;
  }

  ProjectFiles with(String name, String text) {
    Path file = root.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  ProjectFiles with(PlaybookOptions newOptions) {
    options = newOptions;
    return this;
  }

  Path path(String name) {
    return root.resolve(name);
  }

  PlaybookLoader loader() {
    return new PlaybookLoader(new VariableFiles(sources, Vault.locked()), options);
  }

  /** The playbook {@code p.yml}, whatever its problems. */
  Playbook load() {
    return loader()
        .load(root.resolve("p.yml"), problems)
        .orElseThrow(() -> new AssertionError(problems().toString()));
  }

  /** The only play of a playbook without problems. */
  Play play() {
    Playbook playbook = load();
    if (!problems.isEmpty()) {
      throw new AssertionError(problems().toString());
    }
    return playbook.plays().get(0);
  }

  /** The tasks of the only play's {@code tasks}. */
  List<Task> tasks() {
    return play().nodes().filter(Task.class::isInstance).map(Task.class::cast).toList();
  }

  /** {@code file:line:column CODE}, by position. */
  List<String> problems() {
    return problems.sorted().stream()
        .map(p -> p.at().toString().replace(root + "/", "") + " " + p.code())
        .toList();
  }

  /** What loading {@code p.yml} finds fault with. */
  List<String> problemsOfLoading() {
    loader().load(root.resolve("p.yml"), problems);
    return problems();
  }

  List<String> details() {
    return problems.sorted().stream().map(Problem::detail).toList();
  }

  Problems collected() {
    return problems;
  }

  Sources sources() {
    return sources;
  }
}
