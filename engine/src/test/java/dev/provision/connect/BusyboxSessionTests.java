package dev.provision.connect;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** {@link SessionContract} where every program is busybox. */
@Tag("matrix")
class BusyboxSessionTests extends SessionContract {

  private static final Path BUSYBOX = Path.of("/bin/busybox");

  @TempDir private static Path applets;

  @BeforeAll
  static void installApplets() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(BUSYBOX), "busybox is not installed");
    new ProcessBuilder(BUSYBOX.toString(), "--install", "-s", applets.toString())
        .inheritIO()
        .start()
        .waitFor();
  }

  @Override
  ConnectOptions options() {
    return ConnectOptions.DEFAULT.withShell(applets + "/sh", applets.toString());
  }
}
