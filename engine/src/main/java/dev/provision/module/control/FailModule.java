package dev.provision.module.control;

import dev.provision.module.ControlModule;
import dev.provision.module.Param;
import dev.provision.value.Text;
import dev.provision.value.Value;

/** Fails with a message. */
public final class FailModule implements ControlModule<FailModule.Params> {

  /** Its arguments. */
  public record Params(
      @Param(value = "What to say.", defaultValue = "Failed as requested from task") Text msg) {}

  @Override
  public String name() {
    return "fail";
  }

  @Override
  public String summary() {
    return "Fails with a message.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public ControlResult run(Params params, Controls controls) {
    return ControlResult.failed(params.msg().shown(), Value.dict("msg", Value.of(params.msg())));
  }
}
