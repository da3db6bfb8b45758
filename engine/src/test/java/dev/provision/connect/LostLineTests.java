package dev.provision.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.FrameResult.Status;
import dev.provision.value.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a batch when the line is lost in the midst of it, or somebody interferes. */
@Timeout(60)
class LostLineTests {

  private static final ConnectOptions OPTIONS =
      ConnectOptions.DEFAULT.withTimes(
          Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(3));

  @TempDir private Path folder;
  private final FlakyLine.Network network = new FlakyLine.Network();
  private final ShellSession session =
      new ShellSession(ConnectionSpec.local("here"), network, OPTIONS);
  private String sessionFolder = "";

  @BeforeEach
  void open() {
    session.info(Context.LOGIN);
    sessionFolder = session.folders().get(0);
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void asksQueriesAgain() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            query("echo one"),
            query(touch("begun") + "; sleep 0.3; echo two"),
            query("echo three"));
    await("begun");

    network.last().cut();

    assertEquals(List.of("one\n", "two\n", "three\n"), outputs(results));
    assertEquals(2, network.dialed());
  }

  @Test
  void takesOverTheResultOfAStepThatWasRunning() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            step("a", touch("begun") + "; sleep 1; echo a >>log; echo said; echo err >&2"),
            command("b", "echo b >>log; cat log"),
            query("cat log"));
    await("begun");

    network.last().cut();

    assertEquals(List.of("said\n", "a\nb\n", "a\nb\n"), outputs(results));
    assertEquals("err\n", results.join().get(0).err());
    assertEquals(Status.ENDED, results.join().get(0).status());
  }

  @Test
  void takesOverResultsThatWereLostOnTheWay() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            step("a", "echo a >>log"),
            step("b", touch("begun") + "; sleep 1; echo b >>log; exit 5"),
            step("c", "echo c >>log"),
            query("cat log"));
    await("begun");

    network.last().cut();

    assertEquals(5, results.join().get(1).exitCode());
    assertEquals(Status.NOT_RUN, results.join().get(2).status());
    assertEquals("a\nb\n", results.join().get(3).out());
  }

  @Test
  void nothingOfASilentLinesBatchRunsTwice() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            quick(step("a", touch("begun") + "; sleep 1; echo a >>log")),
            quick(step("b", "sleep 0.2; echo b >>log")),
            quick(command("c", "sleep 0.2; echo c >>log")),
            query("cat log"));
    await("begun");

    network.last().fallSilent();

    assertEquals("a\nb\nc\n", results.join().get(3).out());
    assertTrue(results.join().stream().allMatch(FrameResult::succeeded));
  }

  @Test
  void aStepWhoseShellDiedHasAnUnknownOutcome() {
    String killShell = "read p x <" + sessionFolder + "/shell; kill -9 $p";
    CompletableFuture<List<FrameResult>> results =
        exchange(
            step("a", "echo a >>log"),
            step("b", killShell + "; sleep 0.5; echo b >>log"),
            step("c", "echo c >>log"),
            query("cat log"));

    assertEquals(Status.ENDED, results.join().get(0).status());
    assertEquals(Status.UNKNOWN, results.join().get(1).status());
    assertEquals(Status.NOT_RUN, results.join().get(2).status());
    assertEquals("a\nb\n", results.join().get(3).out());
  }

  @Test
  void withoutTheHostsRecordStepsHaveAnUnknownOutcome() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            step("a", "echo a >>log"),
            step("b", "rm -rf " + sessionFolder + ";" + touch("begun") + "; sleep 0.5"),
            query("cat log"));
    await("begun");

    network.last().cut();

    assertEquals(Status.UNKNOWN, results.join().get(1).status());
    assertEquals("a\n", results.join().get(2).out());
  }

  @Test
  void aStepThatNeverEndsIsEndedByTheHostAndSaidToBe() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            step("a", touch("begun") + "; sleep 60").withTimeout(Duration.ofSeconds(2)),
            query("echo on"));
    await("begun");

    network.last().cut();

    assertEquals(Status.TIMED_OUT, results.join().get(0).status());
    assertEquals("on\n", results.join().get(1).out());
  }

  @Test
  void neverTakesTheBeginningOfAnInputForTheWhole() {
    byte[] input = new byte[20_000_000];
    Frame put =
        new Frame(
            Frame.Kind.STEP,
            "put",
            Text.plain(
                "head -c 5000000 >tmp;"
                    + touch("begun")
                    + "; cat >>tmp; wc -c <tmp >>log; mv tmp dest"),
            Optional.of(new Frame.Payload(input, false)),
            here(),
            Frame.DEFAULT_TIMEOUT,
            true);
    Frame command =
        new Frame(
            Frame.Kind.COMMAND,
            "cmd",
            Text.plain(touch("cmd") + "; cat >/dev/null; echo whole >>log"),
            Optional.of(new Frame.Payload(input, false)),
            here(),
            Frame.DEFAULT_TIMEOUT,
            true);
    CompletableFuture<List<FrameResult>> results = exchange(put, command, query("cat log"));
    network.slowDown();
    await("begun");
    network.last().cut();
    await("cmd");
    network.last().cut();

    assertTrue(results.join().get(0).succeeded());
    assertEquals(Status.UNKNOWN, results.join().get(1).status());
    assertEquals("20000000\n", results.join().get(2).out());
  }

  @Test
  void endsAQueryThatNeverStopsTalking() {
    CompletableFuture<List<FrameResult>> results =
        exchange(query("cat /dev/zero"), query("echo on"));

    assertEquals(Status.TOO_MUCH_OUTPUT, results.join().get(0).status());
    assertEquals("on\n", results.join().get(1).out());
  }

  @Test
  void aHostThatStandsStillForAWhileLosesNoOutput() {
    String keepers =
        "k=; for d in /proc/[0-9]*; do case $(readlink $d/fd/0) in "
            + sessionFolder
            + "/p?) k=\"$k ${d#/proc/}\";; esac; done 2>/dev/null;";
    String standStill =
        "kill -STOP $k; (setsid sh -c \"sleep 2.5; kill -CONT $k\") </dev/null >/dev/null 2>&1 &";

    List<FrameResult> results =
        session.exchange(
            List.of(command("a", keepers + " echo said; " + standStill), command("b", "echo b")));

    assertEquals(Status.ENDED, results.get(0).status());
    assertEquals("said\n", results.get(0).out());
    assertEquals("b\n", results.get(1).out());
  }

  @Test
  void opensOnlyTheShellAgainWhereTheLineIsWell() {
    CompletableFuture<List<FrameResult>> results =
        exchange(step("a", touch("begun") + "; sleep 0.5; echo a >>log"), query("cat log"));
    await("begun");

    network.last().cutChannels();

    assertEquals("a\n", results.join().get(1).out());
    assertEquals(1, network.dialed());
  }

  @Test
  void saysWhatIsUnknownWhereTheHostCantBeReachedAgain() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            step("first", "true"),
            step("second", touch("begun") + "; sleep 1"),
            step("third", ":"));
    await("begun");

    network.goDown();

    ProvisionException e =
        (ProvisionException) assertThrows(CompletionException.class, results::join).getCause();
    assertEquals(ErrorCode.CONNECTION_LOST, e.code());
    assertTrue(e.getMessage().contains("second, third"), e.getMessage());
    assertFalse(e.getMessage().contains("first"), e.getMessage());
  }

  @Test
  void givesUpOnABatchThatLosesEveryLine() {
    String killShell = "kill -9 $$";
    ProvisionException e =
        assertThrows(ProvisionException.class, () -> session.exchange(List.of(query(killShell))));
    assertEquals(ErrorCode.CONNECTION_LOST, e.code());
    assertTrue(e.getMessage().contains("again and again"), e.getMessage());
  }

  @Test
  void interruptLetsTheRunningStepEndAndKeepsLaterOnesFromBeginning() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            step("a", touch("begun") + ";" + waitFor("go") + "; echo a >>log"),
            step("b", "echo b >>log"),
            query("cat log"));
    await("begun");

    session.interrupt();
    await(() -> read(Path.of(sessionFolder, "fence")).equals("1\n"));
    create("go");

    assertTrue(results.join().get(0).succeeded());
    assertEquals(Status.NOT_RUN, results.join().get(1).status());
    assertEquals("a\n", results.join().get(2).out());
    assertEquals("b\n", session.exchange(List.of(step("c", "echo b"))).get(0).out());
  }

  @Test
  void killEndsTheGroupOfTheRunningCommandOnly() {
    CompletableFuture<List<FrameResult>> results =
        exchange(
            command("a", touch("begun") + "; sleep 60 | sleep 60").withStopsBatch(false),
            query("echo on"));
    await("begun");

    session.kill();

    assertEquals(143, results.join().get(0).exitCode());
    assertEquals("on\n", results.join().get(1).out());
  }

  @Test
  void closingFromAnotherThreadEndsAnExchange() {
    CompletableFuture<List<FrameResult>> results = exchange(query(touch("begun") + "; sleep 30"));
    await("begun");

    session.close();

    assertThrows(CompletionException.class, results::join);
  }

  @Test
  void whatALostSessionLeftBehindIsTakenAwayByItsSuccessor() {
    Path other = Path.of(sessionFolder).resolveSibling(abandonedName());
    exchange(
            command(
                "a",
                "mkdir -m 700 "
                    + other
                    + "; cd "
                    + other
                    + "; echo 0 >fence; echo >cur; echo 0 0 >shell; echo secret >1.0.out"))
        .join();
    assertTrue(Files.exists(other));

    try (Session successor = new ShellSession(ConnectionSpec.local("here"), network, OPTIONS)) {
      successor.exchange(List.of(query("true")));
    }

    assertFalse(Files.exists(other));
  }

  @Test
  void canBeOpenedAgainAtWill() {
    session.exchange(List.of(query("true")));
    session.reconnect();
    assertEquals("x\n", session.exchange(List.of(query("echo x"))).get(0).out());
    assertEquals(2, network.dialed());
    assertFalse(Files.exists(Path.of(sessionFolder)));
  }

  /**
   * As a process of this machine would have named it that is no more: one that started at another
   * time.
   */
  private static String abandonedName() {
    String[] parts = FolderName.next().split("-");
    return parts[0] + "-" + parts[1] + "-1-" + parts[3];
  }

  private CompletableFuture<List<FrameResult>> exchange(Frame... frames) {
    return CompletableFuture.supplyAsync(() -> session.exchange(List.of(frames)));
  }

  private static List<String> outputs(CompletableFuture<List<FrameResult>> results) {
    return results.join().stream().map(FrameResult::out).toList();
  }

  private Context here() {
    return Context.LOGIN.withDirectory(folder.toString());
  }

  private Frame query(String script) {
    return Frame.query(Text.plain(script), here());
  }

  private Frame step(String id, String script) {
    return Frame.step(id, Text.plain(script), Optional.empty(), here());
  }

  private Frame command(String id, String script) {
    return new Frame(
        Frame.Kind.COMMAND,
        id,
        Text.plain(script),
        Optional.empty(),
        here(),
        Frame.DEFAULT_TIMEOUT,
        true);
  }

  /** So that a silent line is noticed soon. */
  private static Frame quick(Frame frame) {
    return frame.withTimeout(Duration.ofSeconds(2));
  }

  private static String touch(String name) {
    return ": >" + name;
  }

  private static String waitFor(String name) {
    return "until [ -e " + name + " ]; do sleep 0.05; done";
  }

  private void create(String name) {
    try {
      Files.createFile(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private void await(String name) {
    await(() -> Files.exists(folder.resolve(name)));
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(5_000_000);
    }
  }
}
