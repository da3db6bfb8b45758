package dev.provision.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.run.Prompter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTests {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void showsItsVersion() {
    assertEquals(0, run("--version"));
    assertTrue(out.toString().startsWith("provision "), out.toString());
  }

  @ParameterizedTest
  @CsvSource({"--nonsense", "nonsense", "''", "rehearse", "completion tcsh"})
  void refusesWrongWordsWithCode64(String words) {
    assertEquals(64, run(words.split(" ")), err.toString());
    assertTrue(err.toString().startsWith("error: "), err.toString());
  }

  @ParameterizedTest
  @CsvSource({"bash", "zsh", "fish"})
  void printsCompletionScripts(String shell) {
    assertEquals(0, run("completion", shell));
    assertTrue(out.toString().contains("completion"), out.toString());
  }

  @Test
  void laysOutAFolderAndKeepsWhatIsThere(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("provision.yml"), "forks: 3\n");

    assertEquals(0, run("init", folder.toString()));

    assertEquals("forks: 3\n", Files.readString(folder.resolve("provision.yml")));
    assertTrue(Files.exists(folder.resolve("playbooks/site.yml")));
  }

  @Test
  void showsWhereASettingComesFrom() {
    assertEquals(0, run(Map.of("PROVISION_FORKS", "7"), "config"));
    assertTrue(out.toString().contains("7  from PROVISION_FORKS"), out.toString());
  }

  private int run(String... args) {
    return run(Map.of(), args);
  }

  private int run(Map<String, String> environment, String... args) {
    Terminal terminal =
        new Terminal(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            false,
            false,
            true,
            environment,
            Prompter.NOBODY);
    String[] given = args.length == 1 && args[0].isEmpty() ? new String[0] : args;
    int exit = Main.run(terminal, given);
    terminal.flush();
    return exit;
  }
}
