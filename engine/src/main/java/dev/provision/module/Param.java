package dev.provision.module;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a component of a parameter record what binding, checking and documentation need. A
 * component of type {@code Optional} may be left out; any other one must be given unless {@link
 * #defaultValue} stands here.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Param {

  /** A sentence for the documentation. */
  String value();

  /** The argument's name, where it is no Java name: {@code creates}, {@code _raw_params}. */
  String name() default "";

  String[] aliases() default {};

  /** As one would write it in YAML. */
  String defaultValue() default NONE;

  /** Allowed words; for enums the constants in lower case are taken. */
  String[] choices() default {};

  /** A value to show in the documentation. */
  String example() default "";

  /** Words that say what to use instead; not empty: deprecated. */
  String deprecated() default "";

  /**
   * Takes all arguments that no other component names; for a {@code Map<String, Value>}: set_fact.
   */
  boolean rest() default false;

  String NONE = "\u0000";
}
