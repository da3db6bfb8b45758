package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our reading of ssh_config against that of OpenSSH's client, whose answers are stored beside the
 * questions. To store new ones, run the tests tagged sshd with {@code -Dssh.oracle=write}.
 */
class SshConfigOracleTests {

  @TempDir Path folder;

  static Stream<Path> cases() throws IOException, URISyntaxException {
    URL resources = Objects.requireNonNull(SshConfigOracleTests.class.getResource("/ssh-config"));
    try (Stream<Path> files = Files.list(Path.of(resources.toURI()))) {
      return files.filter(f -> f.toString().endsWith(".case")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void saysWhatSshSaid(Path file) throws IOException {
    SshConfigCase configCase = SshConfigCase.read(file);
    Path config = configCase.write(folder);
    SshConfig ours =
        SshConfig.of(
            Path.of(System.getProperty("user.home")),
            folder,
            System.getProperty("user.name"),
            Map.of());
    List<Executable> checks = new ArrayList<>();
    for (SshConfigCase.Query query : configCase.queries()) {
      checks.add(
          () ->
              assertEquals(
                  String.join("\n", query.answer()),
                  String.join("\n", SshConfigCase.ask(ours, query, config.toString())),
                  query.arguments()));
    }
    assertAll(checks);
  }

  @Tag("sshd")
  @ParameterizedTest
  @MethodSource("cases")
  void storedAnswersAreThoseOfThisSsh(Path file) throws Exception {
    SshConfigCase stored = SshConfigCase.read(file);
    Path config = stored.write(folder);
    List<SshConfigCase.Query> fresh = new ArrayList<>();
    for (SshConfigCase.Query query : stored.queries()) {
      fresh.add(new SshConfigCase.Query(query.arguments(), stored.askSsh(query, config)));
    }
    SshConfigCase now = new SshConfigCase(stored.name(), stored.head(), stored.files(), fresh);
    if ("write".equals(System.getProperty("ssh.oracle"))) {
      Files.writeString(Path.of("src/test/resources/ssh-config", stored.name()), now.text());
    } else {
      assertEquals(stored.text(), now.text());
    }
  }
}
