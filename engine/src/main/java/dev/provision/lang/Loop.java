package dev.provision.lang;

import dev.provision.value.Value;
import java.util.Optional;

/**
 * What a task is repeated for.
 *
 * @param lookup the lookup of {@code with_LOOKUP}; empty for {@code loop}
 * @param items the list, or a template that gives it, or the lookup's terms
 */
public record Loop(Optional<String> lookup, Value items, LoopControl control) {}
