package dev.provision.connect;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** {@link SessionContract} on a Korn shell, which has no printf of its own. */
@Tag("matrix")
class MkshSessionTests extends SessionContract {

  @BeforeAll
  static void needsMksh() {
    assumeTrue(Files.isExecutable(Path.of("/bin/mksh")), "mksh is not installed");
  }

  @Override
  ConnectOptions options() {
    return ConnectOptions.DEFAULT.withShell("/bin/mksh", ConnectOptions.DEFAULT.path());
  }
}
