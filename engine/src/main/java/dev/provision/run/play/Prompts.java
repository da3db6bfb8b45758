package dev.provision.run.play;

import dev.provision.diag.Position;
import dev.provision.lang.Conversions;
import dev.provision.lang.Play;
import dev.provision.lang.VarsPrompt;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Asks what a play wants to know before it starts. Without a terminal the defaults are taken. */
final class Prompts {

  private final Engine engine;

  Prompts(Engine engine) {
    this.engine = engine;
  }

  Map<String, Value> ask(Play play) {
    Map<String, Value> answers = new LinkedHashMap<>();
    for (VarsPrompt prompt : play.prompts()) {
      if (!engine.variables().isExtra(prompt.name())) {
        answers.put(prompt.name(), answer(prompt));
      }
    }
    return answers;
  }

  private Value answer(VarsPrompt prompt) {
    Optional<String> typed = Optional.empty();
    if (engine.prompter().isInteractive()) {
      typed = typed(prompt);
    }
    Value plain =
        typed
            .filter(text -> !text.isEmpty())
            .map(text -> prompt.isPrivate() ? Value.secret(text) : Value.of(text))
            .<Value>map(text -> prompt.unsafe() ? text.asUnsafe() : text)
            .or(prompt::fallback)
            .orElse(Value.of(""));
    return prompt.encrypt().map(method -> hashed(plain, method, prompt)).orElse(plain);
  }

  private Optional<String> typed(VarsPrompt prompt) {
    String question =
        prompt.prompt().map(Conversions::text).orElse(prompt.name())
            + prompt.fallback().map(value -> " [" + value + "]").orElse("")
            + ": ";
    while (true) {
      Optional<String> first = engine.prompter().ask(question, prompt.isPrivate());
      if (!prompt.confirm() || first.isEmpty()) {
        return first;
      }
      Optional<String> second = engine.prompter().ask("confirm " + question, prompt.isPrivate());
      if (first.equals(second) || second.isEmpty()) {
        return first;
      }
    }
  }

  private Value hashed(Value plain, Value method, VarsPrompt prompt) {
    Map<String, Value> vars = new LinkedHashMap<>();
    vars.put("it", plain);
    vars.put("method", Value.of(Conversions.text(method).replace("_crypt", "")));
    prompt.salt().ifPresent(salt -> vars.put("salt", salt));
    String expression =
        prompt.salt().isPresent()
            ? "it | password_hash(method, salt)"
            : "it | password_hash(method)";
    return engine.templar().evaluate(expression, Position.NONE, Scope.of(vars));
  }
}
