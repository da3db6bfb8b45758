package dev.provision.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.value.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameLogTests {

  private static final Text SECRET_SCRIPT =
      Text.plain("x=").plus(Text.secret("s3cret")).plus(Text.plain("; echo done $A"));

  @TempDir private Path folder;

  @Test
  void showsFramesAsLinesWithoutSecrets() {
    List<String> lines = new ArrayList<>();

    exchange(FrameLog.lines(lines::add));

    assertEquals("here login batch 1: 3 frames", lines.get(0));
    assertEquals("here login batch 1 > query: x=********; echo done $A", lines.get(1));
    assertTrue(
        lines.get(4).startsWith("here login batch 1 < ENDED 0, 5 and 0 bytes"), lines.get(4));
    assertFalse(lines.toString().contains("s3cret"), lines.toString());
  }

  @Test
  void writesScriptsThatDoTheSameWhenRunByHand() throws IOException, InterruptedException {
    List<FrameResult> results = exchange(new RemoteTrace(folder));

    Path script = folder.resolve("here/0001-login.sh");
    Process process = new ProcessBuilder("sh", script.toString()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();

    StringBuilder expected = new StringBuilder();
    results.forEach(result -> expected.append(result.out()));
    assertEquals(expected.toString(), out);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertFalse(Files.readString(file).contains("s3cret"), file.toString());
      }
    }
  }

  private static List<FrameResult> exchange(FrameLog log) {
    Context context =
        Context.LOGIN.withDirectory("/usr").withEnvironment(Map.of("A", Text.plain("it's")));
    try (Session session =
        new ShellConnector(ConnectOptions.DEFAULT.withLog(log))
            .open(ConnectionSpec.local("here"), Context.LOGIN)) {
      return session.exchange(
          List.of(
              Frame.query(SECRET_SCRIPT, Context.LOGIN),
              step("pwd; echo \"$A\"", context, Optional.empty()),
              step(
                  "cat; echo",
                  Context.LOGIN,
                  Optional.of(
                      new Frame.Payload("in'put".getBytes(StandardCharsets.UTF_8), false)))));
    }
  }

  private static Frame step(String script, Context context, Optional<Frame.Payload> input) {
    return Frame.step("s", Text.plain(script), input, context);
  }
}
