package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.Map;

/** YAML for the filters {@code from_yaml} and {@code to_yaml}. Used by many threads at once. */
interface YamlText {

  /**
   * The value of one document.
   *
   * @throws dev.provision.diag.ProvisionException where the text is no YAML
   */
  Value read(Text text);

  /** A list of all documents. */
  Value readAll(Text text);

  /**
   * @param nice whether every list and dict stands over lines, as {@code to_nice_yaml} has it
   * @param options arguments of PyYAML's {@code dump}: {@code indent}, {@code width}, …
   */
  Text write(Value value, boolean nice, Map<String, Value> options);
}
