package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.value.Text;
import dev.provision.value.Value;

/**
 * A template's text and where it stands.
 *
 * @param text the characters, with marks where the file itself was a vault
 * @param origin where the first character stands, or the YAML value that holds it
 * @param isFile whether it is a file of its own, so that lines and columns can be counted
 */
public record TemplateSource(Text text, Position origin, boolean isFile) {

  /** A template that is a file of its own. */
  public static TemplateSource ofFile(String file, String text) {
    return ofFile(file, Text.plain(text));
  }

  /** A template that is a file of its own, perhaps an encrypted one. */
  public static TemplateSource ofFile(String file, Text text) {
    return new TemplateSource(text, Position.of(file, 1, 1), true);
  }

  /** A template written as a value in a YAML file. */
  public static TemplateSource of(Value.Str value) {
    return new TemplateSource(value.text(), value.origin(), false);
  }

  /** The file's name as shown to users. */
  public String file() {
    return origin.file();
  }
}
