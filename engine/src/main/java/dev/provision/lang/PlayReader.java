package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one play. */
final class PlayReader {

  private static final Set<String> ORDERS =
      Set.of("inventory", "reverse_inventory", "sorted", "reverse_sorted", "shuffle");
  private static final List<String> STRATEGIES = List.of("linear", "free", "host_pinned", "debug");
  private static final List<String> PROMPT_KEYS =
      List.of(
          "name",
          "prompt",
          "private",
          "default",
          "confirm",
          "encrypt",
          "salt",
          "salt_size",
          "unsafe");

  private final Loading loading;
  private final Problems problems;
  private final NodeReader nodes;

  PlayReader(Loading loading, NodeReader nodes) {
    this.loading = loading;
    this.problems = loading.problems();
    this.nodes = nodes;
  }

  /**
   * @param imported the keywords of the imports that lead to the playbook
   */
  Play read(Value.Dict source, Path folder, TaskAddress address, Keywords imported) {
    Keywords own = loading.keywords().read(source, Keyword.Place.PLAY, word -> false);
    checkWords(own, source);
    Value.Dict importVars = imported.vars();
    Keywords all = own.under(imported.without(Keyword.VARS));
    for (Keyword keyword : own.values().keySet()) {
      if (keyword.inheritance() == KeywordType.Inheritance.NONE) {
        all = all.with(keyword, own.values().get(keyword));
      }
    }
    SearchPath search = new SearchPath(List.of(folder));
    PlayFrame play = new PlayFrame(address, folder, merged(importVars, own.vars()));
    // A play's variables rank below those of blocks, so they are not inherited as such.
    Frame frame =
        new Frame(
            play,
            new Frame.Numbers(address),
            all.without(Keyword.VARS),
            Optional.empty(),
            search,
            List.of(),
            false);
    checkVarsFiles(own, search);
    List<VarsPrompt> prompts = prompts(source.get("vars_prompt").orElse(Value.NULL));
    List<Node> preTasks = tasks(source, "pre_tasks", frame);
    List<Node> roles =
        nodes.roles().list("roles", source.get("roles").orElse(Value.NULL), frame, address);
    List<Node> tasks = tasks(source, "tasks", frame);
    List<Node> postTasks = tasks(source, "post_tasks", frame);
    List<Node> handlers = tasks(source, "handlers", frame.forHandlers());
    List<Node> allHandlers = new ArrayList<>(play.roleHandlers());
    allHandlers.addAll(handlers);
    return new Play(
        address,
        all,
        folder,
        importVars,
        prompts,
        preTasks,
        roles,
        tasks,
        postTasks,
        allHandlers,
        play.roles(),
        search,
        source.origin());
  }

  private static Value.Dict merged(Value.Dict under, Value.Dict over) {
    Map<Value, Value> all = new LinkedHashMap<>(under.entries());
    all.putAll(over.entries());
    return Value.dictOf(all);
  }

  private List<Node> tasks(Value.Dict source, String word, Frame frame) {
    return nodes.list(word, source.get(word).orElse(Value.NULL), frame);
  }

  private void checkWords(Keywords own, Value.Dict source) {
    boolean hosts =
        own.list(Keyword.HOSTS).stream()
            .anyMatch(v -> !(v instanceof Value.Null) && !Conversions.text(v).isBlank());
    if (!hosts) {
      problems.error(
          ErrorCode.MISSING_KEYWORD,
          own.get(Keyword.HOSTS).orElse(source).origin(),
          "A play needs \"hosts\": the hosts and groups it is for.");
    }
    oneOf(own, Keyword.ORDER, List.copyOf(ORDERS));
    own.get(Keyword.STRATEGY)
        .filter(value -> !value.hasTemplate())
        .filter(value -> !STRATEGIES.contains(strategy(value)))
        .ifPresent(value -> unknownWord(Keyword.STRATEGY, value, STRATEGIES));
  }

  private static String strategy(Value value) {
    return ActionNames.shortName(Conversions.text(value));
  }

  private void oneOf(Keywords own, Keyword keyword, List<String> words) {
    own.get(keyword)
        .filter(value -> !value.hasTemplate() && !words.contains(Conversions.text(value)))
        .ifPresent(value -> unknownWord(keyword, value, words));
  }

  private void unknownWord(Keyword keyword, Value value, List<String> words) {
    problems.error(
        ErrorCode.WRONG_TYPE,
        value.origin(),
        "\""
            + keyword.word()
            + "\" is one of "
            + String.join(", ", words.stream().sorted().toList())
            + "; \""
            + value
            + "\" is none."
            + Suggestions.didYouMean(Conversions.text(value), words).map(s -> " " + s).orElse(""));
  }

  // Variable files

  private void checkVarsFiles(Keywords own, SearchPath search) {
    for (Value entry : own.list(Keyword.VARS_FILES)) {
      List<Value> names = Conversions.items(entry);
      if (names.stream().anyMatch(Value::hasTemplate)) {
        continue; // known only when the play runs
      }
      Optional<Path> found =
          names.stream()
              .flatMap(name -> search.find("vars", Conversions.text(name)).stream())
              .filter(Files::isRegularFile)
              .findFirst();
      if (found.isPresent()) {
        loading.files().variables(found.get(), problems).ifPresent(loading.keywords()::checkNames);
      } else {
        missing(entry, names, search);
      }
    }
  }

  private void missing(Value entry, List<Value> names, SearchPath search) {
    List<Path> places =
        names.stream()
            .flatMap(name -> search.candidates("vars", Conversions.text(name)).stream())
            .toList();
    problems.error(
        ErrorCode.FILE_NOT_FOUND,
        entry.origin(),
        "There is no file of variables at " + NodeReader.places(places) + ".");
  }

  // Questions

  private List<VarsPrompt> prompts(Value list) {
    List<VarsPrompt> found = new ArrayList<>();
    if (list instanceof Value.Null) {
      return found;
    }
    if (!(list instanceof Value.Seq seq)) {
      loading.keywords().wrongType("vars_prompt", "a list of questions", list);
      return found;
    }
    for (Value entry : seq.items()) {
      if (entry instanceof Value.Dict dict) {
        prompt(dict).ifPresent(found::add);
      } else {
        loading.keywords().wrongType("vars_prompt", "mappings with \"name\"", entry);
      }
    }
    return found;
  }

  private Optional<VarsPrompt> prompt(Value.Dict entry) {
    for (Value key : entry.entries().keySet()) {
      String word = Conversions.text(key);
      if (!PROMPT_KEYS.contains(word)) {
        problems.error(
            ErrorCode.UNKNOWN_KEYWORD,
            key.origin(),
            "\"vars_prompt\" has no key \""
                + word
                + "\"."
                + Suggestions.didYouMean(word, PROMPT_KEYS).map(s -> " " + s).orElse(""));
      }
    }
    Optional<Value> name = entry.get("name");
    if (name.isEmpty()) {
      problems.error(
          ErrorCode.MISSING_KEYWORD, entry.origin(), "The question names no variable: \"name\".");
      return Optional.empty();
    }
    return Optional.of(
        new VarsPrompt(
            Conversions.text(name.get()),
            entry.get("prompt"),
            flag(entry, "private", true),
            entry.get("default"),
            flag(entry, "confirm", false),
            entry.get("encrypt"),
            entry.get("salt"),
            entry.get("salt_size"),
            flag(entry, "unsafe", false),
            entry.origin()));
  }

  private static boolean flag(Value.Dict entry, String key, boolean otherwise) {
    return entry.get(key).flatMap(Conversions::bool).orElse(otherwise);
  }
}
