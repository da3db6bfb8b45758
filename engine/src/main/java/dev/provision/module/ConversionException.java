package dev.provision.module;

import dev.provision.diag.ErrorCode;

/**
 * A value does not fit a parameter. The message goes on where "The argument x" ends: {@code must be
 * …}.
 */
final class ConversionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  private ConversionException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  static ConversionException wrongType(String message) {
    return new ConversionException(ErrorCode.WRONG_TYPE, message);
  }

  static ConversionException invalid(String message) {
    return new ConversionException(ErrorCode.INVALID_ARGUMENT, message);
  }

  ErrorCode code() {
    return code;
  }
}
