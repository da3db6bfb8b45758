package dev.provision.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.provision.value.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PythonLiteralTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "5|int|5",
        "-5|int|-5",
        "0x1f|int|31",
        "0o17|int|15",
        "1_000|int|1000",
        "1.5|float|1.5",
        "1e3|float|1000.0",
        "5.|float|5.0",
        "0644|string|0644",
        "10.0.0.1|string|10.0.0.1",
        "True|bool|true",
        "true|string|true",
        "None|none|null",
        "yes|string|yes",
        "'a b'|string|a b",
        "\"it's\"|string|it's",
        "'a' 'b'|string|ab",
        "[1, 'x', [2]]|list|[1, x, [2]]",
        "{'a': 1}|dict|{a=1}",
        "(1, 2)|list|[1, 2]",
        "1,2|list|[1, 2]",
        "(1)|int|1",
        "5 # five|int|5",
        "5 apples|string|5 apples",
        "a # b|string|a # b",
        "[1, 2|string|[1, 2",
        "{{ x }}|string|{{ x }}",
        "1.2.3|string|1.2.3",
        "''|string|``",
        "/path|string|/path",
        "-|string|-",
        "5x|string|5x",
        "Truely|string|Truely",
        "'open|string|'open",
        "[]|list|[]",
        "{}|dict|{}"
      })
  void readsWhatPythonWouldRead(String text, String type, String shown) {
    Value value = PythonLiteral.parse(text);
    assertEquals(type, value.typeName());
    assertEquals(shown == null ? "" : shown.replace("``", ""), value.toString());
  }
}
