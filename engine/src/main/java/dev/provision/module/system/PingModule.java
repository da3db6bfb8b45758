package dev.provision.module.system;

import dev.provision.host.EchoProbe;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.module.Param;
import dev.provision.module.ReadModule;
import dev.provision.value.Value;

/** Whether a host can be worked with. */
public final class PingModule implements ReadModule<PingModule.Params, Boolean> {

  /** Its arguments. */
  public record Params(@Param(value = "What to answer.", defaultValue = "pong") Value data) {}

  @Override
  public String name() {
    return "ping";
  }

  @Override
  public String summary() {
    return "Tells whether a host can be logged in to and worked with.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Query<Boolean> observe(Params params, HostInfo host) {
    return Query.ask(new EchoProbe());
  }

  @Override
  public Value.Dict result(Params params, Boolean seen) {
    return Value.dict("ping", params.data());
  }
}
