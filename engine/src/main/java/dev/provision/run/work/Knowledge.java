package dev.provision.run.work;

import dev.provision.diag.ProvisionException;
import dev.provision.host.Answers;
import dev.provision.host.Context;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Query;
import dev.provision.host.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a host has answered so far, by account, and what it will be once that which is planned has
 * been applied. The first is asked of the host, the second of a model of it; a probe that reads
 * what a planned step writes is answered by the model alone.
 */
public final class Knowledge {

  private final Map<Context, Map<Probe<?>, Op.Reply>> replies = new HashMap<>();
  private final List<Plan> plans = new ArrayList<>();

  private boolean ahead;
  private boolean anew;
  private boolean foresaw;

  /** Made when something is planned; from the replies, then the plans in their order. */
  private @Nullable HostModel model;

  /** What the host said. */
  void put(Op.Ask<?> ask, Op.Reply reply) {
    replies.computeIfAbsent(ask.context(), c -> new HashMap<>()).put(ask.probe(), reply);
    if (model != null && !model.isWritten(ask.probe().reads())) {
      learn(model, ask.probe(), reply);
    }
  }

  @SuppressWarnings("unchecked") // A reply's value is of its probe's type.
  private static <T> void learn(HostModel model, Probe<T> probe, Op.Reply reply) {
    if (reply instanceof Op.Reply.Value value) {
      model.learn(probe, (T) value.value());
    }
  }

  /** Forgets what may be different after {@code writes}. What was planned stays planned. */
  public void forget(Set<Resource> writes) {
    for (Map<Probe<?>, Op.Reply> account : replies.values()) {
      account.keySet().removeIf(probe -> overlap(writes, probe.reads()));
    }
    model = null;
  }

  /** Has these asked anew. */
  public void forgetProbes(Set<Probe<?>> probes, Context context) {
    replies.getOrDefault(context, Map.of()).keySet().removeAll(probes);
    model = null;
  }

  public void forgetAll() {
    forget(Set.of(Resource.ANYTHING));
  }

  private static boolean overlap(Set<Resource> writes, Set<Resource> reads) {
    return writes.stream().anyMatch(w -> reads.stream().anyMatch(w::overlaps));
  }

  /** Something that shall be done, as far as the model can tell. */
  @FunctionalInterface
  public interface Plan {
    void applyTo(HostModel model);
  }

  /** From now on the host is thought of as if {@code plan} had changed it. */
  public void plan(Plan plan) {
    if (ahead) {
      return;
    }
    HostModel current = model();
    plans.add(plan);
    plan.applyTo(current);
  }

  /** Drops what was planned: it has been done, or it won't be. */
  public void settle() {
    plans.clear();
    model = null;
  }

  /**
   * It is asked for the sake of tasks whose turn has not come: nothing they would do is planned.
   *
   * @param askAnew whether what is planned will have been done when the answers come
   */
  public void lookAhead(boolean askAnew) {
    ahead = true;
    anew = askAnew;
  }

  /** It is asked in earnest again. */
  public void lookNow() {
    ahead = false;
  }

  /** Whether a model has answered in the place of the host since this was asked last. */
  public boolean takeForesaw() {
    boolean was = foresaw;
    foresaw = false;
    return was;
  }

  private HostModel model() {
    HostModel current = model;
    if (current == null) {
      HostModel fresh = HostModel.open();
      replies.values().forEach(account -> account.forEach((p, r) -> learn(fresh, p, r)));
      plans.forEach(plan -> plan.applyTo(fresh));
      model = fresh;
      current = fresh;
    }
    return current;
  }

  /** What is known of {@code query} when it is asked as {@code context}. */
  <T> Seen<T> look(Query<T> query, Context context) {
    Map<Probe<?>, Op.Reply> known = replies.getOrDefault(context, Map.of());
    @Nullable HostModel foreseen = plans.isEmpty() ? null : model();
    Answers answers = new Answers();
    Set<Probe<?>> used = new LinkedHashSet<>();
    try {
      while (true) {
        Set<Probe<?>> pending = query.pending(answers);
        if (pending.isEmpty()) {
          return query
              .value(answers)
              .<Seen<T>>map(value -> new Seen.Value<>(value, used))
              .orElseThrow(
                  () -> new IllegalStateException("A query asks nothing and knows nothing"));
        }
        used.addAll(pending);
        Set<Probe<?>> missing = new LinkedHashSet<>();
        for (Probe<?> probe : pending) {
          if (foreseen != null && foreseen.isWritten(probe.reads())) {
            if (ahead && anew) {
              missing.add(probe);
            } else if (!foresee(foreseen, probe, answers)) {
              return new Seen.Unknown<>();
            }
          } else if (known.containsKey(probe)) {
            copy(probe, known.get(probe), answers);
          } else {
            missing.add(probe);
          }
        }
        if (!missing.isEmpty()) {
          return new Seen.Missing<>(missing);
        }
      }
    } catch (ProvisionException e) {
      return new Seen.Failed<>(e);
    }
  }

  private <T> boolean foresee(HostModel model, Probe<T> probe, Answers answers) {
    Known<T> answer = model.answer(probe);
    if (answer.isKnown()) {
      answers.put(probe, answer.get());
      foresaw = true;
    }
    return answer.isKnown();
  }

  @SuppressWarnings("unchecked") // A reply's value is of its probe's type.
  private static <T> void copy(Probe<T> probe, Op.Reply reply, Answers answers) {
    if (reply instanceof Op.Reply.Value value) {
      answers.put(probe, (T) value.value());
    } else if (reply instanceof Op.Reply.Failure failure) {
      answers.putFailure(probe, failure.problem());
    }
  }

  /**
   * The result of a query that has been asked.
   *
   * @throws ProvisionException where it could not be had
   */
  public <T> T answer(Query<T> query, Context context) {
    Seen<T> seen = look(query, context);
    if (seen instanceof Seen.Value<T> value) {
      return value.value();
    }
    if (seen instanceof Seen.Failed<T> failed) {
      throw failed.problem();
    }
    throw new IllegalStateException("Not asked yet");
  }

  /** Whether all of {@code probes} have an answer. */
  boolean has(Set<Probe<?>> probes, Context context) {
    return replies.getOrDefault(context, Map.of()).keySet().containsAll(probes);
  }
}
