package dev.provision.module;

import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Resource;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A module that does something which has no readable state: command, shell, script, uri, wait_for,
 * reboot. A small machine: each answer leads to the next {@link Action}.
 *
 * @param <P> its parameters
 */
public non-sealed interface ActionModule<P extends Record> extends Module<P> {

  /**
   * The first thing to do.
   *
   * @param check in check mode the engine refuses {@link Do}: guards such as {@code creates} come
   *     first, then a {@link Skip} or a {@link Done}
   */
  Action start(P params, HostInfo host, boolean check);

  default Risk risk(P params) {
    return Risk.NONE;
  }

  /** What comes next. */
  sealed interface Action permits Ask, Do, Wait, Reconnect, Done, Fail, Skip {}

  /** Reads; allowed in check mode. */
  record Ask<T>(Query<T> query, Function<T, Action> next) implements Action {}

  /**
   * Changes something, or may: the frames go as they are, in the context of the task.
   *
   * @param writes what may be different afterwards; {@link Resource#ANYTHING} for a user's command
   */
  record Do(List<Frame> frames, Set<Resource> writes, Function<List<FrameResult>, Action> next)
      implements Action {
    public Do {
      frames = List.copyOf(frames);
      writes = Set.copyOf(writes);
    }
  }

  /** Gives the worker back for a while. */
  record Wait(Duration time, Supplier<Action> next) implements Action {}

  /**
   * The line is closed and opened again, tried until the time is over; then {@code next}, or a
   * failure.
   */
  record Reconnect(Duration within, Supplier<Action> next) implements Action {}

  /** Ended. */
  record Done(Value.Dict result, boolean changed) implements Action {}

  /** Failed: {@code message} becomes {@code msg}; the result is registered all the same. */
  record Fail(String message, Value.Dict result) implements Action {}

  /** Not done: its guard holds already, or check mode can't tell. */
  record Skip(String message, Value.Dict result) implements Action {}
}
