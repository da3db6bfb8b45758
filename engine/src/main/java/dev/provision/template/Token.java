package dev.provision.template;

/**
 * A word of an expression.
 *
 * @param text the characters; of a string its content with escapes resolved, of a number its digits
 * @param start offset of its first character
 * @param end offset after its last character
 */
record Token(Kind kind, String text, int start, int end) {

  enum Kind {
    NAME,
    STRING,
    INTEGER,
    FLOAT,
    OPERATOR,
    END
  }

  boolean isOperator(String operator) {
    return kind == Kind.OPERATOR && text.equals(operator);
  }

  boolean isName(String name) {
    return kind == Kind.NAME && text.equals(name);
  }

  /** As messages name it. */
  String shown() {
    return switch (kind) {
      case STRING -> "a string";
      case END -> "the end of the " + (text.isEmpty() ? "expression" : text);
      case NAME, INTEGER, FLOAT, OPERATOR -> "\"" + text + "\"";
    };
  }
}
