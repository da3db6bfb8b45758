package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.value.Text;
import dev.provision.value.Value;

/**
 * A template's text and where it stands.
 *
 * @param text the characters, with marks where the file itself was a vault
 * @param origin where the first character stands: line 1, column 1 of a file
 */
public record TemplateSource(Text text, Position origin) {

  /** A template that is a file of its own. */
  public static TemplateSource ofFile(String file, String text) {
    return new TemplateSource(Text.plain(text), Position.of(file, 1, 1));
  }

  /** A template written as a value in a YAML file. */
  public static TemplateSource of(Value.Str value) {
    return new TemplateSource(value.text(), value.origin());
  }

  /** The file's name as shown to users. */
  public String file() {
    return origin.file();
  }
}
