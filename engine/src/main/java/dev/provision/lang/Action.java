package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.Optional;

/**
 * A module and what it is given.
 *
 * @param written the module's name as written, perhaps with its collection
 * @param module the short name where we know the collection, else as written
 * @param args the arguments, each with its place; a free form's text stands under {@link
 *     #FREE_FORM}
 * @param argsTemplate a template that gives further arguments, over which {@code args} win
 * @param at where the module's name stands
 */
public record Action(
    String written, String module, Value.Dict args, Optional<Value.Str> argsTemplate, Position at) {

  /** The argument that holds the text of {@code command: echo hi}. */
  public static final String FREE_FORM = "_raw_params";

  /** The text of a free form, as written. */
  public Optional<Value> freeForm() {
    return args.get(FREE_FORM);
  }
}
