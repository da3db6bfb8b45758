package dev.provision.run;

import dev.provision.connect.ConnectionSpec;
import dev.provision.host.Become;
import dev.provision.value.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a user asked for besides playbooks and inventory; see contract.md for the options behind it.
 *
 * @param mode act, or only tell what would be done
 * @param diff whether contents are to be shown
 * @param selection which hosts and tasks
 * @param login how to reach hosts where their variables don't say
 * @param escalation how to become another account where plays and variables don't say
 * @param extraVars as written after {@code -e}, in order: {@code k=v k2=v2}, JSON, YAML or
 *     {@code @file}
 * @param forks how many hosts are worked on at once
 * @param forceHandlers run notified handlers on failed hosts too
 * @param step ask before each task
 * @param ahead whether questions are merged and changes batched; {@code false} for {@code
 *     --no-ahead}
 * @param flushCache forget facts of former runs
 * @param verbosity the number of {@code -v}
 * @param detailedExitcode exit 3 where a check found changes
 * @param savePlan where a check leaves its plan
 * @param plan a saved plan to hold to: a host that is not as planned is refused
 * @param approved {@code --yes}
 */
public record RunOptions(
    Mode mode,
    boolean diff,
    Selection selection,
    Login login,
    Escalation escalation,
    List<String> extraVars,
    int forks,
    boolean forceHandlers,
    boolean step,
    boolean ahead,
    boolean flushCache,
    int verbosity,
    boolean detailedExitcode,
    Optional<Path> savePlan,
    Optional<Path> plan,
    boolean approved) {

  /** As many hosts at once unless told otherwise. */
  public static final int DEFAULT_FORKS = 25;

  /** Act, or only tell. */
  public enum Mode {
    APPLY,
    CHECK
  }

  public RunOptions {
    extraVars = List.copyOf(extraVars);
  }

  public static RunOptions defaults() {
    return new RunOptions(
        Mode.APPLY,
        false,
        Selection.ALL,
        Login.DEFAULT,
        Escalation.DEFAULT,
        List.of(),
        DEFAULT_FORKS,
        false,
        false,
        true,
        false,
        0,
        false,
        Optional.empty(),
        Optional.empty(),
        false);
  }

  public boolean isCheck() {
    return mode == Mode.CHECK;
  }

  public RunOptions withMode(Mode newMode) {
    return new RunOptions(
        newMode,
        diff,
        selection,
        login,
        escalation,
        extraVars,
        forks,
        forceHandlers,
        step,
        ahead,
        flushCache,
        verbosity,
        detailedExitcode,
        savePlan,
        plan,
        approved);
  }

  public RunOptions withSelection(Selection newSelection) {
    return new RunOptions(
        mode,
        diff,
        newSelection,
        login,
        escalation,
        extraVars,
        forks,
        forceHandlers,
        step,
        ahead,
        flushCache,
        verbosity,
        detailedExitcode,
        savePlan,
        plan,
        approved);
  }

  public RunOptions withExtraVars(List<String> newExtraVars) {
    return new RunOptions(
        mode,
        diff,
        selection,
        login,
        escalation,
        newExtraVars,
        forks,
        forceHandlers,
        step,
        ahead,
        flushCache,
        verbosity,
        detailedExitcode,
        savePlan,
        plan,
        approved);
  }

  public RunOptions withForks(int newForks) {
    return new RunOptions(
        mode,
        diff,
        selection,
        login,
        escalation,
        extraVars,
        newForks,
        forceHandlers,
        step,
        ahead,
        flushCache,
        verbosity,
        detailedExitcode,
        savePlan,
        plan,
        approved);
  }

  public RunOptions withAhead(boolean newAhead) {
    return new RunOptions(
        mode,
        diff,
        selection,
        login,
        escalation,
        extraVars,
        forks,
        forceHandlers,
        step,
        newAhead,
        flushCache,
        verbosity,
        detailedExitcode,
        savePlan,
        plan,
        approved);
  }

  public RunOptions withForceHandlers(boolean newForceHandlers) {
    return new RunOptions(
        mode,
        diff,
        selection,
        login,
        escalation,
        extraVars,
        forks,
        newForceHandlers,
        step,
        ahead,
        flushCache,
        verbosity,
        detailedExitcode,
        savePlan,
        plan,
        approved);
  }

  /**
   * Which hosts and which tasks.
   *
   * @param limit host patterns as written after {@code -l}; empty for all
   * @param tags empty for all
   * @param skipTags wins over {@code tags}
   * @param startAtTask a task's name or address; those before it are left out
   * @param shard a part of the hosts
   */
  public record Selection(
      List<String> limit,
      List<String> tags,
      List<String> skipTags,
      Optional<String> startAtTask,
      Optional<Shard> shard) {

    public static final Selection ALL =
        new Selection(List.of(), List.of(), List.of(), Optional.empty(), Optional.empty());

    public Selection {
      limit = List.copyOf(limit);
      tags = List.copyOf(tags);
      skipTags = List.copyOf(skipTags);
    }
  }

  /**
   * A part of the hosts, for several runs side by side.
   *
   * @param index from 1
   */
  public record Shard(int index, int count) {}

  /**
   * How to reach hosts where their variables don't say.
   *
   * @param connection {@code ssh} or {@code local}
   * @param password asked for by {@code -k}
   * @param sshArguments further OpenSSH options, e.g. {@code -J jump}; may be empty
   */
  public record Login(
      Optional<String> connection,
      Optional<String> user,
      OptionalInt port,
      Optional<Path> privateKey,
      Optional<Secret> password,
      String sshArguments,
      Duration connectTimeout,
      ConnectionSpec.HostKeyChecking hostKeyChecking,
      ConnectionSpec.Transport transport) {

    public static final Login DEFAULT =
        new Login(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            "",
            Duration.ofSeconds(10),
            ConnectionSpec.HostKeyChecking.REFUSE,
            ConnectionSpec.Transport.SESSION);
  }

  /**
   * How to become another account where plays and variables don't say.
   *
   * @param become {@code -b}
   * @param password asked for by {@code -K}
   */
  public record Escalation(
      boolean become,
      Optional<String> user,
      Optional<Become.Method> method,
      Optional<Secret> password) {

    public static final Escalation DEFAULT =
        new Escalation(false, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
