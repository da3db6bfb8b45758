package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong while a template was read or rendered. It gets its place from the innermost node
 * that knows one. Without stack trace: {@code default} and {@code is defined} catch many of them.
 */
final class Fault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String detail;
  private final transient @Nullable Position at;

  Fault(ErrorCode code, String detail, @Nullable Position at) {
    super(detail, null, false, false);
    this.code = code;
    this.detail = detail;
    this.at = at;
  }

  Fault(ErrorCode code, String detail) {
    this(code, detail, null);
  }

  /** A failure of an operation, a filter, a test, a function. */
  static Fault of(String detail) {
    return new Fault(ErrorCode.TEMPLATE_ERROR, detail, null);
  }

  static Fault syntax(String detail, Position at) {
    return new Fault(ErrorCode.TEMPLATE_SYNTAX, detail, at);
  }

  static Fault of(ProvisionException cause) {
    Problem problem = cause.problem();
    return new Fault(
        problem.code(), problem.detail(), problem.at().isKnown() ? problem.at() : null);
  }

  ErrorCode code() {
    return code;
  }

  String detail() {
    return detail;
  }

  @Nullable Position at() {
    return at;
  }

  boolean isUndefined() {
    return code == ErrorCode.UNDEFINED_VARIABLE;
  }

  /** The same at {@code place}, unless a place is known already. */
  Fault locate(Position place) {
    return locate(place, "");
  }

  /** The same with a hint that goes with the place. */
  Fault locate(Position place, String hint) {
    return at == null ? new Fault(code, Messages.joined(detail, hint), place) : this;
  }

  Problem problem() {
    return Problem.error(code, at == null ? Position.NONE : at, detail);
  }

  ProvisionException exception() {
    return new ProvisionException(problem(), this);
  }
}
