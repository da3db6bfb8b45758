package dev.provision.connect;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** {@link SessionContract} on bash in the place of sh, as some distributions have it. */
@Tag("matrix")
class BashSessionTests extends SessionContract {

  @BeforeAll
  static void needsBash() {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
  }

  @Override
  ConnectOptions options() {
    return ConnectOptions.DEFAULT.withShell("/bin/bash", ConnectOptions.DEFAULT.path());
  }
}
