package dev.provision.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.provision.diag.ProvisionException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "-17",
        "1.5",
        "\"a\\\"\\\\\\n\\u0001ü\"",
        "[]",
        "{}",
        "[1,[2,{\"a\":null}]]",
        "{\"b\":1,\"a\":{\"c\":[true,false]}}",
        "123456789012345678901234567890"
      })
  void readsAndWritesTheSame(String text) {
    assertEquals(text, Json.show(Json.parse(text, "x.json")));
  }

  @Test
  void masksSecretsUnlessTheyAreRevealed() {
    Value value = Value.dict("password", Value.secret("s3cret"));

    assertEquals("{\"password\":\"********\"}", Json.show(value));
    assertEquals("{\"password\":\"s3cret\"}", Json.reveal(value));
  }

  @Test
  void writesLoneSurrogatesAsEscapes() {
    assertEquals("\"\\ud800x\"", Json.show(Value.of("\ud800x")));
    assertEquals("\"😀\"", Json.show(Value.of("😀")));
  }

  @Test
  void tellsWhereItIsWrong() {
    ProvisionException fault =
        assertThrows(
            ProvisionException.class, () -> Json.parse("{\n  \"a\": 1,\n  b: 2}", "x.json"));

    assertEquals("x.json:3:3", fault.problem().at().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[1", "{\"a\"", "tru", "\"\\x\"", "1 2", "-", "\"\\u12g4\""})
  void refusesWhatIsNotJson(String text) {
    assertThrows(ProvisionException.class, () -> Json.parse(text, "x.json"));
  }

  @Test
  void refusesEndlessNesting() {
    assertThrows(ProvisionException.class, () -> Json.parse("[".repeat(100_000), "x.json"));
  }

  @Test
  void keepsThePlaceOfEachValue() {
    Value.Seq list = (Value.Seq) Json.parse("[1,\n 22]", "x.json");

    assertEquals(
        List.of("x.json:1:2", "x.json:2:2"),
        list.items().stream().map(v -> v.origin().toString()).toList());
  }
}
