package dev.provision.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.value.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the next session finds when a controller was killed in the midst of a batch. */
@Timeout(60)
class KilledControllerTests {

  @TempDir private Path folder;

  /** A controller that runs a batch in the folder {@code arguments[0]}. */
  static final class Controller {
    public static void main(String... arguments) throws IOException {
      Context here = Context.LOGIN.withDirectory(arguments[0]);
      ShellSession session =
          new ShellSession(ConnectionSpec.local("here"), LocalLine::new, ConnectOptions.DEFAULT);
      session.info(here);
      Files.writeString(Path.of(arguments[0], "place"), session.folders().get(0));
      session.exchange(
          List.of(
              step("a", ": >begun; until [ -e go ]; do sleep 0.05; done; echo a >>log", here),
              step("b", "echo b >>log", here)));
    }
  }

  @Test
  void theRestOfItsBatchDoesNotRunAndNothingStaysBehind() throws Exception {
    Process controller =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Controller.class.getName(),
                folder.toString())
            .inheritIO()
            .start();
    await(() -> Files.exists(folder.resolve("begun")));
    Path place = Path.of(Files.readString(folder.resolve("place")));
    controller.destroyForcibly().waitFor();

    try (Session next =
        new ShellConnector(ConnectOptions.DEFAULT)
            .open(ConnectionSpec.local("here"), Context.LOGIN)) {
      next.exchange(List.of(Frame.query(Text.plain("true"), Context.LOGIN)));
    }
    assertTrue(Files.exists(place), "the step that was running still needs its folder");
    Files.createFile(folder.resolve("go"));

    await(() -> !Files.exists(place));
    assertEquals("a\n", Files.readString(folder.resolve("log")));
    assertFalse(Files.exists(place));
  }

  private static Frame step(String id, String script, Context context) {
    return Frame.step(id, Text.plain(script), Optional.empty(), context);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(5_000_000);
    }
  }
}
