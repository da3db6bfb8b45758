package dev.provision.run.work;

import dev.provision.module.ActionModule;
import dev.provision.module.ControlModule;
import dev.provision.module.Module;
import dev.provision.module.ReadModule;
import dev.provision.module.StateModule;

/** Turns module calls into works. */
public final class Works {

  private Works() {}

  /** A call of a module that speaks to hosts; {@link ControlModule}s don't. */
  public static <P extends Record> Work of(Module<P> module, P params, Call call) {
    if (module instanceof StateModule<P, ?> state) {
      return new StateWork<>(state, params, call);
    }
    if (module instanceof ReadModule<P, ?> read) {
      return new ReadWork<>(read, params, call);
    }
    if (module instanceof ActionModule<P> action) {
      return new ActionWork<>(action, params, call);
    }
    throw new IllegalArgumentException("[" + module.name() + "] runs on the controller");
  }
}
