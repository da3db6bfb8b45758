package dev.provision.connect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.FrameResult.Status;
import dev.provision.value.Text;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a session promises, whatever the shell and the transport, on this machine. */
abstract class SessionContract {

  private final ConnectOptions options = options();
  private final Session session = new ShellConnector(options).open(spec(), Context.LOGIN);
  private int ids;

  ConnectOptions options() {
    return ConnectOptions.DEFAULT;
  }

  ConnectionSpec spec() {
    return ConnectionSpec.local("here");
  }

  /** How many waits {@code frames} cost, without those of opening a shell. */
  int exchangesFor(int frames) {
    return 1;
  }

  @AfterEach
  void closeAndLeaveNothingBehind() {
    String folders =
        "ls -d /run/provision/* /tmp/.provision-*/* /dev/shm/.provision-*/* 2>/dev/null"
            + " | grep -c -e \"-"
            + ProcessHandle.current().pid()
            + "-\"";
    session.close();
    try (Session other =
        new ShellConnector(options).open(ConnectionSpec.local("look"), Context.LOGIN)) {
      // Only the looking session's own.
      assertEquals("1\n", other.exchange(List.of(query(folders))).get(0).out());
    }
  }

  @Test
  void givesOutputErrorsAndExitCodeOfAQuery() {
    FrameResult result = one(query("printf 'a\\nb'; printf 'c' >&2; exit 3"));

    assertEquals(Status.ENDED, result.status());
    assertEquals(3, result.exitCode());
    assertEquals("a\nb", result.out());
    assertEquals("c", result.err());
  }

  @Test
  void answersManyFramesInOneRoundTripAndInOrder() {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      frames.add(query("echo " + i));
    }

    List<FrameResult> results = session.exchange(frames);

    for (int i = 0; i < 60; i++) {
      assertEquals(i + "\n", results.get(i).out());
    }
    assertEquals(exchangesFor(60), session.traffic().roundTrips());
    assertEquals(1, session.traffic().connectRoundTrips());
  }

  @Test
  void runsQueriesAndStepsInACleanEnvironment() {
    String script = "echo $LC_ALL $(umask) $PATH";
    String expected = "C 022 " + options.path() + "\n";

    for (FrameResult result : session.exchange(List.of(query(script), step(script)))) {
      assertEquals(expected, result.out().replace("0022", "022"));
    }
  }

  @Test
  void runsCommandsInTheAccountsOwnEnvironment() {
    FrameResult result = one(command("echo \"$PATH\"; env | grep -c -e ^_p_; pwd"));

    assertEquals(
        System.getenv("PATH") + "\n0\n" + System.getProperty("user.home") + "\n", result.out());
  }

  @Test
  void setsEnvironmentAndFolderOfTheContext() {
    Context context =
        Context.LOGIN
            .withDirectory("/usr")
            .withEnvironment(Map.of("A", Text.plain("it's $x\n"), "B", Text.secret("s3cret")));
    List<Frame> frames = new ArrayList<>();
    for (Frame.Kind kind : Frame.Kind.values()) {
      frames.add(frame(kind, "printf '%s' \"$A$B\"; pwd", null, context));
    }

    for (FrameResult result : session.exchange(frames)) {
      assertEquals("it's $x\ns3cret/usr\n", result.out());
    }
  }

  @Test
  void failsWhereTheFolderCantBeEntered() {
    Context context = Context.LOGIN.withDirectory("/no such folder");

    FrameResult result = one(frame(Frame.Kind.COMMAND, "echo ran", null, context));

    assertFalse(result.succeeded());
    assertEquals("", result.out());
    assertTrue(result.err().contains("/no such folder"), result.err());
  }

  @Test
  void carriesAnyInputToEveryKindOfFrame() {
    byte[] bytes = new byte[300_000];
    new Random(7).nextBytes(bytes);
    List<Frame> frames = new ArrayList<>();
    for (Frame.Kind kind : Frame.Kind.values()) {
      frames.add(frame(kind, "cat", bytes, Context.LOGIN));
    }
    frames.add(query("echo still in step"));

    List<FrameResult> results = session.exchange(frames);

    for (int i = 0; i < 3; i++) {
      assertArrayEquals(bytes, results.get(i).stdout());
    }
    assertEquals("still in step\n", results.get(3).out());
  }

  @Test
  void isNotPutOutOfStepByInputThatNobodyReads() {
    byte[] bytes = new byte[300_000];

    List<FrameResult> results =
        session.exchange(
            List.of(
                frame(Frame.Kind.COMMAND, "true", bytes, Context.LOGIN),
                frame(Frame.Kind.QUERY, "head -c 1 >/dev/null", bytes, Context.LOGIN),
                command("exit 1"),
                frame(Frame.Kind.STEP, "cat", bytes, Context.LOGIN),
                query("echo here")));

    assertEquals(Status.NOT_RUN, results.get(3).status());
    assertEquals("here\n", results.get(4).out());
  }

  @Test
  void doesNotBlockWhenMuchGoesBothWays() {
    byte[] bytes = new byte[3_000_000];
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      frames.add(query("head -c 2000000 /dev/zero; head -c 2000000 /dev/zero >&2"));
      frames.add(frame(Frame.Kind.QUERY, "cat", bytes, Context.LOGIN));
    }

    List<FrameResult> results = session.exchange(frames);

    assertEquals(2_000_000, results.get(8).stdout().length);
    assertEquals(2_000_000, results.get(8).stderr().length);
    assertEquals(3_000_000, results.get(9).stdout().length);
  }

  @Test
  void aFailureKeepsLaterStepsFromRunningButNotQueries() {
    List<FrameResult> results =
        session.exchange(
            List.of(
                command("exit 1").withStopsBatch(false),
                step("echo one"),
                step("exit 4"),
                step("echo two"),
                command("echo three"),
                query("echo four")));

    assertEquals("one\n", results.get(1).out());
    assertEquals(4, results.get(2).exitCode());
    assertEquals(Status.NOT_RUN, results.get(3).status());
    assertEquals(Status.NOT_RUN, results.get(4).status());
    assertEquals("four\n", results.get(5).out());
    assertEquals("five\n", one(step("echo five")).out());
  }

  @Test
  void setMinusEHoldsInEveryKindOfFrame() {
    for (Frame.Kind kind : Frame.Kind.values()) {
      FrameResult result = one(frame(kind, "set -e; false; echo on", null, Context.LOGIN));

      assertEquals("", result.out(), kind.name());
      assertEquals(1, result.exitCode(), kind.name());
    }
  }

  @Test
  void killsOnlyTheGroupOfACommandWhoseTimeIsOver() {
    List<FrameResult> results =
        session.exchange(
            List.of(
                command("echo begun; sleep 60 | sleep 60").withTimeout(Duration.ofSeconds(1)),
                query("echo still here")));

    assertEquals(Status.TIMED_OUT, results.get(0).status());
    assertEquals("begun\n", results.get(0).out());
    assertEquals("still here\n", results.get(1).out());
  }

  @Test
  void endsAQueryThatHangs() {
    List<FrameResult> results =
        session.exchange(
            List.of(
                query("echo begun; sleep 60").withTimeout(Duration.ofSeconds(1)),
                query("echo still here")));

    assertEquals(Status.TIMED_OUT, results.get(0).status());
    assertEquals("still here\n", results.get(1).out());
  }

  @Test
  void survivesACommandThatKillsItsWholeGroup() {
    List<FrameResult> results =
        session.exchange(
            List.of(command("kill 0; sleep 60").withStopsBatch(false), query("echo still here")));

    assertEquals(143, results.get(0).exitCode());
    assertEquals("still here\n", results.get(1).out());
  }

  @Test
  void doesNotWaitForADaemonThatKeepsTheOutputsOpen() {
    FrameResult result =
        one(command("(sleep 30; echo late) & echo started $!").withTimeout(Duration.ofSeconds(20)));

    assertTrue(result.out().startsWith("started "), result.out());
    assertTrue(result.elapsed().compareTo(Duration.ofSeconds(5)) < 0);
    one(command("kill " + result.out().trim().substring(8)));
  }

  @Test
  void whatADaemonSaysLaterGetsIntoNoOtherOutput() {
    String leave = "(sleep 2.5; echo late; echo late >&2) & echo a";
    List<FrameResult> results =
        session.exchange(
            List.of(
                command(leave),
                frame(Frame.Kind.STEP, leave, new byte[] {1}, Context.LOGIN),
                command("sleep 1; echo b; echo b >&2"),
                command("echo c"),
                query("sleep 0.5; echo d")));

    List<String> outputs = results.stream().map(r -> r.out() + r.err()).toList();
    assertEquals(List.of("a\n", "a\n", "b\nb\n", "c\n", "d\n"), outputs);
  }

  @Test
  void stopsACommandThatWritesWithoutEnd() {
    List<FrameResult> results =
        session.exchange(
            List.of(command("cat /dev/zero").withStopsBatch(false), query("echo still here")));

    assertEquals(Status.TOO_MUCH_OUTPUT, results.get(0).status());
    assertEquals("still here\n", results.get(1).out());
  }

  @Test
  void givesSixteenMebibytesWhole() {
    FrameResult result = one(command("head -c 16777216 /dev/zero; echo x >&2"));

    assertEquals(Status.ENDED, result.status());
    assertEquals(16 * 1024 * 1024, result.stdout().length);
    assertEquals("x\n", result.err());
  }

  @Test
  void knowsTheHostSinceTheHello() {
    assertEquals("Linux", session.info(Context.LOGIN).kernel());
    assertEquals(System.getProperty("user.name"), session.info(Context.LOGIN).user());
    assertTrue(session.info(Context.LOGIN).has("sed"));
    assertEquals(exchangesFor(0), session.traffic().roundTrips() + 1);
  }

  @Test
  void showsNoTextInArgumentLists() {
    String look = "for f in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$f; echo; done 2>/dev/null";
    Context context = Context.LOGIN.withEnvironment(Map.of("S", Text.secret("hid" + "den1")));
    List<Frame> frames = new ArrayList<>();
    for (Frame.Kind kind : Frame.Kind.values()) {
      frames.add(
          frame(
              kind,
              look + "; : hid" + "den2",
              "hid-den3".getBytes(StandardCharsets.UTF_8),
              context));
    }

    for (FrameResult result : session.exchange(frames)) {
      assertTrue(result.out().contains("sh"), result.out());
      assertFalse(result.out().contains("hidden"), result.out());
      assertFalse(result.out().contains("hid-den"), result.out());
    }
  }

  @Test
  void carriesTextOfAnyKind() {
    String odd = "'\"\\$`!%é\u2028\uD83D\uDE00#\t*";
    FrameResult result = one(query("printf %s '" + odd.replace("'", "'\\''") + "'"));

    assertEquals(odd, result.out());
  }

  private FrameResult one(Frame frame) {
    return session.exchange(List.of(frame)).get(0);
  }

  private static Frame query(String script) {
    return Frame.query(Text.plain(script), Context.LOGIN);
  }

  private Frame step(String script) {
    return frame(Frame.Kind.STEP, script, null, Context.LOGIN);
  }

  private Frame command(String script) {
    return frame(Frame.Kind.COMMAND, script, null, Context.LOGIN);
  }

  private Frame frame(Frame.Kind kind, String script, byte[] input, Context context) {
    return new Frame(
        kind,
        "f" + ++ids,
        Text.plain(script),
        Optional.ofNullable(input).map(bytes -> new Frame.Payload(bytes, false)),
        context,
        Frame.DEFAULT_TIMEOUT,
        kind != Frame.Kind.QUERY);
  }
}
