package dev.provision.run.play;

import dev.provision.lang.Include;
import dev.provision.lang.Play;
import dev.provision.lang.PlaybookLoader.Included;
import dev.provision.run.vars.PlayVars;
import dev.provision.value.Value;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What the hosts of a play's batch share. Safe for use by many threads. */
final class PlayState {

  private final Play play;
  private final PlayVars vars;
  private final TagFilter tags;
  private final Map<IncludeKey, Included> included = new ConcurrentHashMap<>();
  private volatile boolean ended;
  private volatile boolean batchEnded;

  /** The same include with the same arguments brings the same nodes to all hosts. */
  private record IncludeKey(String address, Value.Dict arguments, Value.Dict variables) {}

  PlayState(Play play, PlayVars vars, TagFilter tags) {
    this.play = play;
    this.vars = vars;
    this.tags = tags;
  }

  Play play() {
    return play;
  }

  PlayVars vars() {
    return vars;
  }

  TagFilter tags() {
    return tags;
  }

  Included include(
      Include include, Value.Dict arguments, Value.Dict variables, Supplier<Included> load) {
    IncludeKey key = new IncludeKey(include.address().toString(), arguments, variables);
    return included.computeIfAbsent(key, k -> load.get());
  }

  /** {@code meta: end_play}: no host begins another task of it. */
  void end() {
    ended = true;
  }

  /** {@code meta: end_batch}: no host of the batch begins another task. */
  void endBatch() {
    batchEnded = true;
  }

  boolean isBatchEnded() {
    return batchEnded || ended;
  }

  boolean isEnded() {
    return ended;
  }
}
