package dev.provision.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Secret;
import dev.provision.value.Value;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlReaderTests {

  private final Problems problems = new Problems();
  private final YamlReader reader = new YamlReader(problems);

  private Value read(String yaml) {
    Value value =
        reader
            .read(yaml, "f.yml")
            .orElseThrow(() -> new AssertionError(problems.sorted().toString()));
    assertTrue(problems.isEmpty(), () -> problems.sorted().toString());
    return value;
  }

  private Problem refused(String yaml) {
    reader.read(yaml, "f.yml");
    return only();
  }

  private Problem only() {
    List<Problem> found = problems.sorted();
    assertEquals(1, found.size(), found::toString);
    return found.get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "yes|bool|true",
        "Off|bool|false",
        "y|string|y",
        "n|string|n",
        "TRUE|bool|true",
        "tRue|string|tRue",
        "0644|int|420",
        "0o644|string|0o644",
        "644|int|644",
        "08|string|08",
        "0x1F|int|31",
        "0b101|int|5",
        "1:30|int|90",
        "1_000|int|1000",
        "-7|int|-7",
        "+7|int|7",
        "0|int|0",
        "0x_|string|0x_",
        "1e3|string|1e3",
        "1.0e+3|float|1000.0",
        "1.0e3|string|1.0e3",
        "1.5|float|1.5",
        "1.|float|1.0",
        ".5|float|0.5",
        ".inf|float|Infinity",
        "-.inf|float|-Infinity",
        ".nan|float|NaN",
        "1:30.5|float|90.5",
        "1.2.3|string|1.2.3",
        "~|none|null",
        "null|none|null",
        "Null|none|null",
        "``|none|null",
        "2020-01-01|string|2020-01-01",
        "2001-12-14 21:59:43|string|2001-12-14 21:59:43",
        "'yes'|string|yes",
        "\"0644\"|string|0644",
        "!!str 5|string|5",
        "!!int 5|int|5",
        "!!float 5|float|5.0",
        "! 5|string|5",
        "!!binary aGk=|string|hi",
        "123456789012345678901|int|123456789012345678901",
        "-|list|[null]",
        "=|string|=",
        "{{x: y}: z}|error|",
        "a b|string|a b",
        "10.0.0.1|string|10.0.0.1",
        "12:30:45|int|45045",
      })
  void readsPlainScalarsAsPyYamlDoes(String yaml, String type, String shown) {
    if (type.equals("error")) {
      refused("a: " + yaml);
      return;
    }
    Value value =
        ((Value.Dict) read(yaml.equals("-") ? "a: [null]" : "a: " + yaml)).get("a").orElseThrow();
    assertEquals(type, value.typeName());
    assertEquals(shown, value.toString());
  }

  @Test
  void keepsThePlaceOfEveryKeyAndValue() {
    Value.Dict top = (Value.Dict) read("a: hello\nb:\n  - 1\n  - c: {d: e}\n");
    assertEquals(new Position("f.yml", 1, 4, 5), top.get("a").orElseThrow().origin());
    assertEquals(
        new Position("f.yml", 2, 1, 1), List.copyOf(top.entries().keySet()).get(1).origin());
    Value.Seq list = (Value.Seq) top.get("b").orElseThrow();
    assertEquals(Position.of("f.yml", 3, 3), list.origin());
    Value.Dict inner = (Value.Dict) list.items().get(1);
    assertEquals(
        new Position("f.yml", 4, 12, 1),
        ((Value.Dict) inner.get("c").orElseThrow()).get("d").orElseThrow().origin());
  }

  @Test
  void countsColumnsInCharacters() {
    Value.Dict top = (Value.Dict) read("ü: [äö, x]\n");
    assertEquals(9, ((Value.Seq) top.get("ü").orElseThrow()).items().get(1).origin().column());
  }

  @Test
  void emptyTextIsNull() {
    assertEquals(Value.NULL, read(""));
    assertEquals(Value.NULL, read("---\n# nothing\n"));
    assertEquals("f.yml", read("").origin().file());
  }

  @Test
  void ownEntriesWinOverMergedOnes() {
    Value value =
        read("base: &b {x: 1, y: 2}\nother: &o {x: 5, z: 6}\nm:\n  y: 3\n  <<: [*b, *o]\n");
    assertEquals(
        "{y=3, x=1, z=6}".length(),
        ((Value.Dict) value).get("m").orElseThrow().toString().length());
    Value.Dict m = (Value.Dict) ((Value.Dict) value).get("m").orElseThrow();
    assertEquals(Value.of(1), m.get("x").orElseThrow());
    assertEquals(Value.of(3), m.get("y").orElseThrow());
    assertEquals(Value.of(6), m.get("z").orElseThrow());
  }

  @Test
  void quotedMergeSignIsAnOrdinaryKey() {
    assertEquals("{<<=1}", read("\"<<\": 1").toString());
  }

  @Test
  void mergingAScalarIsAnError() {
    assertEquals(ErrorCode.INVALID_YAML, refused("<<: 5\na: b\n").code());
  }

  @Test
  void duplicateKeyIsAWarningAndTheLastWins() {
    Optional<Value> value = reader.read("a: 1\nb: 2\na: 3\n", "f.yml");
    Problem problem = only();
    assertFalse(problem.isError());
    assertEquals(ErrorCode.DUPLICATE_KEY, problem.code());
    assertEquals(3, problem.at().line());
    assertEquals("{a=3, b=2}", value.orElseThrow().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: {{ x }}|4",
        "a: {{ x }} more|4",
        "a: {% if x %}b{% endif %}|4",
        "- {{ x }}|3",
        "a: {{ x.y }}/{{ z }}|4",
        "a: {{ x.d('q') }}: b|4"
      })
  void templateWithoutQuotesIsSaidToNeedThem(String yaml, int column) {
    Problem problem = refused(yaml);
    assertEquals(ErrorCode.UNQUOTED_TEMPLATE, problem.code());
    assertEquals(new Position("f.yml", 1, column, 2), problem.at());
  }

  @Test
  void unknownTagsAreErrorsEachWithItsPlace() {
    reader.read("a: !foo 1\nb: !!python/object:x {}\nc: !bar [1]\n", "f.yml");
    List<Problem> found = problems.sorted();
    assertEquals(List.of(1, 2, 3), found.stream().map(p -> p.at().line()).toList());
    found.forEach(problem -> assertEquals(ErrorCode.UNKNOWN_TAG, problem.code()));
  }

  @Test
  void unsafeReachesAllStringsBelow() {
    Value.Dict top = (Value.Dict) read("a: !unsafe '{{ x }}'\nb: !unsafe [c, {d: e}]\nf: g\n");
    assertTrue(((Value.Str) top.get("a").orElseThrow()).isUnsafe());
    Value.Seq list = (Value.Seq) top.get("b").orElseThrow();
    assertTrue(((Value.Str) list.items().get(0)).isUnsafe());
    assertTrue(((Value.Str) ((Value.Dict) list.items().get(1)).get("d").orElseThrow()).isUnsafe());
    assertFalse(((Value.Str) top.get("f").orElseThrow()).isUnsafe());
  }

  @Test
  void vaultValueIsDecryptedOnlyWhenUsed() {
    YamlReader withVault =
        new YamlReader(
            problems, new Sources(), (envelope, at) -> Secret.of(envelope.strip() + at.line()));
    Value.Dict top =
        (Value.Dict)
            withVault
                .read("x: 1\na: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n", "f.yml")
                .orElseThrow();
    Value.Str value = (Value.Str) top.get("a").orElseThrow();
    assertTrue(value.hasSecret());
    assertEquals("********", value.toString());
    assertEquals("$ANSIBLE_VAULT;1.1;AES2562", value.reveal());
    assertEquals("********", value.toString());
  }

  @Test
  void vaultValueWithoutPasswordFailsWhenUsedWithItsPlace() {
    Value.Dict top = (Value.Dict) read("a: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n");
    Value.Str value = (Value.Str) top.get("a").orElseThrow();
    ProvisionException failure = assertThrows(ProvisionException.class, value::reveal);
    assertEquals(ErrorCode.VAULT_PASSWORD_MISSING, failure.code());
    assertEquals(1, failure.problem().at().line());
  }

  @Test
  void keysCannotBeEncrypted() {
    assertEquals(ErrorCode.INVALID_YAML, refused("!vault abc: 1\n").code());
  }

  @Test
  void everythingInAnEncryptedFileIsSecretAndItsLinesAreNotShown(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("v.yml"), "$ANSIBLE_VAULT;1.1;AES256\n00\n");
    Sources sources = new Sources();
    YamlReader withVault =
        new YamlReader(
            problems, sources, (envelope, at) -> Secret.of("a: s3cret\npin: 1234\nok: true\n"));
    Value.Dict top = (Value.Dict) withVault.read(file).orElseThrow();
    assertEquals("{a=********, pin=********, ok=true}", top.toString());
    assertEquals(Optional.empty(), sources.lines(file.toString()));
  }

  @Test
  void syntaxErrorInAnEncryptedFileQuotesNothing(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("v.yml"), "$ANSIBLE_VAULT;1.1;AES256\n00\n");
    new YamlReader(problems, new Sources(), (envelope, at) -> Secret.of("a: *hunter2\n"))
        .read(file);
    assertFalse(only().detail().contains("hunter2"), only().detail());
  }

  @Test
  void billionLaughsIsRefused() {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 10; i++) {
      yaml.append("a").append(i).append(": &a").append(i).append(" [");
      yaml.append(("*a" + (i - 1) + ",").repeat(9)).append("]\n");
    }
    assertEquals(ErrorCode.YAML_TOO_LARGE, refused(yaml.toString()).code());
  }

  @Test
  void manyHonestAliasesAreFine() {
    Value.Dict top = (Value.Dict) read("d: &d {a: 1, b: 2}\nl: [" + "*d, ".repeat(5000) + "]\n");
    assertEquals(5000, ((Value.Seq) top.get("l").orElseThrow()).items().size());
  }

  @Test
  void aliasInsideWhatItNamesIsRefused() {
    Problem problem = refused("a: &a [1, *a]\n");
    assertEquals(ErrorCode.INVALID_YAML, problem.code());
    assertEquals(11, problem.at().column());
  }

  @Test
  void aliasWithoutAnchorIsRefused() {
    assertEquals(ErrorCode.INVALID_YAML, refused("a: *nowhere\n").code());
  }

  @Test
  void deepNestingIsRefusedInsteadOfExhaustingTheStack() {
    assertEquals(ErrorCode.YAML_TOO_LARGE, refused("[".repeat(100_000)).code());
  }

  @Test
  void nonUtf8IsRefusedWithItsPlace() {
    byte[] bytes = "a: b\nc: d\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(Optional.empty(), reader.read(bytes, "f.yml"));
    assertEquals(ErrorCode.INVALID_ENCODING, only().code());
    assertEquals(Position.of("f.yml", 2, 5), only().at());
  }

  @Test
  void truncatedUtf8AtTheEndIsRefused() {
    assertEquals(
        Optional.empty(), reader.read(new byte[] {'a', (byte) 0xe2, (byte) 0x82}, "f.yml"));
    assertEquals(Position.of("f.yml", 1, 2), only().at());
  }

  @Test
  void byteOrderMarkIsSkipped() {
    byte[] bytes = "\uFEFFa: b".getBytes(StandardCharsets.UTF_8);
    assertEquals("{a=b}", reader.read(bytes, "f.yml").orElseThrow().toString());
  }

  @Test
  void controlCharacterIsRefusedWithItsPlace() {
    Problem problem = refused("a: b\nc: x\u0007y\n");
    assertEquals(Position.of("f.yml", 2, 5), problem.at());
  }

  @Test
  void secondDocumentIsRefused() {
    Problem problem = refused("a: b\n---\nc: d\n");
    assertEquals(3, problem.at().line());
  }

  @Test
  void readsAllDocumentsWhereAsked() {
    assertEquals(
        "[{a=b}, null, 3]",
        reader.readAll("a: b\n---\n---\n3\n", "f.yml").orElseThrow().toString());
  }

  @Test
  void syntaxErrorNamesPlaceAndCause() {
    Problem problem = refused("a:\n  b: c\n d: e\n");
    assertEquals(ErrorCode.INVALID_YAML, problem.code());
    assertEquals(3, problem.at().line());
  }

  @Test
  void colonWithinAnUnquotedValueIsExplained() {
    Problem problem = refused("name: install: nginx\n");
    assertTrue(problem.detail().contains("must be quoted"), problem.detail());
  }

  @Test
  void partlyQuotedValueIsExplained() {
    Problem problem = refused("a: \"{{ x }}\" and more\n");
    assertTrue(problem.detail().contains("within the quotes"), problem.detail());
  }

  @Test
  void tabsAreExplained() {
    Problem problem = refused("a:\n\tb: c\n");
    assertTrue(problem.detail().contains("tab"), problem.detail());
  }

  @Test
  void listAsAKeyIsRefused() {
    assertEquals(ErrorCode.INVALID_YAML, refused("? [a, b]\n: c\n").code());
  }

  @Test
  void missingFileIsAProblem(@TempDir Path folder) {
    assertEquals(Optional.empty(), reader.read(folder.resolve("none.yml")));
    assertEquals(ErrorCode.FILE_NOT_FOUND, only().code());
  }

  @Test
  void folderInsteadOfFileIsAProblem(@TempDir Path folder) {
    assertEquals(Optional.empty(), reader.read(folder));
    assertEquals(ErrorCode.FILE_UNREADABLE, only().code());
  }

  @Test
  void tenMegabytesAreRead(@TempDir Path folder) throws Exception {
    StringBuilder yaml = new StringBuilder();
    int count = 0;
    while (yaml.length() < 10_000_000) {
      yaml.append("key_")
          .append(count++)
          .append(": \"a value of some length, number ")
          .append(count)
          .append("\"\n");
    }
    Path file = Files.writeString(folder.resolve("big.yml"), yaml);
    Value.Dict top = (Value.Dict) reader.read(file).orElseThrow();
    assertEquals(count, top.entries().size());
    assertTrue(problems.isEmpty());
  }

  @Test
  void hugeFileIsRefusedUnread(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("huge.yml");
    try (java.io.RandomAccessFile sparse = new java.io.RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(YamlReader.MAX_BYTES + 1);
    }
    assertEquals(Optional.empty(), reader.read(file));
    assertEquals(ErrorCode.YAML_TOO_LARGE, only().code());
  }

  @Test
  void jsonIsRead() {
    assertEquals(
        "{a=[1, 2.5, true, null, b/c]}", read("{\"a\": [1, 2.5, true, null, \"b/c\"]}").toString());
  }

  @Test
  void setsAndPairsAreRead() {
    assertEquals("[a, b]", read("!!set {a, b}").toString());
    assertEquals("[[a, 1], [a, 2]]", read("!!pairs [a: 1, a: 2]").toString());
  }
}
