package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.Optional;

/**
 * A question that a play asks before it starts.
 *
 * @param name the variable that takes the answer
 * @param isPrivate whether the answer is typed unseen
 * @param fallback the answer where none is given
 * @param confirm whether it is asked twice
 * @param encrypt the hash to make of the answer
 * @param salt for the hash
 * @param saltSize of a random salt
 * @param unsafe whether the answer is no template
 */
public record VarsPrompt(
    String name,
    Optional<Value> prompt,
    boolean isPrivate,
    Optional<Value> fallback,
    boolean confirm,
    Optional<Value> encrypt,
    Optional<Value> salt,
    Optional<Value> saltSize,
    boolean unsafe,
    Position at) {}
