package dev.provision.template;

import dev.provision.value.Value;

/** What a lookup may use of the template that called it. */
public interface LookupCall {

  /** The variables as the template sees them, not yet rendered. */
  Scope scope();

  /** The controller's files, environment and processes. */
  Controller controller();

  /** Renders a value with the template's variables. */
  Value render(Value any);
}
