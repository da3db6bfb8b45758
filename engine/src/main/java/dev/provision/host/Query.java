package dev.provision.host;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What somebody wants to know of a host: probes put together. Data until a session answers the
 * probes; all probes that are ready go in one exchange. Each {@link #then} is one more exchange.
 *
 * @param <T> what is known in the end
 */
public abstract sealed class Query<T> {

  private Query() {}

  /**
   * The probes that can be asked now and have no answer yet; empty once {@link #value} is there.
   */
  public abstract Set<Probe<?>> pending(Answers answers);

  /**
   * The result, or nothing while answers are missing.
   *
   * @throws dev.provision.diag.ProvisionException where a needed answer is a failure
   */
  public abstract Optional<T> value(Answers answers);

  /** The result as a model of the host gives it. */
  public abstract Known<T> answer(HostModel model);

  /** The longest chain of exchanges, as far as can be told before the first answer. */
  public abstract int depth();

  public static <T> Query<T> of(T value) {
    return new Pure<>(value);
  }

  public static <T> Query<T> ask(Probe<T> probe) {
    return new Ask<>(probe);
  }

  /** All of {@code queries}, in one exchange where none depends on another. */
  public static <T> Query<List<T>> all(List<Query<T>> queries) {
    Query<List<T>> result = of(List.of());
    for (Query<T> query : queries) {
      result = result.and(query, Query::appended);
    }
    return result;
  }

  private static <T> List<T> appended(List<T> list, T item) {
    List<T> more = new ArrayList<>(list);
    more.add(item);
    return List.copyOf(more);
  }

  public final <R> Query<R> map(Function<T, R> f) {
    return and(of(Boolean.TRUE), (value, ignored) -> f.apply(value));
  }

  /** Both, side by side. */
  public final <U, R> Query<R> and(Query<U> other, BiFunction<T, U, R> f) {
    return new Both<>(this, other, f);
  }

  /** A query that depends on this one's result: costs an exchange of its own. */
  public final <R> Query<R> then(Function<T, Query<R>> f) {
    return new Then<>(this, f);
  }

  private static final class Pure<T> extends Query<T> {
    private final T value;

    Pure(T value) {
      this.value = value;
    }

    @Override
    public Set<Probe<?>> pending(Answers answers) {
      return Set.of();
    }

    @Override
    public Optional<T> value(Answers answers) {
      return Optional.of(value);
    }

    @Override
    public Known<T> answer(HostModel model) {
      return Known.of(value);
    }

    @Override
    public int depth() {
      return 0;
    }
  }

  private static final class Ask<T> extends Query<T> {
    private final Probe<T> probe;

    Ask(Probe<T> probe) {
      this.probe = probe;
    }

    @Override
    public Set<Probe<?>> pending(Answers answers) {
      return answers.has(probe) ? Set.of() : Set.of(probe);
    }

    @Override
    public Optional<T> value(Answers answers) {
      return answers.get(probe);
    }

    @Override
    public Known<T> answer(HostModel model) {
      return model.answer(probe);
    }

    @Override
    public int depth() {
      return 1;
    }
  }

  private static final class Both<A, B, T> extends Query<T> {
    private final Query<A> left;
    private final Query<B> right;
    private final BiFunction<A, B, T> f;

    Both(Query<A> left, Query<B> right, BiFunction<A, B, T> f) {
      this.left = left;
      this.right = right;
      this.f = f;
    }

    @Override
    public Set<Probe<?>> pending(Answers answers) {
      Set<Probe<?>> both = new LinkedHashSet<>(left.pending(answers));
      both.addAll(right.pending(answers));
      return both;
    }

    @Override
    public Optional<T> value(Answers answers) {
      return left.value(answers).flatMap(a -> right.value(answers).map(b -> f.apply(a, b)));
    }

    @Override
    public Known<T> answer(HostModel model) {
      Known<A> a = left.answer(model);
      Known<B> b = right.answer(model);
      return a.isKnown() && b.isKnown() ? Known.of(f.apply(a.get(), b.get())) : Known.unknown();
    }

    @Override
    public int depth() {
      return Math.max(left.depth(), right.depth());
    }
  }

  private static final class Then<A, T> extends Query<T> {
    private final Query<A> first;
    private final Function<A, Query<T>> f;

    Then(Query<A> first, Function<A, Query<T>> f) {
      this.first = first;
      this.f = f;
    }

    @Override
    public Set<Probe<?>> pending(Answers answers) {
      Set<Probe<?>> open = first.pending(answers);
      if (!open.isEmpty()) {
        return open;
      }
      return first.value(answers).map(a -> f.apply(a).pending(answers)).orElse(Set.of());
    }

    @Override
    public Optional<T> value(Answers answers) {
      return first.value(answers).flatMap(a -> f.apply(a).value(answers));
    }

    @Override
    public Known<T> answer(HostModel model) {
      Known<A> a = first.answer(model);
      return a.isKnown() ? f.apply(a.get()).answer(model) : Known.unknown();
    }

    @Override
    public int depth() {
      return first.depth() + 1;
    }
  }
}
