package dev.provision.module.commands;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.ConnectionsProbe;
import dev.provision.host.HostInfo;
import dev.provision.host.PortProbe;
import dev.provision.host.Query;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.FileSeen;
import dev.provision.host.files.HostPath;
import dev.provision.module.ActionModule;
import dev.provision.module.Param;
import dev.provision.module.PythonRegex;
import dev.provision.module.Results;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Waits until a port or a file is there, or gone. */
public final class WaitForModule implements ActionModule<WaitForModule.Params> {

  private static final long FILE_LIMIT = 16 << 20;

  /** Its arguments. */
  public record Params(
      @Param("The port.") Optional<Integer> port,
      @Param(value = "Where the port is, as seen from the host.", defaultValue = "127.0.0.1")
          String host,
      @Param("The file.") Optional<HostPath> path,
      @Param(
              value =
                  "`started` and `present`: it is there; `stopped`, `drained` and `absent`: it is gone.",
              defaultValue = "started")
          State state,
      @Param("It counts as there only when this is found in the file, or in what the port says.")
          Optional<PythonRegex> searchRegex,
      @Param(value = "Give up after so many seconds.", defaultValue = "300") Duration timeout,
      @Param(value = "Wait so many seconds before looking at all.", defaultValue = "0")
          Duration delay,
      @Param(value = "Wait so many seconds between two looks.", defaultValue = "1") Duration sleep,
      @Param(value = "How many seconds a connection may take.", defaultValue = "5")
          Duration connectTimeout,
      @Param(
              value = "Which states of connections `drained` waits for.",
              defaultValue = "ESTABLISHED,FIN_WAIT1,FIN_WAIT2,SYN_RECV,SYN_SENT,TIME_WAIT")
          List<String> activeConnectionStates,
      @Param(value = "Addresses whose connections `drained` does not wait for.", defaultValue = "")
          List<String> excludeHosts,
      @Param("What to say when it was in vain.") Optional<String> msg) {

    /** What is waited for. */
    public enum State {
      ABSENT,
      DRAINED,
      PRESENT,
      STARTED,
      STOPPED
    }

    private boolean isGone() {
      return state == State.ABSENT || state == State.STOPPED || state == State.DRAINED;
    }
  }

  @Override
  public String name() {
    return "wait_for";
  }

  @Override
  public String summary() {
    return "Waits until a port or a file is there, or gone.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public List<Problem> check(Params params) {
    if (params.port().isPresent() && params.path().isPresent()) {
      return List.of(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT,
              Position.NONE,
              "\"port\" and \"path\" exclude each other."));
    }
    if (params.path().isPresent() && params.state() == Params.State.DRAINED) {
      return List.of(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT,
              Position.NONE,
              "\"state: drained\" is for ports, not for files."));
    }
    return List.of();
  }

  @Override
  public Action start(Params params, HostInfo host, boolean check) {
    if (check) {
      String why = "remote module (wait_for) does not support check mode";
      return new Skip(why, new Results().put("msg", why).put("skipped", true).toValue());
    }
    Waiting waiting = new Waiting(params, host);
    if (params.port().isEmpty() && params.path().isEmpty()) {
      // Nothing to look for: it is a rest.
      Duration rest = params.delay().isZero() ? params.timeout() : params.delay();
      return new Wait(rest, () -> waiting.done(rest, ""));
    }
    return params.delay().isZero()
        ? waiting.look(Duration.ZERO)
        : new Wait(params.delay(), () -> waiting.look(params.delay()));
  }

  /** Looks and rests by turns. Time is counted by the rests: a module has no clock. */
  private record Waiting(Params params, HostInfo host) {

    Action look(Duration elapsed) {
      Query<Found> query = params.port().isPresent() ? port() : file();
      return new Ask<>(query, found -> judge(found, elapsed));
    }

    private Query<Found> port() {
      if (params.state() == Params.State.DRAINED) {
        return Query.ask(
                new ConnectionsProbe(
                    params.port().orElseThrow(),
                    params.activeConnectionStates(),
                    params.excludeHosts()))
            .map(count -> new Found(count > 0, ""));
      }
      PortProbe probe =
          new PortProbe(
              params.host(),
              params.port().orElseThrow(),
              params.connectTimeout(),
              params.searchRegex().isPresent() && !params.isGone());
      return Query.ask(probe).map(answer -> new Found(answer.open(), answer.said()));
    }

    private Query<Found> file() {
      String path = params.path().orElseThrow().on(host);
      boolean reads = params.searchRegex().isPresent();
      FileProbe probe =
          reads
              ? new FileProbe(path, true, FILE_LIMIT, Optional.empty())
              : FileProbe.stat(path, true);
      return Query.ask(probe).map(seen -> new Found(seen.exists(), text(seen)));
    }

    private static String text(FileSeen seen) {
      return seen.content().flatMap(FileContent::text).map(Text::reveal).orElse("");
    }

    private Action judge(Found found, Duration elapsed) {
      boolean isThere =
          found.there
              && params
                  .searchRegex()
                  .map(r -> r.withFlags(Pattern.MULTILINE).isFoundIn(found.text))
                  .orElse(true);
      if (isThere != params.isGone()) {
        return done(elapsed, found.text);
      }
      if (elapsed.compareTo(params.timeout()) >= 0) {
        return inVain(elapsed);
      }
      Duration rest = params.sleep().isZero() ? Duration.ofMillis(200) : params.sleep();
      return new Wait(rest, () -> look(elapsed.plus(rest)));
    }

    Action done(Duration elapsed, String text) {
      Results results = describe(elapsed);
      params
          .searchRegex()
          .flatMap(r -> r.withFlags(Pattern.MULTILINE).search(text))
          .ifPresent(
              match -> {
                results.put("match_groups", groups(match));
              });
      return new Done(results.toValue(), false);
    }

    private static List<String> groups(Matcher match) {
      return IntStream.rangeClosed(1, match.groupCount())
          .mapToObj(i -> match.group(i) == null ? "" : match.group(i))
          .toList();
    }

    private Results describe(Duration elapsed) {
      Results results =
          new Results()
              .put("state", params.state().name().toLowerCase(Locale.ROOT))
              .put("elapsed", elapsed.toSeconds());
      params.port().ifPresent(port -> results.put("port", port));
      params.path().ifPresent(path -> results.put("path", path.written()));
      params.searchRegex().ifPresent(regex -> results.put("search_regex", regex.toString()));
      return results;
    }

    private Action inVain(Duration elapsed) {
      String message =
          params
              .msg()
              .orElseGet(
                  () ->
                      "Timeout when waiting for "
                          + params.searchRegex().map(r -> "search string " + r + " in ").orElse("")
                          + params
                              .path()
                              .map(HostPath::written)
                              .orElse(params.host() + ":" + params.port().orElse(0))
                          + (params.isGone()
                              ? params.path().isPresent() ? " to be absent." : " to stop."
                              : params.path().isPresent() ? " to be present." : ""));
      return new Fail(
          message, new Results().put("elapsed", elapsed.toSeconds()).put("msg", message).toValue());
    }
  }

  private record Found(boolean there, String text) {}
}
