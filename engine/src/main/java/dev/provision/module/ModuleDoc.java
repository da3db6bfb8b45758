package dev.provision.module;

import java.util.List;
import java.util.Optional;

/**
 * What there is to say of a module, read from its parameter record: for {@code provision doc},
 * docs/modules and completion.
 *
 * @param name the short name
 * @param kind {@code state}, {@code read}, {@code action} or {@code control}
 * @param summary one sentence
 * @param notes what differs from Ansible or is worth knowing; each a sentence or two
 * @param arguments in the record's order
 */
public record ModuleDoc(
    String name, String kind, String summary, List<String> notes, List<Argument> arguments) {

  /**
   * One argument.
   *
   * @param type the name that users know
   * @param choices the allowed words; empty for any
   */
  public record Argument(
      String name,
      List<String> aliases,
      String type,
      boolean required,
      Optional<String> defaultValue,
      List<String> choices,
      String description,
      String example,
      Optional<String> deprecated) {

    private static Argument of(Parameter parameter) {
      return new Argument(
          parameter.name(),
          parameter.aliases(),
          parameter.typeName(),
          parameter.isRequired(),
          parameter.defaultValue(),
          parameter.choices(),
          parameter.description(),
          parameter.example(),
          parameter.deprecated());
    }
  }

  public static ModuleDoc of(Module<?> module) {
    List<Argument> arguments =
        ParameterList.of(module.parameters()).all().stream().map(Argument::of).toList();
    return new ModuleDoc(module.name(), kind(module), module.summary(), module.notes(), arguments);
  }

  private static String kind(Module<?> module) {
    if (module instanceof StateModule) {
      return "state";
    }
    if (module instanceof ReadModule) {
      return "read";
    }
    return module instanceof ActionModule ? "action" : "control";
  }

  /** A page for docs/modules. */
  public String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# ").append(name).append("\n\n").append(summary).append("\n");
    if (!arguments.isEmpty()) {
      page.append("\n| argument | type | default | meaning |\n|---|---|---|---|\n");
      arguments.forEach(argument -> page.append(row(argument)));
    }
    for (String note : notes) {
      page.append("\n").append(note).append("\n");
    }
    return page.toString();
  }

  /** Breaks as one writes them in YAML. */
  private static String visible(String text) {
    return text.replace("\r", "\\r").replace("\n", "\\n");
  }

  private static String row(Argument argument) {
    String names = "`" + argument.name() + "`";
    if (!argument.aliases().isEmpty()) {
      names += ", `" + String.join("`, `", argument.aliases()) + "`";
    }
    String preset =
        argument.required()
            ? "**required**"
            : argument
                .defaultValue()
                .filter(d -> !d.isEmpty())
                .map(d -> "`" + visible(d) + "`")
                .orElse("");
    return "| "
        + names
        + " | "
        + argument.type()
        + " | "
        + preset
        + " | "
        + meaning(argument)
        + " |\n";
  }

  private static String meaning(Argument argument) {
    StringBuilder meaning = new StringBuilder(argument.description());
    if (!argument.choices().isEmpty()) {
      meaning
          .append(" One of `")
          .append(visible(String.join("`, `", argument.choices())))
          .append("`.");
    }
    if (!argument.example().isEmpty()) {
      meaning.append(" Example: `").append(argument.example()).append("`.");
    }
    argument.deprecated().ifPresent(d -> meaning.append(" Deprecated: ").append(d));
    return meaning.toString().replace("|", "\\|");
  }
}
