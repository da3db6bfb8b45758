package dev.provision.template;

import dev.provision.value.Value;
import org.jspecify.annotations.Nullable;

/** A thing of the template engine that has attributes: {@code loop.index}, {@code ns.x}. */
interface Attributes {

  /** The attribute, or null where there is none. */
  @Nullable Value attribute(String name);
}
