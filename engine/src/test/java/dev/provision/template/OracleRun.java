package dev.provision.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks {@code ansible-playbook} what it makes of a corpus. A task costs a process, so cases that
 * seem to succeed share one; where it fails after all, each gets its own.
 */
final class OracleRun {

  private static final int CASES = 25;
  private static final int TASKS = 100;

  private final OracleCorpus corpus;
  private final Path work;
  private final Map<String, OracleCorpus.Answer> answers = new LinkedHashMap<>();

  OracleRun(OracleCorpus corpus, Path work) {
    this.corpus = corpus;
    this.work = work;
  }

  /**
   * @param failing the keys of cases that are expected to fail
   */
  Map<String, OracleCorpus.Answer> answers(Set<String> failing)
      throws IOException, InterruptedException {
    copyFiles();
    List<OracleCorpus.Case> single = new ArrayList<>();
    List<OracleCorpus.Case> shared = new ArrayList<>();
    for (OracleCorpus.Case one : corpus.cases()) {
      boolean alone = one.kind() == OracleCorpus.Kind.CONDITION || failing.contains(one.key());
      (alone ? single : shared).add(one);
    }
    ask(parts(shared, CASES));
    shared.stream().filter(one -> !answers.containsKey(one.key())).forEach(single::add);
    ask(parts(single, 1));
    return answers;
  }

  private static <T> List<List<T>> parts(List<T> all, int size) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      parts.add(all.subList(from, Math.min(from + size, all.size())));
    }
    return parts;
  }

  /** One task for each group, many tasks in a playbook. */
  private void ask(List<List<OracleCorpus.Case>> groups) throws IOException, InterruptedException {
    for (List<List<OracleCorpus.Case>> some : parts(groups, TASKS)) {
      Files.writeString(work.resolve("playbook.yml"), playbook(some));
      String output = run();
      if (output.indexOf('{') >= 0) {
        read(some, output);
      } else if (some.size() > 1) {
        // An answer that is no JSON, such as a set, costs all others of its playbook.
        ask(some.subList(0, some.size() / 2));
        ask(some.subList(some.size() / 2, some.size()));
      } else if (some.get(0).size() == 1) {
        answers.put(some.get(0).get(0).key(), OracleCorpus.Answer.FAILED);
      }
    }
  }

  private void copyFiles() throws IOException {
    Files.walkFileTree(
        corpus.folder(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path target = work.resolve(corpus.folder().relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private String playbook(List<List<OracleCorpus.Case>> groups) throws IOException {
    List<Value> tasks = new ArrayList<>();
    for (List<OracleCorpus.Case> group : groups) {
      tasks.add(task(group));
    }
    Map<String, Value> play = new LinkedHashMap<>();
    play.put("hosts", Value.of("localhost"));
    play.put("connection", Value.of("local"));
    play.put("gather_facts", Value.FALSE);
    play.put("vars_files", Value.list(Value.of("variables.yml")));
    play.put("tasks", Value.list(tasks));
    return Json.reveal(Value.list(Value.dict(play)));
  }

  private Value task(List<OracleCorpus.Case> group) throws IOException {
    Map<String, Value> task = new LinkedHashMap<>();
    List<Value> messages = new ArrayList<>();
    for (OracleCorpus.Case one : group) {
      if (one.kind() == OracleCorpus.Kind.CONDITION) {
        task.put("when", Value.list(Value.of(one.text())));
      }
      messages.add(message(one));
    }
    task.put("name", Value.of(group.get(0).key()));
    task.put("ignore_errors", Value.TRUE);
    task.put("debug", Value.dict("msg", Value.list(messages)));
    return Value.dict(task);
  }

  private Value message(OracleCorpus.Case one) throws IOException {
    return switch (one.kind()) {
      case INLINE -> Value.of(one.text());
      case CONDITION -> Value.TRUE;
      case TEMPLATE -> {
        Path file = work.resolve("templates").resolve("case-" + one.key() + ".j2");
        Files.createDirectories(file.getParent());
        Files.writeString(file, one.file());
        yield Value.of(
            "{{ lookup('template', '" + file.getFileName() + "', convert_data=False) }}");
      }
    };
  }

  private String run() throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("ansible-playbook", "-i", "localhost,", "playbook.yml");
    builder.directory(work.toFile());
    builder.environment().put("ANSIBLE_STDOUT_CALLBACK", "json");
    builder.environment().put("ANSIBLE_LOCALHOST_WARNING", "False");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TZ", "UTC");
    builder.redirectError(work.resolve("stderr").toFile());
    builder.redirectOutput(work.resolve("stdout").toFile());
    builder.start().waitFor();
    return new String(Files.readAllBytes(work.resolve("stdout")), UTF_8);
  }

  private void read(List<List<OracleCorpus.Case>> groups, String output) {
    Value.Dict all = (Value.Dict) Json.parse(output.substring(output.indexOf('{')), "output");
    Map<String, Value.Dict> results = new LinkedHashMap<>();
    for (Value play : list(all, "plays")) {
      for (Value task : list((Value.Dict) play, "tasks")) {
        Value.Dict entry = (Value.Dict) task;
        String name = dict(entry, "task").get("name").orElseThrow().toString();
        results.put(name, dict(dict(entry, "hosts"), "localhost"));
      }
    }
    groups.forEach(group -> read(group, results.get(group.get(0).key())));
  }

  private void read(List<OracleCorpus.Case> group, Value.Dict result) {
    if (result.get("failed").map(Value::isTruthy).orElse(false)) {
      if (group.size() == 1) {
        answers.put(group.get(0).key(), OracleCorpus.Answer.FAILED);
      }
    } else if (result.get("skipped").map(Value::isTruthy).orElse(false)) {
      answers.put(group.get(0).key(), new OracleCorpus.Answer(false, Value.FALSE));
    } else {
      List<Value> messages = list(result, "msg");
      for (int i = 0; i < group.size(); i++) {
        answers.put(group.get(i).key(), new OracleCorpus.Answer(false, messages.get(i)));
      }
    }
  }

  private static Value.Dict dict(Value.Dict owner, String key) {
    return (Value.Dict) owner.get(key).orElseThrow();
  }

  private static List<Value> list(Value.Dict owner, String key) {
    return ((Value.Seq) owner.get(key).orElseThrow()).items();
  }
}
