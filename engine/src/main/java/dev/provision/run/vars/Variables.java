package dev.provision.run.vars;

import dev.provision.lang.Node;
import dev.provision.lang.RoleUse;
import dev.provision.template.LazyDict;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Puts the layers of variables over each other in Ansible's order. Nothing is flattened: a scope is
 * a view, and {@code hostvars} makes another host's view when somebody looks into it. Safe for use
 * by many threads.
 */
public final class Variables {

  /** Stands for an argument that shall be left out; no user can write it by accident. */
  public static final Value.Str OMIT = Value.of("__omit_place_holder__4c3a1f0e5b");

  private final HostSource inventory;
  private final Map<String, Value> extra;
  private final Map<String, Value> run;
  private final Map<String, HostVars> hosts = new ConcurrentHashMap<>();

  /**
   * @param extra of the command line: over all others
   * @param run magic variables that are the same everywhere: {@code ansible_check_mode}, …
   */
  public Variables(HostSource inventory, Map<String, Value> extra, Map<String, Value> run) {
    this.inventory = inventory;
    this.extra = Map.copyOf(extra);
    this.run = Map.copyOf(run);
  }

  /** Whether the command line sets it. */
  public boolean isExtra(String name) {
    return extra.containsKey(name);
  }

  public HostVars host(String host) {
    return hosts.computeIfAbsent(host, h -> new HostVars());
  }

  /** What a host's own variables are, outside of any play: what {@code hostvars} shows. */
  public Scope ofHost(String host) {
    HostVars vars = host(host);
    return new Layers.Builder()
        .add(magic(host, vars, List.of()))
        .add(extra)
        .add(vars.freshScope())
        .add(vars.includedScope())
        .add(vars.factScope())
        .add(inventory.variables(host))
        .build();
  }

  /** The same with a play's variables: for its own keywords and for templated host patterns. */
  public Scope ofPlay(String host, PlayVars play) {
    HostVars vars = host(host);
    Layers.Builder layers = new Layers.Builder();
    layers.add(magic(host, vars, playMagic(play))).add(extra);
    layers.add(vars.freshScope()).add(vars.includedScope());
    below(layers, host, vars, play, List.of());
    return layers.build();
  }

  /**
   * What a task sees.
   *
   * @param inner the loop's variables and the like: over all others
   */
  public Scope ofTask(String host, PlayVars play, Node node, Map<String, Value> inner) {
    HostVars vars = host(host);
    List<RoleUse> chain = node.role().map(Variables::chain).orElse(List.of());
    Layers.Builder layers = new Layers.Builder();
    layers.add(inner);
    layers.add(magic(host, vars, taskMagic(play, node))).add(extra);
    chain.forEach(use -> layers.add(use.params()));
    layers.add(vars.freshScope()).add(vars.includedScope());
    layers.add(node.keywords().vars());
    below(layers, host, vars, play, chain);
    return layers.build();
  }

  /** What is weaker than a task's own variables. */
  private void below(
      Layers.Builder layers, String host, HostVars vars, PlayVars play, List<RoleUse> chain) {
    chain.forEach(use -> own(use).forEach(each -> layers.add(each.role().vars())));
    play.rolesLastFirst().forEach(use -> layers.add(use.role().vars()));
    List<Value.Dict> files = play.files().getOrDefault(host, List.of());
    for (int i = files.size() - 1; i >= 0; i--) {
      layers.add(files.get(i));
    }
    layers.add(play.prompted());
    layers.add(play.play().vars()).add(play.play().importVars());
    layers.add(vars.factScope());
    layers.add(inventory.variables(host));
    chain.forEach(use -> own(use).forEach(each -> layers.add(each.role().defaults())));
    play.rolesLastFirst().forEach(use -> layers.add(use.role().defaults()));
  }

  /** The use itself, then the roles it asked for, the last first. */
  private static List<RoleUse> own(RoleUse use) {
    List<RoleUse> all = new ArrayList<>();
    all.add(use);
    for (int i = use.dependencies().size() - 1; i >= 0; i--) {
      all.addAll(own(use.dependencies().get(i)));
    }
    return all;
  }

  /** The role and those that asked for it, the innermost first. */
  private static List<RoleUse> chain(RoleUse use) {
    List<RoleUse> chain = new ArrayList<>();
    Optional<RoleUse> next = Optional.of(use);
    while (next.isPresent()) {
      chain.add(next.get());
      next = next.get().parent();
    }
    return chain;
  }

  private Scope magic(String host, HostVars vars, List<Map<String, Supplier<Value>>> more) {
    Map<String, Supplier<Value>> all = new LinkedHashMap<>();
    all.put("inventory_hostname", () -> Value.of(host));
    all.put("inventory_hostname_short", () -> Value.of(host.split("\\.", 2)[0]));
    all.put("group_names", () -> strings(inventory.groupsOf(host)));
    all.put("groups", this::groups);
    all.put("hostvars", this::hostvars);
    all.put("ansible_facts", vars::shortFacts);
    all.put("omit", () -> OMIT);
    run.forEach((name, value) -> all.put(name, () -> value));
    more.forEach(all::putAll);
    return new Lazy(all);
  }

  private Value groups() {
    Map<String, Value> groups = new LinkedHashMap<>();
    inventory.groups().forEach((group, members) -> groups.put(group, strings(members)));
    return Value.dict(groups);
  }

  private Value hostvars() {
    return LazyDict.of(
        inventory::hosts,
        name -> inventory.knows(name) ? Optional.of(LazyDict.of(ofHost(name))) : Optional.empty());
  }

  private static List<Map<String, Supplier<Value>>> playMagic(PlayVars play) {
    Map<String, Supplier<Value>> magic = new LinkedHashMap<>();
    magic.put("ansible_play_name", () -> Value.of(play.play().title()));
    magic.put("ansible_play_hosts_all", () -> strings(play.allHosts()));
    magic.put("ansible_play_hosts", () -> strings(play.alive().get()));
    magic.put("play_hosts", () -> strings(play.alive().get()));
    magic.put("ansible_play_batch", () -> strings(alive(play, play.batch())));
    magic.put("playbook_dir", () -> path(play.play().folder()));
    magic.put("ansible_play_role_names", () -> roleNames(play));
    magic.put("ansible_role_names", () -> roleNames(play));
    magic.put("role_names", () -> roleNames(play));
    return List.of(magic);
  }

  private static List<String> alive(PlayVars play, List<String> hosts) {
    List<String> alive = play.alive().get();
    return hosts.stream().filter(alive::contains).toList();
  }

  private static List<Map<String, Supplier<Value>>> taskMagic(PlayVars play, Node node) {
    Map<String, Supplier<Value>> magic = new LinkedHashMap<>();
    node.role()
        .ifPresent(
            use -> {
              magic.put("role_name", () -> Value.of(use.role().name()));
              magic.put("ansible_role_name", () -> Value.of(use.role().name()));
              magic.put("role_path", () -> path(use.role().folder()));
              magic.put(
                  "ansible_parent_role_names",
                  () -> strings(chain(use).stream().skip(1).map(u -> u.role().name()).toList()));
            });
    magic.put(
        "ansible_search_path",
        () -> strings(node.search().folders().stream().map(p -> absolute(p)).toList()));
    List<Map<String, Supplier<Value>>> all = new ArrayList<>(playMagic(play));
    all.add(magic);
    return all;
  }

  private static Value roleNames(PlayVars play) {
    return strings(play.roles().stream().map(use -> use.role().name()).distinct().toList());
  }

  private static Value path(Path path) {
    return Value.of(absolute(path));
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }

  private static Value strings(List<String> words) {
    return Value.list(words.stream().map(Value::of).toList());
  }

  /** Values made when they are asked for. */
  private record Lazy(Map<String, Supplier<Value>> values) implements Scope {

    @Override
    public Optional<Value> lookup(String name) {
      Supplier<Value> value = values.get(name);
      return value == null ? Optional.empty() : Optional.of(value.get());
    }

    @Override
    public Set<String> names() {
      return values.keySet();
    }
  }
}
