package dev.provision.diag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorPageTests {

  private static final Path PAGE = Path.of("../docs/errors.md");

  @ParameterizedTest
  @EnumSource
  void explainsEachCodeUnderItsSummary(ErrorCode code) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int heading = lines.indexOf("### " + code.name());

    assertTrue(heading >= 0, "docs/errors.md has no section ### " + code.name());
    assertTrue(
        lines.get(heading + 1).startsWith("*" + code.summary() + ".* "),
        "The section does not begin with the summary: " + lines.get(heading + 1));
  }

  @Test
  void hasNoSectionForACodeThatIsGone() throws IOException {
    List<String> codes = Arrays.stream(ErrorCode.values()).map(Enum::name).toList();
    List<String> strangers =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("### "))
            .map(line -> line.substring(4))
            .filter(name -> !codes.contains(name))
            .toList();

    assertEquals(List.of(), strangers);
  }
}
