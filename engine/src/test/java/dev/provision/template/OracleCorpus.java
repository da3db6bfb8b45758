package dev.provision.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.YamlReader;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Templates, expressions and conditions with what Debian's Ansible makes of them. In the data files
 * a line is a case; {@code ⏎} and {@code ␍} in it stand for the characters of a line break.
 */
final class OracleCorpus {

  /** What Ansible does with a case. */
  enum Kind {
    /** A string in a playbook. */
    INLINE,
    /** A {@code when}: its answer is true or false. */
    CONDITION,
    /** A file, with three settings of white space. */
    TEMPLATE
  }

  /**
   * One case.
   *
   * @param header the first line of a template file, empty for none
   */
  record Case(Kind kind, String header, String text) {

    String key() {
      return digest(kind + "\n" + header + "\n" + text);
    }

    String file() {
      return header + text;
    }

    String shown() {
      return kind + " " + file().replace("\n", "⏎");
    }
  }

  /** What came out: a value, or that it failed. */
  record Answer(boolean failed, Value value) {

    static final Answer FAILED = new Answer(true, Value.NULL);

    boolean agreesWith(Answer other) {
      return failed == other.failed
          && (failed || Comparing.equal(plain(value), plain(other.value)));
    }

    /** As JSON has it: no tuples, keys that are strings. */
    private static Value plain(Value value) {
      return Json.parse(Json.reveal(value), "answer");
    }

    @Override
    public String toString() {
      return failed ? "fails" : Json.reveal(value);
    }
  }

  private static final List<String> HEADERS =
      List.of("", "#jinja2: trim_blocks:False\n", "#jinja2: lstrip_blocks:True\n");

  private final Path folder;

  OracleCorpus(Path folder) {
    this.folder = folder;
  }

  /** The files on the class path. */
  static OracleCorpus stored() {
    try {
      return new OracleCorpus(Path.of(OracleCorpus.class.getResource("oracle").toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Path folder() {
    return folder;
  }

  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    lines("inline.txt").forEach(text -> cases.add(new Case(Kind.INLINE, "", text)));
    lines("generated.txt").forEach(text -> cases.add(new Case(Kind.INLINE, "", text)));
    lines("conditions.txt").forEach(text -> cases.add(new Case(Kind.CONDITION, "", text)));
    for (String text : lines("templates.txt")) {
      HEADERS.forEach(header -> cases.add(new Case(Kind.TEMPLATE, header, text)));
    }
    return cases;
  }

  private List<String> lines(String name) {
    return read(folder.resolve(name))
        .lines()
        .map(line -> line.replace('⏎', '\n').replace('␍', '\r'))
        .toList();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ansible's answers by key. */
  Map<String, Answer> answers() {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (String line : read(folder.resolve("answers.jsonl")).lines().toList()) {
      Value.Dict entry = (Value.Dict) Json.parse(line, "answers.jsonl");
      String key = entry.get("key").orElseThrow().toString();
      Optional<Value> value = entry.get("value");
      answers.put(key, value.map(v -> new Answer(false, v)).orElse(Answer.FAILED));
    }
    return answers;
  }

  /** Cases in which we mean to differ, with the reason. */
  Map<String, String> differences() {
    Map<String, String> differences = new LinkedHashMap<>();
    String reason = "";
    for (String line : lines("differences.txt")) {
      if (line.startsWith("## ")) {
        reason = line.substring(3);
      } else if (!line.isBlank()) {
        differences.put(line, reason);
      }
    }
    return differences;
  }

  // Our answers

  private Templar templar() {
    return Templar.of(
        new LocalController(
            folder,
            Map.of("PATH", "/usr/bin:/bin", "HOME", "/root"),
            bytes -> Optional.empty(),
            new TestYaml(),
            Clock.systemUTC()));
  }

  Scope scope() {
    Problems problems = new Problems();
    Value variables =
        new YamlReader(problems)
            .read(read(folder.resolve("variables.yml")), "variables.yml")
            .orElseThrow(() -> new ProvisionException(problems.sorted().get(0)));
    Map<String, Value> named = new LinkedHashMap<>();
    ((Value.Dict) variables).entries().forEach((key, value) -> named.put(key.toString(), value));
    named.put("inventory_hostname", Value.of("localhost"));
    named.put("groups", Value.dict("all", Value.list(Value.of("localhost"))));
    named.put("omit", Value.of("__omit_place_holder__"));
    named.put("ansible_version", Value.dict("major", Value.of(2)));
    Scope plain = Scope.of(named);
    LazyDict hosts =
        LazyDict.of(
            () -> List.of("localhost"),
            name -> name.equals("localhost") ? Optional.of(LazyDict.of(plain)) : Optional.empty());
    return plain.with("hostvars", hosts);
  }

  /** What we make of all cases. */
  Map<Case, Answer> ours() {
    Templar templar = templar();
    Scope scope = scope();
    Map<Case, Answer> answers = new LinkedHashMap<>();
    cases().forEach(one -> answers.put(one, ours(one, templar, scope)));
    return answers;
  }

  private static Answer ours(Case one, Templar templar, Scope scope) {
    try {
      return new Answer(false, value(one, templar, scope));
    } catch (ProvisionException e) {
      return Answer.FAILED;
    }
  }

  private static Value value(Case one, Templar templar, Scope scope) {
    return switch (one.kind) {
      case INLINE -> templar.render(Value.of(one.text), scope);
      case CONDITION -> Value.of(templar.test(Value.of(one.text), scope));
      case TEMPLATE -> {
        TemplateSource source = TemplateSource.ofFile("case.j2", one.file());
        yield Value.of(templar.renderFile(source, scope, TemplateOptions.FILE));
      }
    };
  }

  static String digest(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
