package dev.provision.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.Problems;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class YamlWriterTests {

  private static final YamlStyle BLOCK = YamlStyle.COMPACT.withFlow(YamlStyle.Flow.BLOCK);
  private static final Map<String, YamlStyle> STYLES =
      Map.of(
          "compact", YamlStyle.COMPACT,
          "nice", YamlStyle.NICE,
          "nice2", BLOCK.withWidth(40),
          "flow", YamlStyle.COMPACT.withFlow(YamlStyle.Flow.FLOW),
          "unsorted", BLOCK.withSortKeys(false),
          "explicit", BLOCK.withExplicit(true, true),
          "quoted", BLOCK.withQuote('"'));

  private static Value yaml(String text) {
    return new YamlReader(new Problems()).read(text, "case").orElseThrow();
  }

  /** One JSON object a line: style, value, and what PyYAML 6.0 printed for it. */
  static Stream<Value.Dict> cases() throws IOException {
    try (InputStream in = YamlWriterTests.class.getResourceAsStream("yaml-dump.jsonl")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().map(line -> (Value.Dict) yaml(line)).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void writesWhatPyYamlWrites(Value.Dict sample) {
    YamlStyle style =
        Objects.requireNonNull(STYLES.get(sample.get("style").orElseThrow().toString()));
    String expected = sample.get("text").orElseThrow().toString();
    assertEquals(expected, new YamlWriter(style).write(sample.get("value").orElseThrow()).reveal());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatWasWrittenReadsBackTheSame(Value.Dict sample) {
    assertEquals(
        sample.get("value").orElseThrow(), yaml(sample.get("text").orElseThrow().toString()));
  }

  @Test
  void textOfASecretIsASecret() {
    Text text = new YamlWriter(YamlStyle.NICE).write(Value.dict("a", Value.secret("s3cret")));
    assertEquals("a: s3cret\n", text.reveal());
    assertFalse(text.shown().contains("s3cret"));
  }

  @Test
  void keysThatPythonCannotCompareKeepTheirOrder() {
    Value mixed = yaml("{z: 1, 3: 2, a: 3}");
    assertEquals("z: 1\n3: 2\na: 3\n", new YamlWriter(BLOCK).write(mixed).reveal());
  }

  @Test
  void numbersAsKeysAreSortedAsNumbers() {
    assertEquals("2: a\n10: b\n", new YamlWriter(BLOCK).write(yaml("{10: b, 2: a}")).reveal());
  }

  @Test
  void tuplesAreWrittenAsLists() {
    Value tuple = Value.tuple(List.of(Value.of(1), Value.of("x")));
    assertTrue(new YamlWriter(YamlStyle.COMPACT).write(tuple).reveal().startsWith("[1, x]"));
  }
}
