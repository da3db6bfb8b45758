package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageSourceTests {

  @TempDir private Path apt;

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(apt.resolve("sources.list.d"));
  }

  private Optional<String> mirror() {
    return new PackageSource(apt).find();
  }

  @Test
  void readsOneLineSources() throws IOException {
    Files.writeString(
        apt.resolve("sources.list"),
        """
        # deb http://old.example/debian bookworm main
        deb http://security.example/debian-security bookworm-security main
        deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian bookworm main contrib
        """);
    assertEquals(Optional.of("http://mirror.example/debian"), mirror());
  }

  @Test
  void readsStanzas() throws IOException {
    Files.writeString(
        apt.resolve("sources.list.d/debian.sources"),
        """
        Types: deb
        # a comment inside
        URIs: http://security.example/debian-security
        Suites: trixie-security
        Components: main

        Types: deb deb-src
        URIs: https://mirror.example/debian
        Suites: trixie
         trixie-updates
        Components: main
        """);
    assertEquals(Optional.of("https://mirror.example/debian"), mirror());
  }

  @Test
  void leavesOutWhatIsSwitchedOffOrNotTheArchive() throws IOException {
    Files.writeString(
        apt.resolve("sources.list.d/a.sources"),
        """
        Enabled: no
        Types: deb
        URIs: http://off.example/debian
        Suites: trixie
        Components: main
        """);
    Files.writeString(
        apt.resolve("sources.list.d/b.list"), "deb http://vendor.example/apt nodistro main\n");
    Files.writeString(
        apt.resolve("sources.list.d/c.list.save"), "deb http://save.example/debian trixie main\n");
    assertEquals(Optional.empty(), mirror());
    assertThrows(ProvisionException.class, () -> new PackageSource(apt).mirror());
  }
}
