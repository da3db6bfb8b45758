package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.value.Secret;
import dev.provision.value.Text;
import dev.provision.value.Value;
import dev.provision.value.Vault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/** Turns one text's parse events into values. Used once. */
final class YamlBuilder {

  /** Deeper nesting is refused: it would exhaust the stack of everything that walks the value. */
  static final int MAX_DEPTH = 200;

  /**
   * How many values aliases may stand for in all: a few lines of aliases of aliases could stand for
   * billions.
   */
  static final long MAX_ALIASED = 1_000_000;

  private static final String CORE = "tag:yaml.org,2002:";

  private final String text;
  private final String file;
  private final boolean secret;
  private final Vault vault;
  private final Problems problems;
  private final Map<String, Anchored> anchors = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private long built;
  private long aliased;
  private int unsafe;
  private boolean inKey;

  /**
   * @param secret whether all its strings and numbers are secrets: the file was encrypted
   */
  YamlBuilder(String text, String file, boolean secret, Vault vault, Problems problems) {
    this.text = text;
    this.file = file;
    this.secret = secret;
    this.vault = vault;
    this.problems = problems;
  }

  /** All documents, or nothing where the text is no YAML. */
  Optional<List<Value>> documents() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    try {
      ParserImpl parser = new ParserImpl(new StreamReader(text), options);
      return Optional.of(documents(parser));
    } catch (Refused e) {
      problems.add(shown(e.problem));
    } catch (MarkedYAMLException e) {
      problems.add(shown(YamlErrors.problem(e, file, text)));
    } catch (ReaderException e) {
      problems.add(YamlErrors.unprintable(e, file, text));
    }
    return Optional.empty();
  }

  /** A parser's words may quote the text, which must not be shown where it was encrypted. */
  private Problem shown(Problem problem) {
    return secret
        ? Problem.error(problem.code(), problem.at(), "The decrypted text is not valid YAML here.")
        : problem;
  }

  private List<Value> documents(ParserImpl parser) {
    List<Value> documents = new ArrayList<>();
    for (Event event = parser.getEvent(); event != null && !event.is(Event.ID.StreamEnd); ) {
      if (event.is(Event.ID.DocumentStart)) {
        anchors.clear();
        documents.add(node(parser, 0));
      }
      event = parser.getEvent();
    }
    return documents;
  }

  private Value node(ParserImpl parser, int depth) {
    return node(parser, parser.getEvent(), depth);
  }

  private Value node(ParserImpl parser, Event event, int depth) {
    if (depth > MAX_DEPTH) {
      throw new Refused(
          Problem.error(
              ErrorCode.YAML_TOO_LARGE,
              position(event),
              "Lists and mappings are nested more than " + MAX_DEPTH + " deep here."));
    }
    if (event instanceof AliasEvent aliasEvent) {
      return alias(aliasEvent);
    }
    NodeEvent node = (NodeEvent) event;
    String anchor = node.getAnchor();
    long before = built;
    if (anchor != null) {
      open.add(anchor);
    }
    Value value = fresh(parser, node, depth);
    if (anchor != null) {
      open.remove(anchor);
      anchors.put(anchor, new Anchored(value, built - before));
    }
    return value;
  }

  private Value alias(AliasEvent event) {
    String name = event.getAnchor();
    Position at = position(event);
    if (open.contains(name)) {
      throw new Refused(
          Problem.error(
              ErrorCode.INVALID_YAML,
              at,
              "The alias \"*" + name + "\" stands inside what it names."));
    }
    Anchored target = anchors.get(name);
    if (target == null) {
      throw new Refused(
          Problem.error(ErrorCode.INVALID_YAML, at, "There is no anchor \"&" + name + "\" above."));
    }
    aliased += target.weight;
    built += target.weight;
    if (aliased > MAX_ALIASED) {
      throw new Refused(
          Problem.error(
              ErrorCode.YAML_TOO_LARGE,
              at,
              "The aliases up to here stand for more than " + MAX_ALIASED + " values."));
    }
    return target.value;
  }

  private Value fresh(ParserImpl parser, NodeEvent event, int depth) {
    built++;
    boolean marksUnsafe = "!unsafe".equals(tag(event));
    unsafe += marksUnsafe ? 1 : 0;
    try {
      if (event instanceof ScalarEvent scalarEvent) {
        return scalar(scalarEvent);
      }
      if (event instanceof SequenceStartEvent sequenceStartEvent) {
        return sequence(parser, sequenceStartEvent, depth);
      }
      return mapping(parser, (MappingStartEvent) event, depth);
    } finally {
      unsafe -= marksUnsafe ? 1 : 0;
    }
  }

  private static @Nullable String tag(NodeEvent event) {
    return event instanceof ScalarEvent scalarEvent
        ? scalarEvent.getTag()
        : ((CollectionStartEvent) event).getTag();
  }

  // Scalars

  private Value scalar(ScalarEvent event) {
    Position at = position(event);
    Value value = marked(scalar(event, at));
    if (unsafe > 0 && value instanceof Value.Str) {
      value = ((Value.Str) value).asUnsafe();
    }
    return value.at(at);
  }

  private Value marked(Value value) {
    if (!secret || inKey) {
      return value; // names of variables are no secrets
    }
    if (value instanceof Value.Str str) {
      return Value.of(Text.secret(str.reveal()));
    }
    return value instanceof Value.Int i ? i.asSecret() : value;
  }

  private Value scalar(ScalarEvent event, Position at) {
    String tag = event.getTag();
    String content = event.getValue();
    if (tag == null) {
      return event.getImplicit().canOmitTagInPlainScalar()
          ? YamlScalars.plain(content)
          : Value.of(content);
    }
    return switch (tag) {
      case "!", "!unsafe", CORE + "str", CORE + "timestamp" -> Value.of(content);
      case "!vault", "!vault-encrypted" -> vaulted(content, at);
      default -> tagged(tag, content, at);
    };
  }

  private Value vaulted(String envelope, Position at) {
    return Value.lazySecret(() -> text(vault.decrypt(envelope, at)));
  }

  private static String text(Secret plain) {
    return plain.revealText();
  }

  private Value tagged(String tag, String content, Position at) {
    String name = tag.startsWith(CORE) ? tag.substring(CORE.length()) : tag;
    Optional<Value> value =
        switch (name) {
          case "null" -> Optional.of(Value.NULL);
          case "bool" -> YamlScalars.boolOf(content);
          case "int" -> YamlScalars.intOf(content);
          case "float" -> YamlScalars.floatOf(content).or(() -> asFloat(content));
          case "binary" -> binary(content);
          default -> {
            unknownTag(tag, at);
            yield Optional.of(Value.of(content));
          }
        };
    return value.orElseGet(
        () -> {
          problems.error(
              ErrorCode.INVALID_YAML, at, "The text is not what its tag \"!!" + name + "\" says.");
          return Value.of(content);
        });
  }

  private static Optional<Value> asFloat(String content) {
    return YamlScalars.intOf(content)
        .map(whole -> Value.of(((Value.Int) whole).value().doubleValue()));
  }

  private static Optional<Value> binary(String content) {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(content);
      return Optional.of(Value.of(new String(bytes, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void unknownTag(String tag, Position at) {
    String shown = tag.startsWith(CORE) ? "!!" + tag.substring(CORE.length()) : tag;
    problems.error(
        ErrorCode.UNKNOWN_TAG,
        at,
        "There is no tag \""
            + shown
            + "\". Known are !vault, !unsafe and YAML's own (!!str, !!int …).");
  }

  // Lists

  private Value sequence(ParserImpl parser, SequenceStartEvent start, int depth) {
    Position at = position(start);
    String tag = start.getTag();
    boolean pairs = (CORE + "omap").equals(tag) || (CORE + "pairs").equals(tag);
    if (tag != null && !pairs && !known(tag, "seq")) {
      unknownTag(tag, at);
    }
    List<Value> items = new ArrayList<>();
    for (Event event = parser.getEvent();
        !event.is(Event.ID.SequenceEnd);
        event = parser.getEvent()) {
      Value item = node(parser, event, depth + 1);
      items.add(pairs ? pair(item) : item);
    }
    return Value.list(items).at(at);
  }

  /** {@code !!pairs} and {@code !!omap} hold mappings of one entry, read as tuples. */
  private static Value pair(Value item) {
    if (!(item instanceof Value.Dict dict) || dict.entries().size() != 1) {
      return item;
    }
    Map.Entry<Value, Value> only = dict.entries().entrySet().iterator().next();
    return Value.tuple(List.of(only.getKey(), only.getValue())).at(item.origin());
  }

  private static boolean known(String tag, String name) {
    return tag.equals("!") || tag.equals("!unsafe") || tag.equals(CORE + name);
  }

  // Mappings

  private Value mapping(ParserImpl parser, MappingStartEvent start, int depth) {
    Position at = position(start);
    String tag = start.getTag();
    boolean set = (CORE + "set").equals(tag);
    if (tag != null && !set && !known(tag, "map")) {
      unknownTag(tag, at);
    }
    Map<Value, Entry> merged = new LinkedHashMap<>();
    Map<Value, Entry> own = new LinkedHashMap<>();
    for (Event event = parser.getEvent();
        !event.is(Event.ID.MappingEnd);
        event = parser.getEvent()) {
      if (isMerge(event)) {
        merge(node(parser, depth + 1), position(event), merged);
      } else {
        entry(parser, event, start, depth, own);
      }
    }
    // As in PyYAML: what is merged comes first, and one's own entries win.
    merged.putAll(own);
    Map<Value, Value> entries = new LinkedHashMap<>(merged.size() * 2);
    merged.values().forEach(entry -> entries.put(entry.key, entry.value));
    return set ? Value.list(List.copyOf(entries.keySet())).at(at) : Value.dictOf(entries).at(at);
  }

  private void entry(
      ParserImpl parser,
      Event keyEvent,
      MappingStartEvent mapping,
      int depth,
      Map<Value, Entry> own) {
    if (!(keyEvent instanceof ScalarEvent) && !(keyEvent instanceof AliasEvent)) {
      throw new Refused(keyIsNoScalar(keyEvent, mapping));
    }
    boolean outer = inKey;
    inKey = true;
    Value key = node(parser, keyEvent, depth + 1);
    inKey = outer;
    Value value = node(parser, depth + 1);
    if (key instanceof Value.Str str && str.isSealed()) {
      problems.error(ErrorCode.INVALID_YAML, key.origin(), "A key can't be encrypted.");
      return;
    }
    if (key instanceof Value.Dict || key instanceof Value.Seq) {
      throw new Refused(keyIsNoScalar(keyEvent, mapping));
    }
    if (own.put(key, new Entry(key, value)) != null) {
      problems.warning(
          ErrorCode.DUPLICATE_KEY,
          key.origin(),
          "The key \"" + key + "\" stands in this mapping already. The last one is used.");
    }
  }

  private Problem keyIsNoScalar(Event key, MappingStartEvent mapping) {
    boolean braces =
        key instanceof MappingStartEvent mappingStartEvent
            && mappingStartEvent.isFlow()
            && mapping.isFlow()
            && key.getStartMark().getLine() == mapping.getStartMark().getLine()
            && key.getStartMark().getColumn() == mapping.getStartMark().getColumn() + 1;
    if (braces) {
      return YamlErrors.unquotedTemplate(position(mapping).withLength(2));
    }
    return Problem.error(
        ErrorCode.INVALID_YAML, position(key), "A list or mapping can't be the key of a mapping.");
  }

  private static boolean isMerge(Event event) {
    if (!(event instanceof ScalarEvent scalar)) {
      return false;
    }

    boolean plain = scalar.getTag() == null && scalar.isPlain() && scalar.getValue().equals("<<");
    return plain || (CORE + "merge").equals(scalar.getTag());
  }

  private void merge(Value value, Position at, Map<Value, Entry> into) {
    if (value instanceof Value.Dict dict) {
      dict.entries().forEach((k, v) -> into.put(k, new Entry(k, v)));
      return;
    }
    boolean mappings =
        value instanceof Value.Seq seq
            && seq.items().stream().allMatch(Value.Dict.class::isInstance);
    if (!mappings) {
      problems.error(
          ErrorCode.INVALID_YAML,
          at,
          "Only a mapping or a list of mappings can be merged by \"<<\".");
      return;
    }
    List<Value> items = ((Value.Seq) value).items();
    for (int i = items.size() - 1; i >= 0; i--) {
      merge(items.get(i), at, into); // the first of the list wins
    }
  }

  private Position position(Event event) {
    Mark start = event.getStartMark();
    Mark end = event.getEndMark();
    int length =
        event instanceof ScalarEvent && end.getLine() == start.getLine()
            ? Math.max(1, end.getColumn() - start.getColumn())
            : 1;
    return new Position(file, start.getLine() + 1, start.getColumn() + 1, length);
  }

  /**
   * @param weight how many values it stands for
   */
  private record Anchored(Value value, long weight) {}

  private record Entry(Value key, Value value) {}

  /** Nothing more can be read from this text. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    Refused(Problem problem) {
      super(problem.oneLine(), null, false, false);
      this.problem = problem;
    }
  }
}
