package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import org.jspecify.annotations.Nullable;

/** Makes the exceptions of this package. */
final class LabFailure {

  private LabFailure() {}

  static ProvisionException of(String detail) {
    return of(detail, null);
  }

  static ProvisionException of(String detail, @Nullable Throwable cause) {
    return new ProvisionException(
        Problem.error(ErrorCode.LAB_FAILED, Position.NONE, detail), cause);
  }

  static ProvisionException interrupted() {
    Thread.currentThread().interrupt();
    return new ProvisionException(ErrorCode.INTERRUPTED, "The lab was being worked on.");
  }
}
