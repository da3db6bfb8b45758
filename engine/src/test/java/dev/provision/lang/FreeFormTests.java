package dev.provision.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.value.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreeFormTests {

  private final Problems problems = new Problems();

  private Value.Dict parse(String text, boolean command) {
    return FreeForm.parse(
        Value.of(text).at(new Position("f.yml", 1, 10, text.length())), command, problems);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "echo hi@{_raw_params=echo hi}",
        "echo hi chdir=/tmp@{chdir=/tmp, _raw_params=echo hi}",
        "chdir=/tmp creates=/x echo hi@{chdir=/tmp, creates=/x, _raw_params=echo hi}",
        "echo a=b c='d e'@{_raw_params=echo a=b c='d e'}",
        "echo  two   blanks@{_raw_params=echo  two   blanks}",
        "echo \"chdir=x y\"@{_raw_params=echo \"chdir=x y\"}",
        "dd if=/dev/zero of=x chdir='/a b'@{chdir=/a b, _raw_params=dd if=/dev/zero of=x}",
        "echo {{ a | default('x y') }} chdir={{ d }}@{chdir={{ d }}, _raw_params=echo {{ a |"
            + " default('x y') }}}",
      })
  void takesOptionsOutOfCommands(String text, String args) {
    assertEquals(args, parse(text, true).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "src=a dest=/b@{src=a, dest=/b}",
        "msg='hello world'@{msg=hello world}",
        "msg=\"it's\"@{msg=it's}",
        "msg=\"{{ x['a b'] }}\" other=1@{msg={{ x['a b'] }}, other=1}",
        "msg={{ x | d('a b') }}@{msg={{ x | d('a b') }}}",
        "a=b=c@{a=b=c}",
        "a=@{a=}",
        "free text x=1@{x=1, _raw_params=free text}",
      })
  void readsKeysAndValues(String text, String args) {
    assertEquals(args, parse(text, false).toString());
  }

  @Test
  void linesEndingInABackslashAreJoined() {
    assertEquals(
        "{chdir=/x, _raw_params=a  --b=c}", parse("a \\\n  --b=c \\\n  chdir=/x", true).toString());
  }

  @Test
  void escapesInValuesAreRead() {
    assertEquals("x\ny", parse("a=x\\ny", false).get("a").orElseThrow().toString());
  }

  @Test
  void placesAreExactOnOneLine() {
    Value.Dict args = parse("src=a dest=/bc", false);
    assertEquals(new Position("f.yml", 1, 21, 3), args.get("dest").orElseThrow().origin());
    Value key = List.copyOf(args.entries().keySet()).get(1);
    assertEquals(new Position("f.yml", 1, 16, 4), key.origin());
  }

  @Test
  void keepsLineBreaksOfScripts() {
    assertEquals(
        "a\n  b\nc\n", parse("a\n  b\nc\n", true).get(Action.FREE_FORM).orElseThrow().toString());
  }

  @ParameterizedTest
  @CsvSource({"echo it's", "echo {{ x", "echo \"a"})
  void openQuoteOrTemplateIsAnError(String text) {
    parse(text, true);
    assertEquals(ErrorCode.INVALID_ARGUMENT, problems.sorted().get(0).code());
  }
}
