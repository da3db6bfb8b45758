package dev.provision.cli;

import dev.provision.connect.ConnectionSpec.HostKeyChecking;
import dev.provision.connect.ConnectionSpec.Transport;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import dev.provision.run.RunOptions;
import dev.provision.value.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What plan, apply and verify have in common: Ansible's letters with Ansible's meaning, and ours.
 */
final class RunMixin {

  @Mixin InventoryMixin inventory = new InventoryMixin();

  @Mixin VaultMixin vault = new VaultMixin();

  @Option(
      names = {"-t", "--tags"},
      paramLabel = "TAGS",
      description = "Only tasks with one of these tags.")
  private List<String> tags = new ArrayList<>();

  @Option(
      names = "--skip-tags",
      paramLabel = "TAGS",
      description = "Leave out tasks with one of these tags.")
  private List<String> skipTags = new ArrayList<>();

  @Option(
      names = {"-e", "--extra-vars"},
      paramLabel = "VARS",
      description = "Variables that win over all others: k=v, JSON, YAML or @FILE.")
  private List<String> extraVars = new ArrayList<>();

  @Option(
      names = {"-C", "--check"},
      description = "Change nothing; tell what would be changed.")
  boolean check;

  @Option(
      names = {"-D", "--diff"},
      negatable = true,
      description = "Show what changes.")
  boolean diff;

  @Option(
      names = {"-f", "--forks"},
      paramLabel = "N",
      defaultValue = "25",
      description = "How many hosts are worked on at once (default: 25).")
  private int forks;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER",
      description = "Log in as this account.")
  private @Nullable String user;

  @Option(
      names = {"-b", "--become"},
      description = "Become another account for all tasks.")
  private boolean become;

  @Option(names = "--become-user", paramLabel = "USER", description = "Which one (default: root).")
  private @Nullable String becomeUser;

  @Option(
      names = "--become-method",
      paramLabel = "METHOD",
      description = "sudo, su or doas (default: sudo).")
  private Become.@Nullable Method becomeMethod;

  @Option(
      names = {"-K", "--ask-become-pass"},
      description = "Ask for the password of sudo, su or doas.")
  private boolean askBecomePassword;

  @Option(
      names = {"--become-password-file", "--become-pass-file"},
      paramLabel = "FILE",
      description = "A file that holds it.")
  private @Nullable Path becomePasswordFile;

  @Option(
      names = {"-k", "--ask-pass"},
      description = "Ask for the login password.")
  private boolean askPassword;

  @Option(
      names = {"--connection-password-file", "--conn-pass-file"},
      paramLabel = "FILE",
      description = "A file that holds it.")
  private @Nullable Path passwordFile;

  @Option(
      names = {"--private-key", "--key-file"},
      paramLabel = "FILE",
      description = "Log in with this key.")
  private @Nullable Path privateKey;

  @Option(
      names = "--ssh-common-args",
      paramLabel = "ARGS",
      description = "Further options as for the ssh program: -J HOST, -o Name=value.")
  private String sshArguments = "";

  @Option(
      names = {"-c", "--connection"},
      paramLabel = "KIND",
      description = "ssh or local, where hosts don't say.")
  private @Nullable String connection;

  @Option(
      names = {"-T", "--timeout"},
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long connecting may take (default: 10).")
  private int timeout;

  @Option(
      names = "--host-key-checking",
      paramLabel = "HOW",
      description = "true: refuse unknown keys; accept-new: learn them. Changed ones are refused.")
  private String hostKeyChecking = "true";

  @Option(names = "--start-at-task", paramLabel = "TASK", description = "Begin with this task.")
  private @Nullable String startAtTask;

  @Option(names = "--step", description = "Ask before each task.")
  private boolean step;

  @Option(names = "--list-tasks", description = "List the tasks that would run, and stop.")
  boolean listTasks;

  @Option(names = "--list-tags", description = "List the tags, and stop.")
  boolean listTags;

  @Option(names = "--list-hosts", description = "List the hosts, and stop.")
  boolean listHosts;

  @Option(names = "--syntax-check", description = "Read all files, tell what is wrong, and stop.")
  boolean syntaxCheck;

  @Option(names = "--force-handlers", description = "Run handlers of failed hosts too.")
  private boolean forceHandlers;

  @Option(names = "--flush-cache", description = "Forget facts of former runs.")
  private boolean flushCache;

  @Option(names = "-v", description = "Tell more; up to -vvvv.", arity = "0")
  private boolean[] verbosity = new boolean[0];

  @Option(names = "--yes", description = "Approve what an inventory wants approved.")
  private boolean yes;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = "Only the I-th of N parts of the hosts.")
  private @Nullable String shard;

  @Option(
      names = "--transport",
      paramLabel = "HOW",
      defaultValue = "session",
      description = "session: one shell for all (default); exec: one command each, slower.")
  private Transport transport;

  @Option(
      names = "--no-ahead",
      description = "Ask and change task by task, without looking ahead. Slower, same results.")
  private boolean noAhead;

  @Option(names = "--debug", description = "Show stack traces of errors.")
  boolean debug;

  /**
   * What a saved plan has to do with the run.
   *
   * @param save where to leave the plan
   * @param plan the plan to hold to
   * @param detailedExitcode exit 3 where something would change
   */
  record Planning(Optional<Path> save, Optional<Path> plan, boolean detailedExitcode) {
    static final Planning NONE = new Planning(Optional.empty(), Optional.empty(), false);
  }

  RunOptions options(RunOptions.Mode mode, Terminal terminal, Planning planning) {
    return new RunOptions(
        mode,
        diff,
        selection(),
        login(terminal),
        escalation(terminal),
        extraVars,
        forks,
        forceHandlers,
        step,
        !noAhead,
        flushCache,
        verbosity.length,
        planning.detailedExitcode,
        planning.save,
        planning.plan,
        yes);
  }

  int verbosity() {
    return verbosity.length;
  }

  private RunOptions.Selection selection() {
    return new RunOptions.Selection(
        inventory.limit,
        split(tags),
        split(skipTags),
        Optional.ofNullable(startAtTask),
        Optional.ofNullable(shard).map(RunMixin::shard));
  }

  private static List<String> split(List<String> lists) {
    return lists.stream()
        .flatMap(list -> Arrays.stream(list.split(",")))
        .map(String::strip)
        .filter(tag -> !tag.isEmpty())
        .toList();
  }

  private static RunOptions.Shard shard(String written) {
    if (!written.matches("[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")) {
      throw usage("--shard takes I/N, e.g. 1/3, and not \"" + written + "\".");
    }
    int slash = written.indexOf('/');
    int index = Integer.parseInt(written.substring(0, slash));
    int count = Integer.parseInt(written.substring(slash + 1));
    if (index > count) {
      throw usage("--shard " + written + ": there is no part " + index + " of " + count + ".");
    }
    return new RunOptions.Shard(index, count);
  }

  private RunOptions.Login login(Terminal terminal) {
    return new RunOptions.Login(
        Optional.ofNullable(connection),
        Optional.ofNullable(user),
        OptionalInt.empty(),
        Optional.ofNullable(privateKey),
        password(terminal, askPassword, passwordFile, "SSH password: ", "-k"),
        sshArguments,
        Duration.ofSeconds(timeout),
        hostKeyChecking(),
        transport);
  }

  private HostKeyChecking hostKeyChecking() {
    return switch (hostKeyChecking.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "refuse" -> HostKeyChecking.REFUSE;
      case "accept-new", "false", "no" -> HostKeyChecking.ACCEPT_NEW;
      default ->
          throw usage(
              "--host-key-checking takes true or accept-new, and not \"" + hostKeyChecking + "\".");
    };
  }

  private RunOptions.Escalation escalation(Terminal terminal) {
    return new RunOptions.Escalation(
        become,
        Optional.ofNullable(becomeUser),
        Optional.ofNullable(becomeMethod),
        password(terminal, askBecomePassword, becomePasswordFile, "BECOME password: ", "-K"));
  }

  private static Optional<Secret> password(
      Terminal terminal, boolean ask, @Nullable Path file, String question, String option) {
    if (file != null) {
      return Optional.of(read(file));
    }
    if (!ask) {
      return Optional.empty();
    }
    if (!terminal.prompter().isInteractive()) {
      throw usage(
          option + " asks for a password, and there is no terminal. Give it in a file instead.");
    }
    return terminal.prompter().ask(question, true).map(Secret::of);
  }

  private static Secret read(Path file) {
    try {
      return Secret.of(Files.readString(file).stripTrailing());
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE,
          "The password file \"" + file + "\" can't be read: " + e.getMessage());
    }
  }

  private static ProvisionException usage(String detail) {
    return new ProvisionException(ErrorCode.USAGE, detail);
  }
}
