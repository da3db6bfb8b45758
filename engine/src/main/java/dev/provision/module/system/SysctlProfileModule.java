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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A whole file of kernel settings that belongs to it, and the live values. */
public final class SysctlProfileModule
    implements StateModule<SysctlProfileModule.Params, SysctlProfileState> {

  private static final Mode NEW_FILE = new Mode(0644);
  private static final SysctlKey CONGESTION_CONTROL =
      SysctlKey.of("net.ipv4.tcp_congestion_control");

  /** Its arguments. */
  public record Params(
      @Param(
              value = "The file. It is this module's alone: what else is in it goes.",
              example = "/etc/sysctl.d/60-provision-net.conf")
          HostPath path,
      @Param(
              value =
                  "The settings, each with `name`, `value`, and for the reader of a plan `reason`, `source` and"
                      + " `verified_by`. A word `keep` in a value stands for the live one. `at_least: true` leaves"
                      + " greater live values alone. `unless_congestion_control: bbr` leaves a setting alone under"
                      + " that algorithm.")
          List<SysctlSetting> settings) {}

  @Override
  public String name() {
    return "sysctl_profile";
  }

  @Override
  public String summary() {
    return "Owns a file of kernel settings, each with its reason, and sets them live.";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Settings that are left alone stand in the file as comments that say why.",
        "A setting that is taken out of the list is taken out of the file; its live value stays until the next"
            + " boot.");
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Class<SysctlProfileState> state() {
    return SysctlProfileState.class;
  }

  @Override
  public String subject(Params params) {
    return params.path().toString();
  }

  @Override
  public List<Problem> check(Params params) {
    List<Problem> problems = new ArrayList<>();
    Map<String, String> wanted = new LinkedHashMap<>();
    for (SysctlSetting setting : params.settings()) {
      if (wanted.put(setting.key().name(), setting.value()) != null) {
        problems.add(invalid("The setting " + setting.key() + " stands twice in \"settings\"."));
      }
    }
    for (SysctlSetting setting : params.settings()) {
      setting
          .key()
          .twin()
          .filter(twin -> isOn(wanted, twin.name()) && isOn(wanted, setting.key().name()))
          .filter(twin -> setting.key().name().compareTo(twin.name()) < 0)
          .ifPresent(
              twin ->
                  problems.add(
                      invalid(
                          "The settings "
                              + setting.key()
                              + " and "
                              + twin
                              + " exclude each other: setting one makes the other 0.")));
    }
    return problems;
  }

  private static boolean isOn(Map<String, String> wanted, String key) {
    return !wanted.getOrDefault(key, "0").equals("0");
  }

  private static Problem invalid(String detail) {
    return Problem.error(ErrorCode.INVALID_ARGUMENT, Position.NONE, detail);
  }

  @Override
  public Query<SysctlProfileState> observe(Params params, HostInfo host) {
    String path = params.path().on(host);
    List<Query<Map.Entry<String, SysctlValue>>> values = new ArrayList<>();
    Set<SysctlKey> keys = keys(params);
    keys.add(CONGESTION_CONTROL);
    for (SysctlKey key : keys) {
      values.add(Query.ask(new SysctlProbe(key)).map(value -> Map.entry(key.name(), value)));
    }
    Query<FileSeen> file = Query.ask(FileProbe.content(path, true));
    Query<SysctlFiles> files = Query.ask(new SysctlFilesProbe());
    return Query.all(values)
        .and(file.and(files, OnDisk::new), (live, disk) -> state(params, path, live, disk));
  }

  /** The settings, and those that they exclude. */
  private static Set<SysctlKey> keys(Params params) {
    Set<SysctlKey> keys = new LinkedHashSet<>();
    params.settings().forEach(setting -> keys.add(setting.key()));
    params.settings().forEach(setting -> setting.key().twin().ifPresent(keys::add));
    return keys;
  }

  private record OnDisk(FileSeen file, SysctlFiles files) {}

  private static SysctlProfileState state(
      Params params, String path, List<Map.Entry<String, SysctlValue>> values, OnDisk disk) {
    Map<String, String> live = new LinkedHashMap<>();
    Set<String> readOnly = new LinkedHashSet<>();
    String congestionControl = "";
    Set<SysctlKey> keys = keys(params);
    for (Map.Entry<String, SysctlValue> entry : values) {
      if (keys.contains(new SysctlKey(entry.getKey())) && entry.getValue().readable()) {
        live.put(entry.getKey(), entry.getValue().value());
      }
      if (!entry.getValue().writable()) {
        readOnly.add(entry.getKey());
      }
      if (entry.getKey().equals(CONGESTION_CONTROL.name())) {
        congestionControl = entry.getValue().value();
      }
    }
    String realPath = disk.file.exists() ? disk.file.realPath() : path;
    return new SysctlProfileState(
        disk.file.stat().type(),
        disk.file.content().orElse(FileContent.EMPTY),
        live,
        new SysctlProfileBackground(
            realPath,
            disk.file.stat().mode(),
            disk.file.hasFolder(),
            readOnly,
            congestionControl,
            winners(params, disk.files, path, realPath)));
  }

  /** What wins over the file at the next boot, or would if the file were there. */
  private static List<String> winners(
      Params params, SysctlFiles files, String path, String realPath) {
    List<String> winners = new ArrayList<>();
    for (SysctlSetting setting : params.settings()) {
      files.sourcesAfter(setting.key(), path).stream()
          .filter(source -> !source.file().equals(realPath))
          .reduce((first, last) -> last)
          .ifPresent(source -> winners.add(setting.key() + ": " + source + " = " + source.value()));
    }
    return winners;
  }

  @Override
  public Proposal<SysctlProfileState> desired(
      Params params, SysctlProfileState seen, HostInfo host) {
    Optional<String> refusal = refusal(params, seen);
    if (refusal.isPresent()) {
      return Proposal.refuse(Problem.error(ErrorCode.MODULE_FAILED, Position.NONE, refusal.get()));
    }
    Map<String, String> live = new LinkedHashMap<>(seen.live());
    StringBuilder content = new StringBuilder("# Owned by provision: changes here are lost.\n");
    for (SysctlSetting setting : params.settings()) {
      String now = seen.live().getOrDefault(setting.key().name(), "");
      Optional<String> alone = setting.leftAlone(now, seen.background().congestionControl());
      comment(content, setting.reason());
      comment(content, setting.source().isEmpty() ? "" : "Source: " + setting.source());
      if (alone.isPresent()) {
        comment(content, setting.key() + " is left alone: " + alone.get() + ".");
      } else {
        content.append(setting.key()).append(" = ").append(setting.wanted(now)).append('\n');
        setLive(live, setting.key(), setting.wanted(now));
      }
    }
    SysctlProfileState want =
        seen.with(FileType.FILE, FileContent.of(Text.plain(content.toString())), live);
    Goal<SysctlProfileState> goal = Goal.of(seen, want).naming("content", "live");
    for (SysctlSetting setting : params.settings()) {
      goal =
          goal.because(
              "live",
              setting.key().name(),
              new Goal.Reason(setting.reason(), setting.source(), setting.verifiedBy()));
    }
    return Proposal.want(goal);
  }

  private static void setLive(Map<String, String> live, SysctlKey key, String value) {
    boolean excludes = !value.equals("0") && !value.equals(live.get(key.name()));
    live.put(key.name(), value);
    key.twin().filter(twin -> excludes).ifPresent(twin -> live.put(twin.name(), "0"));
  }

  private static void comment(StringBuilder content, String text) {
    if (!text.isEmpty()) {
      content.append("# ").append(text).append('\n');
    }
  }

  private static Optional<String> refusal(Params params, SysctlProfileState seen) {
    SysctlProfileBackground background = seen.background();
    for (SysctlSetting setting : params.settings()) {
      String key = setting.key().name();
      String now = seen.live().get(key);
      if (now == null) {
        return Optional.of(
            "The kernel has no setting "
                + key
                + " that can be read. Is the name right, and is the kernel module that brings it loaded?");
      }
      boolean isToChange =
          setting.leftAlone(now, background.congestionControl()).isEmpty()
              && !setting.wanted(now).equals(now);
      if (isToChange && background.readOnly().contains(key)) {
        return Optional.of(
            key
                + " can't be changed here: it is read-only for this account (without root, or in a container whose"
                + " host owns the setting).");
      }
      if (setting.wanted(now).contains("keep")) {
        return Optional.of(
            key + " has fewer words than \"" + setting.value() + "\": it is \"" + now + "\".");
      }
    }
    if (!background.hasFolder()) {
      return Optional.of("The folder of " + params.path() + " does not exist.");
    }
    return seen.file() == FileType.ABSENT || seen.file() == FileType.FILE
        ? Optional.empty()
        : Optional.of(params.path() + " is no regular file.");
  }

  @Override
  public List<Step> transition(
      SysctlProfileState from, Goal<SysctlProfileState> to, Params how, HostInfo host) {
    Set<String> gaps = to.gaps(from);
    SysctlProfileState want = to.want();
    List<Step> steps = new ArrayList<>();
    if (gaps.contains("file") || gaps.contains("content")) {
      steps.add(file(from, want, host));
    }
    want.live()
        .forEach(
            (key, value) -> {
              if (!value.equals(from.live().get(key)) && !isByTwin(key, value, want.live())) {
                steps.add(new SetSysctl(new SysctlKey(key), value));
              }
            });
    return steps;
  }

  /** Zero can't be written to one of a pair; setting the other makes it zero. */
  private static boolean isByTwin(String key, String value, Map<String, String> wanted) {
    return value.equals("0")
        && new SysctlKey(key)
            .twin()
            .map(t -> wanted.getOrDefault(t.name(), "0"))
            .filter(t -> !t.equals("0"))
            .isPresent();
  }

  private static Step file(SysctlProfileState from, SysctlProfileState want, HostInfo host) {
    String path = from.background().path();
    if (want.file() == FileType.ABSENT) {
      return new Remove(path, false);
    }
    return new PutFile(
        path,
        want.content(),
        Optional.empty(),
        from.file() == FileType.ABSENT ? NEW_FILE : from.background().mode(),
        Optional.empty(),
        Optional.empty(),
        new Owner(host.user(), host.userId()),
        false,
        Optional.empty());
  }

  @Override
  public Value.Dict result(Params params, Outcome<SysctlProfileState> outcome) {
    Results results = new Results().put("path", params.path().toString());
    Map<String, Value> live = new LinkedHashMap<>();
    outcome.after().live().forEach((key, value) -> live.put(key, Value.of(value)));
    results.put("live", Value.dict(live));
    List<String> warnings =
        outcome.after().background().winners().stream()
            .map(winner -> winner + " is loaded later and wins at the next boot.")
            .toList();
    if (!warnings.isEmpty()) {
      results.put("warnings", warnings);
    }
    return results.toValue();
  }

  @Override
  public Reversibility reversibility(
      Params params, SysctlProfileState from, Goal<SysctlProfileState> to) {
    return Reversibility.exact();
  }

  @Override
  public Risk risk(Params params, SysctlProfileState from, Goal<SysctlProfileState> to) {
    boolean changesNetwork =
        to.want().live().entrySet().stream()
            .anyMatch(
                e ->
                    e.getKey().startsWith("net.")
                        && !e.getValue().equals(from.live().get(e.getKey())));
    return changesNetwork ? Risk.NEW_CONNECTIONS : Risk.NONE;
  }
}
