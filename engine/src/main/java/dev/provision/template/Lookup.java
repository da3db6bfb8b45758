package dev.provision.template;

import dev.provision.value.Value;
import java.util.List;
import java.util.Map;

/** Brings values from the controller into a template: {@code lookup('file', 'a.txt')}. */
@FunctionalInterface
public interface Lookup {

  /**
   * @param terms the positional arguments; a single list argument is given flattened by one level
   * @param options the keyword arguments, without {@code wantlist}, {@code errors} and {@code
   *     default} unless the lookup knows it
   * @param call who asks: variables and the controller
   * @return one value per found thing
   * @throws dev.provision.diag.ProvisionException with {@code TEMPLATE_ERROR} where it can't be had
   */
  List<Value> run(List<Value> terms, Map<String, Value> options, LookupCall call);
}
