package dev.provision.inventory;

import dev.provision.diag.Problems;
import dev.provision.lang.Conversions;
import dev.provision.lang.Node;
import dev.provision.lang.Play;
import dev.provision.lang.Playbook;
import dev.provision.lang.RoleUse;
import dev.provision.lang.Task;
import dev.provision.lang.VariableFiles;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds every place in the files that sets a variable for a host. */
public final class Explain {

  private final Inventory inventory;
  private final List<Playbook> playbooks;
  private final Map<String, Value> extra;
  private final VariableFiles files;

  /**
   * @param inventory with what stands beside the playbooks
   * @param extra variables of the command line
   */
  public Explain(
      Inventory inventory,
      List<Playbook> playbooks,
      Map<String, Value> extra,
      VariableFiles files) {
    this.inventory = inventory;
    this.playbooks = List.copyOf(playbooks);
    this.extra = Map.copyOf(extra);
    this.files = files;
  }

  /** What sets {@code variable} for a host; nothing where the host is not known. */
  public Optional<Explanation> of(String variable, String host) {
    return inventory.host(host).map(known -> explanation(variable, known));
  }

  private Explanation explanation(String variable, Host host) {
    Set<Definition> found = new LinkedHashSet<>();
    for (Layer layer : host.layers()) {
      layer
          .vars()
          .get(variable)
          .ifPresent(v -> found.add(new Definition(layer.precedence(), layer.owner(), v, false)));
    }
    for (Playbook playbook : playbooks) {
      playbook.plays().stream()
          .filter(play -> isFor(play, host))
          .forEach(play -> found.addAll(new OfPlay(play, variable).find()));
    }
    Value given = extra.get(variable);
    if (given != null) {
      found.add(new Definition(Precedence.EXTRA_VARS, "", given, false));
    }
    List<Definition> ordered = new ArrayList<>(found);
    ordered.sort(Comparator.comparing(Definition::precedence));
    return new Explanation(variable, host.name(), ordered);
  }

  private boolean isFor(Play play, Host host) {
    List<String> patterns = new ArrayList<>();
    for (Value pattern : play.hosts()) {
      if (pattern.hasTemplate()) {
        return true; // perhaps
      }
      patterns.add(Conversions.text(pattern));
    }
    return inventory.select(patterns, play.at(), new Problems()).contains(host);
  }

  private final class OfPlay {
    private final Play play;
    private final String variable;
    private final List<Definition> found = new ArrayList<>();

    OfPlay(Play play, String variable) {
      this.play = play;
      this.variable = variable;
    }

    List<Definition> find() {
      add(Precedence.PLAY_VARS, play.title(), play.importVars(), false);
      add(Precedence.PLAY_VARS, play.title(), play.vars(), false);
      play.prompts().stream()
          .filter(prompt -> prompt.name().equals(variable))
          .forEach(prompt -> prompted(prompt.fallback().orElse(Value.NULL).at(prompt.at())));
      play.varsFiles().forEach(this::file);
      play.staticRoles().forEach(this::role);
      play.allNodes().forEach(this::node);
      return found;
    }

    private void add(Precedence precedence, String owner, Value.Dict vars, boolean local) {
      vars.get(variable).ifPresent(v -> found.add(new Definition(precedence, owner, v, local)));
    }

    private void prompted(Value fallback) {
      found.add(new Definition(Precedence.VARS_PROMPT, play.title(), fallback, false));
    }

    private void file(Value entry) {
      List<Value> names = entry instanceof Value.Seq seq ? seq.items() : List.of(entry);
      names.stream()
          .filter(name -> !name.hasTemplate())
          .flatMap(name -> play.search().find("vars", Conversions.text(name)).stream())
          .findFirst()
          .flatMap(file -> files.variables(file, new Problems()))
          .ifPresent(vars -> add(Precedence.VARS_FILES, play.title(), vars, false));
    }

    private void role(RoleUse use) {
      String name = use.role().name();
      add(Precedence.ROLE_DEFAULTS, name, use.role().defaults(), false);
      add(Precedence.ROLE_VARS, name, use.role().vars(), false);
      add(Precedence.ROLE_PARAMS, name, use.params(), true);
    }

    private void node(Node node) {
      String owner = node.address().toString();
      add(Precedence.TASK_VARS, owner, node.own().vars(), true);
      if (node instanceof Task task) {
        if (task.action().module().equals("set_fact")) {
          add(Precedence.SET_FACTS, owner, task.action().args(), true);
        }
        task.register()
            .filter(variable::equals)
            .ifPresent(
                name ->
                    found.add(
                        new Definition(
                            Precedence.SET_FACTS, owner, Value.NULL.at(task.at()), true)));
      }
    }
  }
}
