package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.module.Module;
import dev.provision.module.ModuleDoc;
import dev.provision.module.ModuleRegistry;
import dev.provision.module.builtin.BuiltinModules;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tells what modules there are and what arguments they take. */
@Command(
    name = "doc",
    description = "List the modules, or show one with its arguments.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DocCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODULE", arity = "0..1", description = "Default: list all.")
  private @Nullable String module;

  private final Terminal terminal;

  DocCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    ModuleRegistry modules = BuiltinModules.registry();
    String wanted = module;
    if (wanted == null) {
      modules.modules().forEach(m -> terminal.out().printf("%-20s %s%n", m.name(), m.summary()));
      return 0;
    }
    Module<?> found =
        modules
            .find(wanted)
            .orElseThrow(
                () ->
                    new ProvisionException(
                        ErrorCode.UNKNOWN_MODULE,
                        "There is no module \""
                            + wanted
                            + "\"."
                            + Suggestions.didYouMean(wanted, modules.names())
                                .map(hint -> " " + hint)
                                .orElse("")));
    print(ModuleDoc.of(found));
    return 0;
  }

  private void print(ModuleDoc doc) {
    terminal.out().println(doc.name() + " - " + doc.summary());
    doc.notes().forEach(note -> terminal.out().println("\n  " + note));
    terminal.out().println();
    doc.arguments().forEach(this::print);
  }

  private void print(ModuleDoc.Argument argument) {
    String names =
        argument.aliases().isEmpty()
            ? argument.name()
            : argument.name() + " (" + String.join(", ", argument.aliases()) + ")";
    String preset =
        argument.required()
            ? ", required"
            : argument
                .defaultValue()
                .filter(d -> !d.isEmpty())
                .map(d -> ", default " + d)
                .orElse("");
    terminal.out().println("  " + names + ": " + argument.type() + preset);
    terminal.out().println("      " + argument.description());
    if (!argument.choices().isEmpty()) {
      terminal.out().println("      One of: " + String.join(", ", argument.choices()));
    }
    if (!argument.example().isEmpty()) {
      terminal.out().println("      Example: " + argument.example());
    }
    argument.deprecated().ifPresent(d -> terminal.out().println("      Deprecated: " + d));
  }
}
