package dev.provision.template;

import dev.provision.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A list or dict with templates in it that nobody has used yet. Asking for a part renders that part
 * only.
 */
final class Unrendered extends Value.Opaque {

  private final Value raw;
  private final Scope owner;
  private final String label;
  private @Nullable Value rendered;

  Unrendered(Value raw, Scope owner, String label) {
    this.raw = raw;
    this.owner = owner;
    this.label = label;
  }

  Value raw() {
    return raw;
  }

  Scope owner() {
    return owner;
  }

  String label() {
    return label;
  }

  Value render(Evaluation run) {
    Value known = rendered;
    if (known == null) {
      known = run.renderDeep(raw, owner, label);
      rendered = known;
    }
    return known;
  }

  @Override
  public String typeName() {
    return raw.typeName();
  }

  @Override
  public boolean isTruthy() {
    return raw.isTruthy();
  }
}
