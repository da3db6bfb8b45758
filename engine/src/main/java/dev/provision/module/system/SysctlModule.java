package dev.provision.module.system;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.FileSeen;
import dev.provision.host.files.FileType;
import dev.provision.host.files.HostPath;
import dev.provision.host.files.Mode;
import dev.provision.host.files.Owner;
import dev.provision.host.files.PutFile;
import dev.provision.host.files.Remove;
import dev.provision.host.sysctl.SetSysctl;
import dev.provision.host.sysctl.SysctlFiles;
import dev.provision.host.sysctl.SysctlFilesProbe;
import dev.provision.host.sysctl.SysctlKey;
import dev.provision.host.sysctl.SysctlProbe;
import dev.provision.host.sysctl.SysctlText;
import dev.provision.host.sysctl.SysctlValue;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.Proposal;
import dev.provision.module.Results;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A kernel setting, live and in a file that is loaded at boot. */
public final class SysctlModule implements StateModule<SysctlModule.Params, SysctlState> {

  private static final Mode NEW_FILE = new Mode(0644);

  /** Its arguments. */
  public record Params(
      @Param(value = "The setting.", aliases = "key", example = "net.ipv4.tcp_keepalive_time")
          SysctlKey name,
      @Param(value = "Its value.", aliases = "val") Optional<Value> value,
      @Param(value = "Whether the file shall set it.", defaultValue = "present") State state,
      @Param(value = "The file.", defaultValue = "/etc/sysctl.conf") HostPath sysctlFile,
      @Param(
              value = "Set the live value, also where the file is right already.",
              defaultValue = "false")
          boolean sysctlSet,
      @Param(value = "Set the live value as the file says.", defaultValue = "true") boolean reload,
      @Param(
              value = "Go on where the kernel lacks the setting or refuses the value.",
              defaultValue = "false")
          boolean ignoreerrors) {

    /** Whether the file sets it. */
    public enum State {
      PRESENT,
      ABSENT
    }

    private boolean isLive() {
      return state == State.PRESENT && (sysctlSet || reload);
    }
  }

  @Override
  public String name() {
    return "sysctl";
  }

  @Override
  public String summary() {
    return "Sets a kernel setting, live and for the next boot.";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "With `reload` or `sysctl_set` the live value is compared too, and mended where it differs. Only this"
            + " setting is written, not the rest of the file.",
        "Other files that set the same key are named in `warnings`, with the one that wins at boot.",
        "`state: absent` removes the line; the live value stays as it is.");
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Class<SysctlState> state() {
    return SysctlState.class;
  }

  @Override
  public String subject(Params params) {
    return params.name().name();
  }

  @Override
  public List<Problem> check(Params params) {
    if (params.state() == Params.State.ABSENT) {
      return List.of();
    }
    if (params.value().isEmpty() || text(params).isEmpty()) {
      return List.of(
          Problem.error(
              ErrorCode.MISSING_ARGUMENT,
              Position.NONE,
              "The module \"sysctl\" needs the argument \"value\", unless state is absent."));
    }
    if (text(params).contains("\n") || params.value().get() instanceof Value.Dict) {
      return List.of(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT,
              params.value().get().origin(),
              "A kernel setting's value is a single line."));
    }
    return List.of();
  }

  /** The value's words; yes and no are what a kernel calls 1 and 0. */
  private static String text(Params params) {
    Value value = params.value().orElse(Value.NULL);
    if (value instanceof Value.Bool bool) {
      return bool.value() ? "1" : "0";
    }
    String text =
        value instanceof Value.Str str
            ? str.reveal()
            : value instanceof Value.Null ? "" : value.toString();
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "yes", "true", "on" -> "1";
      case "no", "false", "off" -> "0";
      default -> SysctlValue.normal(text);
    };
  }

  @Override
  public Query<SysctlState> observe(Params params, HostInfo host) {
    String path = params.sysctlFile().on(host);
    Query<SysctlValue> live = Query.ask(new SysctlProbe(params.name()));
    Query<Optional<SysctlValue>> twin =
        params
            .name()
            .twin()
            .map(t -> Query.ask(new SysctlProbe(t)).map(Optional::of))
            .orElse(Query.of(Optional.empty()));
    Query<FileSeen> file = Query.ask(FileProbe.content(path, true));
    Query<SysctlFiles> files = Query.ask(new SysctlFilesProbe());
    return live.and(twin, Live::new)
        .and(file.and(files, OnDisk::new), (l, d) -> state(params.name(), path, l, d));
  }

  private record Live(SysctlValue value, Optional<SysctlValue> twin) {}

  private record OnDisk(FileSeen file, SysctlFiles files) {}

  private static SysctlState state(SysctlKey key, String path, Live live, OnDisk disk) {
    String content = disk.file.content().flatMap(FileContent::text).map(Text::reveal).orElse("");
    SysctlValue value = live.value;
    String realPath = disk.file.exists() ? disk.file.realPath() : path;
    List<SysctlFiles.Source> sources = disk.files.sources(key);
    return new SysctlState(
        value.readable() ? Optional.of(value.value()) : Optional.empty(),
        SysctlText.get(content, key),
        disk.file.stat().type(),
        live.twin.filter(SysctlValue::readable).map(SysctlValue::value),
        new SysctlBackground(
            value.exists(),
            value.readable(),
            value.writable(),
            realPath,
            disk.file.content().orElse(FileContent.EMPTY),
            disk.file.stat().mode(),
            disk.file.hasFolder(),
            sources.stream()
                .filter(s -> !s.file().equals(path) && !s.file().equals(realPath))
                .map(s -> s + " = " + s.value())
                .toList(),
            winner(sources, path, realPath)));
  }

  /** The last source, if it comes after the file's own last one and is another file. */
  private static String winner(List<SysctlFiles.Source> sources, String path, String realPath) {
    if (sources.isEmpty()) {
      return "";
    }
    SysctlFiles.Source last = sources.get(sources.size() - 1);
    boolean isOurs = last.file().equals(path) || last.file().equals(realPath);
    return isOurs ? "" : last + " = " + last.value();
  }

  @Override
  public Proposal<SysctlState> desired(Params params, SysctlState seen, HostInfo host) {
    if (params.state() == Params.State.ABSENT) {
      SysctlState want =
          new SysctlState(
              seen.value(), Optional.empty(), seen.file(), seen.twin(), seen.background());
      return Proposal.want(Goal.of(seen, want).naming("persistent"));
    }
    Optional<Problem> refusal = refusal(params, seen);
    if (refusal.isPresent()) {
      return Proposal.refuse(refusal.get());
    }
    return Proposal.want(goal(params, seen));
  }

  private static Goal<SysctlState> goal(Params params, SysctlState seen) {
    String value = text(params);
    boolean setsLive = setsLive(params, seen);
    Optional<String> live = setsLive ? Optional.of(value) : seen.value();
    boolean clearsTwin = setsLive && seen.twin().isPresent() && !value.equals("0");
    SysctlState want =
        new SysctlState(
            live,
            Optional.of(value),
            FileType.FILE,
            clearsTwin ? Optional.of("0") : seen.twin(),
            seen.background());
    Goal<SysctlState> goal = Goal.of(seen, want).naming("persistent");
    return setsLive ? goal.naming("value") : goal;
  }

  /** A value that can't be read can't be compared: it is left to the next boot. */
  private static boolean setsLive(Params params, SysctlState seen) {
    SysctlBackground background = seen.background();
    boolean isPossible = background.exists() && background.readable();
    boolean mayFail = params.ignoreerrors() && !background.writable();
    return params.isLive() && isPossible && !mayFail;
  }

  private static Optional<Problem> refusal(Params params, SysctlState seen) {
    SysctlBackground background = seen.background();
    boolean isOtherwise = !seen.value().equals(Optional.of(text(params)));
    if (params.isLive() && !params.ignoreerrors() && isOtherwise) {
      if (!background.exists()) {
        return refused(
            "The kernel has no setting "
                + params.name()
                + ". Is the name right, and is the kernel module that brings it loaded?");
      }
      if (!background.writable()) {
        return refused(
            params.name()
                + " can't be changed here: it is read-only for this account"
                + " (without root, or in a container whose host owns the setting).");
      }
    }
    if (!background.hasFolder()) {
      return refused("The folder of " + params.sysctlFile() + " does not exist.");
    }
    return switch (seen.file()) {
      case ABSENT, FILE -> Optional.empty();
      case DIRECTORY, LINK, CHARACTER, BLOCK, FIFO, SOCKET ->
          refused(params.sysctlFile() + " is no regular file.");
    };
  }

  private static Optional<Problem> refused(String detail) {
    return Optional.of(Problem.error(ErrorCode.MODULE_FAILED, Position.NONE, detail));
  }

  @Override
  public List<Step> transition(SysctlState from, Goal<SysctlState> to, Params how, HostInfo host) {
    Set<String> gaps = to.gaps(from);
    List<Step> steps = new ArrayList<>();
    if (gaps.contains("persistent") || gaps.contains("file")) {
      file(from, to.want(), how, host).ifPresent(steps::add);
    }
    live(gaps, to.want(), how.name()).ifPresent(steps::add);
    return steps;
  }

  private static Optional<Step> file(
      SysctlState from, SysctlState want, Params how, HostInfo host) {
    SysctlBackground now = from.background();
    String content = now.content().text().map(Text::reveal).orElse("");
    String changed = edited(content, how.name(), want.persistent());
    if (want.file() == FileType.ABSENT && changed.isBlank()) {
      return from.file() == FileType.ABSENT
          ? Optional.empty()
          : Optional.of(new Remove(now.path(), false));
    }
    boolean isNew = from.file() == FileType.ABSENT;
    return Optional.of(
        new PutFile(
            now.path(),
            FileContent.of(Text.plain(changed)),
            Optional.empty(),
            isNew ? NEW_FILE : now.mode(),
            Optional.empty(),
            Optional.empty(),
            new Owner(host.user(), host.userId()),
            false,
            Optional.empty()));
  }

  /** Zero can't be written to one of a pair; setting the other makes it zero. */
  private static Optional<Step> live(Set<String> gaps, SysctlState want, SysctlKey key) {
    boolean isByTwin =
        want.value().equals(Optional.of("0"))
            && want.twin().filter(t -> !t.equals("0")).isPresent();
    if (isByTwin && (gaps.contains("value") || gaps.contains("twin"))) {
      return Optional.of(new SetSysctl(key.twin().orElseThrow(), want.twin().orElseThrow()));
    }
    return gaps.contains("value") || gaps.contains("twin")
        ? want.value().map(value -> new SetSysctl(key, value))
        : Optional.empty();
  }

  @Override
  public Value.Dict result(Params params, Outcome<SysctlState> outcome) {
    Results results = new Results().put("name", params.name().name());
    outcome.after().value().ifPresent(value -> results.put("value", value));
    List<String> warnings = warnings(params, outcome.after().background());
    if (!warnings.isEmpty()) {
      results.put("warnings", warnings);
    }
    return results.toValue();
  }

  private static List<String> warnings(Params params, SysctlBackground seen) {
    List<String> warnings = new ArrayList<>();
    if (params.state() == Params.State.PRESENT && !seen.winner().isEmpty()) {
      warnings.add(
          params.name() + " is set again by " + seen.winner() + ", which wins at the next boot.");
    } else if (!seen.others().isEmpty()) {
      warnings.add(params.name() + " is also set by " + String.join(", ", seen.others()) + ".");
    }
    if (params.isLive() && !seen.exists()) {
      warnings.add("The kernel has no setting " + params.name() + " at present.");
    }
    return warnings;
  }

  @Override
  public Reversibility reversibility(Params params, SysctlState from, Goal<SysctlState> to) {
    if (to.gaps(from).contains("value") && from.value().isEmpty()) {
      return Reversibility.none("The old value could not be read.");
    }
    if (!isRestoredExactly(params.name(), from, to.want())) {
      return Reversibility.lossy(
          "The setting's line is written anew: its old place, blanks and doubles are lost.");
    }
    return Reversibility.exact();
  }

  /** Whether there and back again gives the same text. */
  private static boolean isRestoredExactly(SysctlKey key, SysctlState from, SysctlState want) {
    if (from.file() == FileType.ABSENT || from.persistent().equals(want.persistent())) {
      return true;
    }
    String content = from.background().content().text().map(Text::reveal).orElse("");
    String there = edited(content, key, want.persistent());
    return edited(there, key, from.persistent()).equals(content);
  }

  private static String edited(String content, SysctlKey key, Optional<String> value) {
    return value
        .map(v -> SysctlText.set(content, key, v))
        .orElseGet(() -> SysctlText.remove(content, key));
  }

  @Override
  public Risk risk(Params params, SysctlState from, Goal<SysctlState> to) {
    boolean changesNetwork =
        to.gaps(from).contains("value") && params.name().name().startsWith("net.");
    return changesNetwork ? Risk.NEW_CONNECTIONS : Risk.NONE;
  }
}
