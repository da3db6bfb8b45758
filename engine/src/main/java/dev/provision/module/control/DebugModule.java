package dev.provision.module.control;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.module.ControlModule;
import dev.provision.module.Param;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows a message or a variable. */
public final class DebugModule implements ControlModule<DebugModule.Params> {

  /** Its arguments. */
  public record Params(
      @Param("What to show; `Hello world!` unless `var` is given.") Optional<Value> msg,
      @Param("An expression whose value is shown.") Optional<Value> var,
      @Param(value = "Show it only with at least so many `-v`.", defaultValue = "0")
          int verbosity) {}

  @Override
  public String name() {
    return "debug";
  }

  @Override
  public String summary() {
    return "Shows a message or the value of an expression.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public List<Problem> check(Params params) {
    if (params.msg().isPresent() && params.var().isPresent()) {
      return List.of(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT,
              Position.NONE,
              "The module \"debug\" takes either \"msg\" or \"var\", not both."));
    }
    return List.of();
  }

  @Override
  public ControlResult run(Params params, Controls controls) {
    if (params.verbosity() > controls.verbosity()) {
      Map<String, Value> skipped = new LinkedHashMap<>();
      skipped.put("skipped", Value.TRUE);
      skipped.put("skipped_reason", Value.of("Verbosity threshold not met."));
      return ControlResult.ok(Value.dict(skipped));
    }
    if (params.var().isPresent()) {
      return ControlResult.ok(variable(params.var().get(), controls));
    }
    return ControlResult.ok(Value.dict("msg", params.msg().orElse(Value.of("Hello world!"))));
  }

  private static Value.Dict variable(Value var, Controls controls) {
    if (!(var instanceof Value.Str expression)) {
      return Value.dict(var.toString(), var);
    }
    // A message may name the expression, so its secrets stay out.
    String name = expression.text().shown();
    return Value.dict(name, evaluated(expression, controls));
  }

  private static Value evaluated(Value.Str expression, Controls controls) {
    try {
      return controls.evaluate(expression.reveal(), expression.origin());
    } catch (ProvisionException e) {
      if (e.code() == ErrorCode.UNDEFINED_VARIABLE) {
        return Value.of("VARIABLE IS NOT DEFINED!");
      }
      throw e;
    }
  }
}
