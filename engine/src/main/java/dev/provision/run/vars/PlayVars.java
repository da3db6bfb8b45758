package dev.provision.run.vars;

import dev.provision.lang.Play;
import dev.provision.lang.RoleUse;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The variables of a play that are the same for all its tasks.
 *
 * @param prompted the answers to its {@code vars_prompt}
 * @param files of {@code vars_files}, by host: their names may depend on it
 * @param roles uses of roles whose variables the whole play sees; more are added by includes that
 *     are public
 * @param batch the hosts now worked on
 * @param allHosts of the play
 * @param alive those of the play that have not failed
 */
public record PlayVars(
    Play play,
    Map<String, Value> prompted,
    Map<String, List<Value.Dict>> files,
    List<RoleUse> roles,
    List<String> batch,
    List<String> allHosts,
    Supplier<List<String>> alive) {

  public static PlayVars of(
      Play play,
      Map<String, Value> prompted,
      List<String> batch,
      List<String> allHosts,
      Supplier<List<String>> alive) {
    return new PlayVars(
        play,
        prompted,
        new ConcurrentHashMap<>(),
        new CopyOnWriteArrayList<>(play.staticRoles()),
        batch,
        allHosts,
        alive);
  }

  List<RoleUse> rolesLastFirst() {
    List<RoleUse> reversed = new ArrayList<>(roles);
    java.util.Collections.reverse(reversed);
    return reversed;
  }
}
