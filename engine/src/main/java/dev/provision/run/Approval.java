package dev.provision.run;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Conversions;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/** Asks before hosts are changed whose inventory says {@code require_approval}. */
final class Approval {

  private static final String VARIABLE = "require_approval";

  private final Project project;
  private final RunOptions options;
  private final Prompter prompter;

  Approval(Project project, RunOptions options, Prompter prompter) {
    this.project = project;
    this.options = options;
    this.prompter = prompter;
  }

  /**
   * Goes on where nothing is to be approved, or somebody approves.
   *
   * @throws ProvisionException APPROVAL_MISSING
   */
  void demand() {
    if (options.isCheck() || options.approved()) {
      return;
    }
    List<String> hosts =
        project.hosts().select(List.of("all")).stream().filter(this::isNeeded).toList();
    if (hosts.isEmpty()) {
      return;
    }
    String names = String.join(", ", hosts);
    Optional<String> answer =
        prompter.isInteractive()
            ? prompter.ask("Change " + names + "? Type \"yes\" to go on: ", false)
            : Optional.empty();
    if (answer.filter(word -> word.strip().equals("yes")).isEmpty()) {
      throw new ProvisionException(
          ErrorCode.APPROVAL_MISSING,
          "The inventory wants an approval before these hosts are changed: "
              + names
              + ". Nothing was changed. Look at the plan first, then add --yes.");
    }
  }

  private boolean isNeeded(String host) {
    Scope scope = project.variables().ofHost(host);
    Optional<Value> value =
        scope.lookup(VARIABLE).map(written -> project.templar().render(written, scope));
    return value.map(v -> Conversions.bool(v).orElse(true)).orElse(false);
  }
}
