package dev.provision.run;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.inventory.Inventory;
import dev.provision.lang.Action;
import dev.provision.lang.Conversions;
import dev.provision.lang.Include;
import dev.provision.lang.Keyword;
import dev.provision.lang.Keywords;
import dev.provision.lang.Loop;
import dev.provision.lang.Node;
import dev.provision.lang.Play;
import dev.provision.lang.Playbook;
import dev.provision.lang.RoleUse;
import dev.provision.lang.SearchPath;
import dev.provision.lang.Task;
import dev.provision.module.Module;
import dev.provision.module.ModuleRegistry;
import dev.provision.module.Parameters;
import dev.provision.run.play.TemplateFiles;
import dev.provision.template.Templar;
import dev.provision.value.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what can be found wrong without any host: modules, arguments, templates, files, tags,
 * hosts. All of it, before the first connection.
 */
final class StaticCheck {

  private static final Set<String> SPECIAL_TAGS =
      Set.of("all", "always", "never", "tagged", "untagged");
  private static final Set<String> META =
      Set.of(
          "flush_handlers",
          "noop",
          "end_play",
          "end_host",
          "end_batch",
          "end_role",
          "clear_facts",
          "clear_host_errors",
          "refresh_inventory",
          "reset_connection");

  private final ModuleRegistry modules;
  private final Templar templar;
  private final TemplateFiles templates;
  private final Problems problems;
  private final Set<Keywords> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Object> rolesSeen = new HashSet<>();

  StaticCheck(ModuleRegistry modules, Templar templar, TemplateFiles templates, Problems problems) {
    this.modules = modules;
    this.templar = templar;
    this.templates = templates;
    this.problems = problems;
  }

  void check(Playbook playbook) {
    playbook.plays().forEach(this::check);
    playbook.staticTasks().forEach(this::task);
  }

  private void check(Play play) {
    templates(Value.dict(java.util.Map.of()), play.keywords());
    problems.addAll(templar.check(play.vars()));
    play.varsFiles().forEach(file -> problems.addAll(templar.check(file)));
    play.hosts().forEach(host -> problems.addAll(templar.check(host)));
    play.allNodes().forEach(this::node);
    play.staticRoles().forEach(this::role);
  }

  private void role(RoleUse use) {
    if (rolesSeen.add(use.role().folder())) {
      problems.addAll(templar.check(use.role().defaults()));
      problems.addAll(templar.check(use.role().vars()));
    }
    problems.addAll(templar.check(use.params()));
  }

  private void node(Node node) {
    templates(Value.dict(java.util.Map.of()), node.own());
    node.name().ifPresent(name -> problems.addAll(templar.check(name)));
    if (node instanceof Include include) {
      action(include.action(), include.loop());
    }
  }

  private void task(Task task) {
    templates(Value.dict(java.util.Map.of()), task.own());
    action(task.action(), task.loop());
    String name = task.action().module();
    if (name.equals("meta")) {
      meta(task);
      return;
    }
    Optional<Module<?>> module = modules.find(name);
    if (module.isEmpty()) {
      unknown(task.action());
      return;
    }
    arguments(task, module.get());
    files(task);
  }

  private void meta(Task task) {
    Optional<Value> what = task.action().freeForm();
    if (what.isPresent()
        && !what.get().hasTemplate()
        && !META.contains(Conversions.text(what.get()))) {
      problems.error(
          ErrorCode.INVALID_ARGUMENT,
          what.get().origin(),
          "The module \"meta\" does not know \""
              + what.get()
              + "\"."
              + hint(Conversions.text(what.get()), META));
    }
  }

  private static String hint(String word, java.util.Collection<String> names) {
    return Suggestions.didYouMean(word, names).map(s -> " " + s).orElse("");
  }

  private void unknown(Action action) {
    String hint = hint(action.module(), modules.names());
    if (AnsibleModules.knows(action.module())) {
      problems.warning(
          ErrorCode.UNSUPPORTED_MODULE,
          action.at(),
          "The module \""
              + action.written()
              + "\" is not among ours. A host that comes to this task fails there.");
    } else {
      problems.error(
          ErrorCode.UNKNOWN_MODULE,
          action.at(),
          "There is no module \"" + action.written() + "\"." + hint);
    }
  }

  private void arguments(Task task, Module<?> module) {
    boolean open = task.action().argsTemplate().isPresent() || hasDefaults(task);
    List<Problem> found =
        Parameters.of(module).check(task.action().args(), task.action().at(), Value::hasTemplate);
    for (Problem problem : found) {
      // What is missing here may come from a template or from module_defaults.
      if (!(open && problem.code() == ErrorCode.MISSING_ARGUMENT)) {
        problems.add(problem);
      }
    }
  }

  private static boolean hasDefaults(Task task) {
    return !task.keywords().moduleDefaults().isEmpty();
  }

  /** Files that are named without a template must be there. */
  private void files(Task task) {
    Optional<Value> source = task.action().args().get("src");
    if (source.isEmpty() || source.get().hasTemplate() || remote(task)) {
      return;
    }
    String name = Conversions.text(source.get());
    switch (task.action().module()) {
      case "template" -> template(task, name, source.get().origin());
      case "copy", "unarchive", "script" -> {
        if (!name.contains("://")) {
          find(task.search(), "files", name, source.get().origin(), ErrorCode.FILE_NOT_FOUND);
        }
      }
      default -> {
        return;
      }
    }
  }

  private static boolean remote(Task task) {
    return task.action()
        .args()
        .get("remote_src")
        .map(value -> Conversions.bool(value).orElse(true))
        .orElse(false);
  }

  private void template(Task task, String name, Position at) {
    Optional<Path> file =
        find(task.search(), "templates", name, at, ErrorCode.TEMPLATE_FILE_NOT_FOUND);
    if (file.isPresent() && Files.isRegularFile(file.get())) {
      try {
        problems.addAll(templates.check(file.get(), task.action().args()));
      } catch (ProvisionException e) {
        problems.add(e.problem());
      }
    }
  }

  private Optional<Path> find(
      SearchPath search, String kind, String name, Position at, ErrorCode code) {
    Optional<Path> found = search.find(kind, name);
    if (found.isEmpty()) {
      String places =
          search.candidates(kind, name).stream()
              .map(Path::toString)
              .collect(Collectors.joining("\n"));
      problems.error(code, at, "There is no \"" + name + "\". Looked for:\n" + places);
    }
    return found;
  }

  private void action(Action action, Optional<Loop> loop) {
    problems.addAll(templar.check(action.args()));
    action.argsTemplate().ifPresent(template -> problems.addAll(templar.check(template)));
    loop.ifPresent(
        each -> {
          problems.addAll(templar.check(each.items()));
          each.control().label().ifPresent(label -> problems.addAll(templar.check(label)));
          each.control()
              .breakWhen()
              .forEach(condition -> problems.addAll(templar.checkCondition(condition)));
        });
  }

  private void templates(Value.Dict more, Keywords keywords) {
    if (!seen.add(keywords)) {
      return;
    }
    problems.addAll(templar.check(more));
    keywords
        .values()
        .forEach(
            (keyword, value) -> {
              switch (keyword) {
                case WHEN, UNTIL, CHANGED_WHEN, FAILED_WHEN ->
                    problems.addAll(templar.checkCondition(value));
                case LOOP,
                    ACTION,
                    LOCAL_ACTION,
                    ARGS,
                    BLOCK,
                    RESCUE,
                    ALWAYS,
                    ROLES,
                    PRE_TASKS,
                    TASKS,
                    POST_TASKS,
                    HANDLERS,
                    LOOP_CONTROL,
                    VARS_PROMPT -> {
                  // Read as what they are, and checked there.
                }
                default -> problems.addAll(templar.check(value));
              }
            });
  }

  /** Tags that select nothing are most likely misspelt. */
  void tags(List<Playbook> playbooks, RunOptions.Selection selection) {
    Set<String> known = new TreeSet<>();
    boolean templated = false;
    for (Playbook playbook : playbooks) {
      for (Play play : playbook.plays()) {
        List<Value> tags =
            Stream.concat(
                    play.keywords().tags().stream(),
                    play.allNodes().flatMap(node -> node.keywords().tags().stream()))
                .toList();
        templated |= tags.stream().anyMatch(Value::hasTemplate);
        tags.forEach(tag -> known.addAll(Conversions.words(tag)));
      }
      playbook
          .staticTasks()
          .forEach(
              task -> task.keywords().tags().forEach(tag -> known.addAll(Conversions.words(tag))));
    }
    if (templated) {
      return;
    }
    Stream.concat(selection.tags().stream(), selection.skipTags().stream())
        .filter(tag -> !SPECIAL_TAGS.contains(tag) && !known.contains(tag))
        .distinct()
        .forEach(
            tag ->
                problems.warning(
                    ErrorCode.UNKNOWN_TAG_SELECTED,
                    Position.NONE,
                    "No task has the tag \"" + tag + "\"." + hint(tag, known)));
  }

  /** Hosts and groups that plays name without a template must be in the inventory. */
  void hosts(List<Playbook> playbooks, Inventory inventory) {
    boolean grows =
        playbooks.stream()
            .flatMap(Playbook::staticTasks)
            .map(task -> task.action().module())
            .anyMatch(module -> module.equals("add_host") || module.equals("group_by"));
    for (Playbook playbook : playbooks) {
      for (Play play : playbook.plays()) {
        for (Value pattern : play.keywords().list(Keyword.HOSTS)) {
          if (!pattern.hasTemplate()) {
            hosts(pattern, inventory, grows);
          }
        }
      }
    }
  }

  private void hosts(Value pattern, Inventory inventory, boolean grows) {
    Problems found = new Problems();
    inventory.select(List.of(Conversions.text(pattern)), pattern.origin(), found);
    for (Problem problem : found.sorted()) {
      boolean mayCome =
          grows
              && (problem.code() == ErrorCode.UNKNOWN_HOST
                  || problem.code() == ErrorCode.UNKNOWN_GROUP);
      problems.add(
          mayCome ? Problem.warning(problem.code(), problem.at(), problem.detail()) : problem);
    }
  }
}
