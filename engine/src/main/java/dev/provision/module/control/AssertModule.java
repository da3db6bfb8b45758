package dev.provision.module.control;

import dev.provision.module.ControlModule;
import dev.provision.module.Param;
import dev.provision.module.Results;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/** Fails unless all conditions hold. */
public final class AssertModule implements ControlModule<AssertModule.Params> {

  /** Its arguments. */
  public record Params(
      @Param("Conditions, as in `when`.") Value that,
      @Param(value = "What to say when one does not hold.", aliases = "msg")
          Optional<Value> failMsg,
      @Param("What to say when all hold.") Optional<Value> successMsg,
      @Param(value = "Say nothing about conditions that hold.", defaultValue = "false")
          boolean quiet) {}

  @Override
  public String name() {
    return "assert";
  }

  @Override
  public String summary() {
    return "Fails unless all conditions hold.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public ControlResult run(Params params, Controls controls) {
    List<Value> conditions =
        params.that() instanceof Value.Seq list ? list.items() : List.of(params.that());
    for (Value condition : conditions) {
      if (!controls.test(condition)) {
        return failed(params, condition);
      }
    }
    return ControlResult.ok(
        new Results()
            .put("msg", params.successMsg().orElse(Value.of("All assertions passed")))
            .toValue());
  }

  private static ControlResult failed(Params params, Value condition) {
    Value message = params.failMsg().orElse(Value.of("Assertion failed"));
    Results results = new Results();
    if (!params.quiet()) {
      results.put("assertion", condition).put("evaluated_to", false);
    }
    return ControlResult.failed(message.toString(), results.put("msg", message).toValue());
  }
}
