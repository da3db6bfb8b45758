package dev.provision.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our answers beside those of Debian's Ansible. */
class OracleTests {

  private static OracleCorpus corpus;
  private static Map<String, OracleCorpus.Answer> theirs;
  private static Map<OracleCorpus.Case, OracleCorpus.Answer> ours;

  @BeforeAll
  static void answer() {
    corpus = OracleCorpus.stored();
    theirs = corpus.answers();
    ours = corpus.ours();
  }

  @Test
  void givesWhatAnsibleGives() {
    Map<String, String> meant = corpus.differences();
    List<String> wrong = new ArrayList<>();
    ours.forEach(
        (one, answer) -> {
          OracleCorpus.Answer wanted = theirs.get(one.key());
          if (wanted == null) {
            wrong.add(one.shown() + "\n    has no answer of Ansible's");
          } else if (!answer.agreesWith(wanted) && !meant.containsKey(one.text())) {
            wrong.add(one.shown() + "\n    Ansible " + wanted + "\n    we      " + answer);
          }
        });
    assertEquals("", String.join("\n", wrong));
  }

  @Test
  void differsWhereItSaysSo() {
    List<String> same = new ArrayList<>(corpus.differences().keySet());
    ours.forEach(
        (one, answer) -> {
          OracleCorpus.Answer wanted = theirs.get(one.key());
          if (wanted != null && !answer.agreesWith(wanted)) {
            same.remove(one.text());
          }
        });
    assertEquals(List.of(), same, "no longer different");
  }

  /** Run with {@code -Doracle.write=FOLDER} to store the answers there. */
  @Test
  @Tag("oracle")
  void storedAnswersAreThoseOfTheInstalledAnsible(@TempDir Path work)
      throws IOException, InterruptedException {
    Map<String, OracleCorpus.Answer> fresh =
        new OracleRun(corpus, work)
            .answers(
                ours.entrySet().stream()
                    .filter(entry -> entry.getValue().failed())
                    .map(entry -> entry.getKey().key())
                    .collect(Collectors.toSet()));
    String folder = System.getProperty("oracle.write", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, "answers.jsonl"), lines(corpus, fresh));
    }
    Map<String, OracleCorpus.Answer> stored =
        new OracleCorpus(folder.isEmpty() ? corpus.folder() : Path.of(folder)).answers();
    assertTrue(!stored.isEmpty());
    for (OracleCorpus.Case one : corpus.cases()) {
      OracleCorpus.Answer now = fresh.get(one.key());
      OracleCorpus.Answer then = stored.get(one.key());
      assertTrue(
          now != null && then != null && now.agreesWith(then),
          () -> one.shown() + "\n    now    " + now + "\n    stored " + then);
    }
  }

  private static String lines(OracleCorpus corpus, Map<String, OracleCorpus.Answer> answers) {
    StringBuilder out = new StringBuilder();
    for (OracleCorpus.Case one : corpus.cases()) {
      Map<String, Value> entry = new LinkedHashMap<>();
      entry.put("key", Value.of(one.key()));
      OracleCorpus.Answer answer = answers.get(one.key());
      if (answer != null && !answer.failed()) {
        entry.put("value", answer.value());
      }
      if (answer != null) {
        out.append(Json.reveal(Value.dict(entry))).append('\n');
      }
    }
    return out.toString();
  }
}
