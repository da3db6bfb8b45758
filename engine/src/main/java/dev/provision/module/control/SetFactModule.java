package dev.provision.module.control;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.module.ControlModule;
import dev.provision.module.Param;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Sets variables of the host for the rest of the run. */
public final class SetFactModule implements ControlModule<SetFactModule.Params> {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Its arguments. */
  public record Params(
      @Param(value = "The variables, each as `name: value`.", name = "key_value", rest = true)
          Map<String, Value> variables,
      @Param(value = "Accepted; facts are kept for one run only.", defaultValue = "false")
          boolean cacheable) {}

  @Override
  public String name() {
    return "set_fact";
  }

  @Override
  public String summary() {
    return "Sets variables of the host for the rest of the run.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public List<Problem> check(Params params) {
    List<Problem> problems = new ArrayList<>();
    if (params.variables().isEmpty()) {
      problems.add(
          Problem.error(
              ErrorCode.MISSING_ARGUMENT,
              Position.NONE,
              "The module \"set_fact\" needs at least one variable: name: value."));
    }
    params
        .variables()
        .forEach(
            (name, value) -> {
              if (!NAME.matcher(name).matches()) {
                problems.add(
                    Problem.error(
                        ErrorCode.INVALID_ARGUMENT,
                        value.origin(),
                        "\""
                            + name
                            + "\" is no variable name. Names are letters, digits and underscores, and do not"
                            + " begin with a digit."));
              }
            });
    return problems;
  }

  @Override
  public ControlResult run(Params params, Controls controls) {
    Value.Dict result = Value.dict("ansible_facts", Value.dict(params.variables()));
    return new ControlResult(result, false, params.variables(), Optional.empty());
  }
}
