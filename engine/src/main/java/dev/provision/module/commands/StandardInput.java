package dev.provision.module.commands;

import dev.provision.value.Text;
import java.util.Optional;

/** What a command reads. */
final class StandardInput {

  private StandardInput() {}

  static Optional<Text> of(Optional<Text> text, boolean addNewline) {
    return text.map(t -> addNewline && !t.reveal().endsWith("\n") ? t.plus(Text.plain("\n")) : t);
  }
}
