package dev.provision.diag;

import org.jspecify.annotations.Nullable;

/**
 * A problem that ends what is being done: a broken connection, a fault of the environment, a bug.
 * Problems in the files of users are collected in {@link Problems} instead.
 */
public class ProvisionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public ProvisionException(Problem problem) {
    this(problem, null);
  }

  public ProvisionException(Problem problem, @Nullable Throwable cause) {
    super(problem.oneLine(), cause);
    this.problem = problem;
  }

  public ProvisionException(ErrorCode code, String detail) {
    this(Problem.error(code, Position.NONE, detail));
  }

  public ProvisionException(ErrorCode code, Position at, String detail) {
    this(Problem.error(code, at, detail));
  }

  public Problem problem() {
    return problem;
  }

  public ErrorCode code() {
    return problem.code();
  }
}
