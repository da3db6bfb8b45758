package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a template prints. Remembers whether it was one value only, which keeps its type. */
final class Output {

  private final Text.Builder text = new Text.Builder();
  private int pieces;
  private @Nullable Value only;

  void data(Text data) {
    pieces++;
    text.append(data);
  }

  /** A value as it is; none prints as nothing. */
  void print(Value value) {
    pieces++;
    only = value;
    if (!(value instanceof Value.Null)) {
      text.append(Printing.str(value));
    }
  }

  /** The value, where nothing else was printed. */
  Optional<Value> onlyValue() {
    return pieces == 1 ? Optional.ofNullable(only) : Optional.empty();
  }

  Text text() {
    return text.build();
  }
}
