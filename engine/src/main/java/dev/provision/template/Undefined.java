package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A variable, attribute or element that is not there. It may be passed on and tested; using it is a
 * fault. What is asked of it is the same undefined thing again, so that {@code a.b.c |
 * default('x')} works whichever part is missing.
 */
final class Undefined extends Value.Opaque {

  /** What {@code 'a' if false} gives: prints as nothing and is false. */
  static final Undefined NOTHING =
      new Undefined(
          "", () -> "The inline \"if\" has no \"else\", and its condition is false.", null, true);

  private final String path;
  private final Supplier<String> detail;
  private final @Nullable Position at;
  private final boolean lenient;

  private Undefined(String path, Supplier<String> detail, @Nullable Position at, boolean lenient) {
    this.path = path;
    this.detail = detail;
    this.at = at;
    this.lenient = lenient;
  }

  /**
   * @param path what is missing, as it was written: {@code users[0].name}
   * @param detail the message; costly to make and seldom wanted
   */
  static Undefined of(String path, Supplier<String> detail, @Nullable Position at) {
    return new Undefined(path, detail, at, false);
  }

  /** An attribute or element that is not in its container; without a place. */
  static Undefined missing(Value container, Value key, String containerPath, boolean item) {
    MissingEntry entry = new MissingEntry(container, key, containerPath, item);
    return new Undefined(entry.path(), entry::detail, null, false);
  }

  static Undefined because(Fault fault) {
    return new Undefined("", fault::detail, fault.at(), false);
  }

  /** The same at {@code place}, unless it has a place; {@code hint} goes with the message. */
  Undefined locate(Position place, String hint) {
    return at == null && !lenient
        ? new Undefined(path, () -> Messages.joined(detail.get(), hint), place, false)
        : this;
  }

  String path() {
    return path;
  }

  boolean isLenient() {
    return lenient;
  }

  Fault fault() {
    return new Fault(ErrorCode.UNDEFINED_VARIABLE, detail.get(), at);
  }

  @Override
  public String typeName() {
    return "undefined";
  }

  @Override
  public boolean isTruthy() {
    if (lenient) {
      return false;
    }
    throw fault();
  }

  @Override
  public String toString() {
    return "undefined";
  }
}
