package dev.provision.template;

import dev.provision.value.Text;
import java.util.List;

/** A piece of a template before its structure is known. */
sealed interface Segment {

  int start();

  int end();

  /** Text between tags, white space control applied. */
  record Data(Text text, int start, int end) implements Segment {}

  /** {@code {{ … }}}. */
  record Print(List<Token> tokens, int start, int end) implements Segment {}

  /** {@code {% … %}}; the first token is its name. */
  record Tag(List<Token> tokens, int start, int end) implements Segment {
    String name() {
      return tokens.get(0).text();
    }
  }
}
