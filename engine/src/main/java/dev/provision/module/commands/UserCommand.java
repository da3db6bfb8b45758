package dev.provision.module.commands;

import dev.provision.host.ClockProbe;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.files.GlobProbe;
import dev.provision.host.files.HostPath;
import dev.provision.module.ActionModule.Action;
import dev.provision.module.ActionModule.Ask;
import dev.provision.module.ActionModule.Do;
import dev.provision.module.ActionModule.Done;
import dev.provision.module.ActionModule.Fail;
import dev.provision.module.ActionModule.Skip;
import dev.provision.module.Results;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Runs one command of the user, unless a guard says that it is not needed.
 *
 * @param shown the field {@code cmd} of the result
 * @param script what is run
 * @param clock whether start and end are asked of the host
 */
record UserCommand(
    Value shown, Text script, Guards guards, Optional<Text> stdin, boolean strip, boolean clock) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");
  private static final DateTimeFormatter HOST_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss[.SSSSSSSSS]");

  /**
   * What a command is needed for.
   *
   * @param creates a path or pattern: where something fits it, the command is not run
   * @param removes where nothing fits it, the command is not run
   * @param chdir where it runs, and what the other two are relative to
   */
  record Guards(Optional<String> creates, Optional<String> removes, Optional<String> chdir) {

    boolean any() {
      return creates.isPresent() || removes.isPresent();
    }

    private String path(String written, HostInfo host) {
      if (written.startsWith("/") || written.startsWith("~")) {
        return new HostPath(written).on(host);
      }
      return chdir.map(folder -> new HostPath(folder).on(host)).orElse(host.home()) + "/" + written;
    }
  }

  Action start(HostInfo host, boolean check) {
    return guarded(
        guards.creates(),
        host,
        exists -> exists,
        path -> "since " + path + " exists",
        () ->
            guarded(
                guards.removes(),
                host,
                exists -> !exists,
                path -> "since " + path + " does not exist",
                () -> check ? unchecked() : run(host)));
  }

  private Action guarded(
      Optional<String> path,
      HostInfo host,
      Function<Boolean, Boolean> holds,
      Function<String, String> words,
      java.util.function.Supplier<Action> next) {
    if (path.isEmpty()) {
      return next.get();
    }
    Query<Boolean> exists = Query.ask(new GlobProbe(guards.path(path.get(), host)));
    return new Ask<>(exists, e -> holds.apply(e) ? needless(words.apply(path.get())) : next.get());
  }

  private Action needless(String why) {
    Results results = new Results().put("cmd", shown).put("rc", 0);
    output(results, "stdout", "skipped, " + why);
    output(results, "stderr", "");
    results.put("start", Value.NULL).put("end", Value.NULL).put("delta", Value.NULL);
    return new Done(results.put("msg", "Did not run command " + why).toValue(), false);
  }

  /** With a guard check mode can tell that it would run; without one it can't tell anything. */
  private Action unchecked() {
    String message = "Command would have run if not in check mode";
    Results results = new Results().put("cmd", shown).put("rc", 0);
    output(results, "stdout", "");
    output(results, "stderr", "");
    results.put("start", Value.NULL).put("end", Value.NULL).put("delta", Value.NULL);
    results.put("msg", message);
    return guards.any()
        ? new Done(results.toValue(), true)
        : new Skip(message, results.put("skipped", true).toValue());
  }

  private Action run(HostInfo host) {
    Text text =
        guards
            .chdir()
            .map(
                folder ->
                    Text.plain("cd " + Sh.quote(new HostPath(folder).on(host)) + " || exit 1\n"))
            .orElse(Text.plain(""))
            .plus(script);
    Optional<Frame.Payload> input =
        stdin.map(
            t -> new Frame.Payload(t.reveal().getBytes(StandardCharsets.UTF_8), t.hasSecret()));
    Frame command =
        new Frame(Frame.Kind.COMMAND, "", text, input, Context.LOGIN, Frame.NO_TIMEOUT, false);
    List<Frame> frames = new ArrayList<>(List.of(command));
    if (clock) {
      frames.add(Frame.query(new ClockProbe().script(), Context.LOGIN));
    }
    return new Do(frames, Set.of(Resource.ANYTHING), this::ended);
  }

  private Action ended(List<FrameResult> frames) {
    FrameResult command = frames.get(0);
    Results results = new Results().put("cmd", shown).put("rc", command.exitCode());
    output(results, "stdout", command.out());
    output(results, "stderr", command.err());
    if (frames.size() > 1) {
      times(results, command.elapsed(), new ClockProbe().decode(frames.get(1)));
    }
    results.put("msg", "");
    Optional<String> failure = failure(command);
    if (failure.isEmpty()) {
      return new Done(results.toValue(), true);
    }
    return new Fail(
        failure.get(), results.put("msg", failure.get()).put("changed", true).toValue());
  }

  private static Optional<String> failure(FrameResult command) {
    return switch (command.status()) {
      case ENDED ->
          command.exitCode() == 0 ? Optional.empty() : Optional.of("non-zero return code");
      case NOT_RUN -> Optional.of("The command was not run: something before it failed.");
      case TIMED_OUT -> Optional.of("The command took too long and was stopped.");
      case TOO_MUCH_OUTPUT ->
          Optional.of("The command wrote more than the limit of 16 MiB and was stopped.");
      case UNKNOWN ->
          Optional.of("The line was lost and the host does not say how the command ended.");
    };
  }

  private void output(Results results, String name, String text) {
    String shownText = strip ? withoutLastBreaks(text) : text;
    results.put(name, shownText);
    results.put(name + "_lines", shownText.isEmpty() ? List.of() : lines(shownText));
  }

  private static String withoutLastBreaks(String text) {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(0, end);
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  private static void times(Results results, Duration elapsed, String hostTime) {
    results.put("delta", delta(elapsed));
    try {
      LocalDateTime end = LocalDateTime.parse(hostTime, HOST_TIME);
      results.put("end", TIME.format(end));
      results.put("start", TIME.format(end.minus(elapsed)));
    } catch (DateTimeParseException e) {
      // A host without a usable date: then nobody knows.
      results.put("end", Value.NULL).put("start", Value.NULL);
    }
  }

  private static String delta(Duration elapsed) {
    long micros = elapsed.toNanos() / 1000;
    return String.format(
        "%d:%02d:%02d.%06d",
        elapsed.toHours(), elapsed.toMinutesPart(), elapsed.toSecondsPart(), micros % 1_000_000);
  }
}
