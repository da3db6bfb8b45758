package dev.provision.inventory;

import dev.provision.value.Value;

/**
 * Variables that were set together.
 *
 * @param owner the host, group or role they were set for; empty where there is none
 * @param vars as written
 */
public record Layer(Precedence precedence, String owner, Value.Dict vars) {

  boolean isEmpty() {
    return vars.entries().isEmpty();
  }
}
