package dev.provision.lang;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/**
 * Writes values as the YAML text that PyYAML's {@code dump} gives: what {@code to_yaml} and {@code
 * to_nice_yaml} print.
 */
public final class YamlWriter {

  private final YamlStyle style;

  public YamlWriter(YamlStyle style) {
    this.style = style;
  }

  /** Ends with a line break. Where the value holds a secret, the whole text is one. */
  public Text write(Value value) {
    StringWriter out = new StringWriter();
    try {
      emit(value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    String text = out.toString();
    if (isOpenEnded(value, text)) {
      text += "...\n";
    }
    return value.hasSecret() ? Text.secret(text) : Text.plain(text);
  }

  private void emit(Value value, StringWriter out) throws IOException {
    Emitter emitter = new Emitter(out, options());
    emitter.emit(new StreamStartEvent(null, null));
    emitter.emit(new DocumentStartEvent(null, null, style.explicitStart(), null, Map.of()));
    for (Event event : events(value)) {
      emitter.emit(event);
    }
    emitter.emit(new DocumentEndEvent(null, null, style.explicitEnd()));
    emitter.emit(new StreamEndEvent(null, null));
  }

  /** PyYAML ends a document that is one plain word with a mark. */
  private boolean isOpenEnded(Value value, String text) {
    boolean collection = value instanceof Value.Seq || value instanceof Value.Dict;
    char first = text.charAt(style.explicitStart() ? 4 : 0);
    return !collection && !style.explicitEnd() && "\"'!|>".indexOf(first) < 0;
  }

  private DumperOptions options() {
    DumperOptions options = new DumperOptions();
    // PyYAML takes an indent of 1 or of more than 9 for 2, and a width of up to twice the indent
    // for 80.
    int indent = style.indent() > 1 && style.indent() < 10 ? style.indent() : 2;
    options.setIndent(indent);
    options.setWidth(style.width() > indent * 2 ? style.width() : 80);
    options.setAllowUnicode(style.allowUnicode());
    options.setCanonical(style.canonical());
    return options;
  }

  private List<Event> events(Value value) {
    List<Event> events = new ArrayList<>();
    add(value, events);
    return events;
  }

  private void add(Value value, List<Event> events) {
    if (value instanceof Value.Seq seq) {
      addSequence(seq, events);
    } else if (value instanceof Value.Dict dict) {
      addMapping(dict, events);
    } else {
      events.add(scalar(value));
    }
  }

  private void addSequence(Value.Seq list, List<Event> events) {
    boolean leaf = list.items().stream().allMatch(this::isPlainScalar);
    events.add(new SequenceStartEvent(null, null, true, null, null, flow(leaf)));
    list.items().forEach(item -> add(item, events));
    events.add(new SequenceEndEvent(null, null));
  }

  private void addMapping(Value.Dict dict, List<Event> events) {
    boolean leaf =
        dict.entries().entrySet().stream()
            .allMatch(e -> isPlainScalar(e.getKey()) && isPlainScalar(e.getValue()));
    events.add(new MappingStartEvent(null, null, true, null, null, flow(leaf)));
    for (Map.Entry<Value, Value> entry : sorted(dict)) {
      add(entry.getKey(), events);
      add(entry.getValue(), events);
    }
    events.add(new MappingEndEvent(null, null));
  }

  private DumperOptions.FlowStyle flow(boolean leaf) {
    boolean flow =
        switch (style.flow()) {
          case FLOW -> true;
          case BLOCK -> false;
          case LEAVES -> leaf;
        };
    return flow ? DumperOptions.FlowStyle.FLOW : DumperOptions.FlowStyle.BLOCK;
  }

  private boolean isPlainScalar(Value value) {
    boolean collection = value instanceof Value.Seq || value instanceof Value.Dict;
    return !collection && style.quote().isEmpty();
  }

  private List<Map.Entry<Value, Value>> sorted(Value.Dict dict) {
    List<Map.Entry<Value, Value>> entries = new ArrayList<>(dict.entries().entrySet());
    if (style.sortKeys()) {
      keyOrder(dict).ifPresent(order -> entries.sort(Map.Entry.comparingByKey(order)));
    }
    return entries;
  }

  /** Python's order; nothing where it can't compare the keys, which then stay as they are. */
  private static Optional<Comparator<Value>> keyOrder(Value.Dict dict) {
    if (dict.entries().keySet().stream().allMatch(Value.Str.class::isInstance)) {
      return Optional.of((a, b) -> codePoints(((Value.Str) a).reveal(), ((Value.Str) b).reveal()));
    }
    if (dict.entries().keySet().stream().allMatch(YamlWriter::isNumber)) {
      return Optional.of(Comparator.comparing(YamlWriter::number));
    }
    return Optional.empty();
  }

  private static boolean isNumber(Value value) {
    return value instanceof Value.Int
        || value instanceof Value.Bool
        || (value instanceof Value.Float f && Double.isFinite(f.value()));
  }

  private static BigDecimal number(Value value) {
    if (value instanceof Value.Int i) {
      return new BigDecimal(i.value());
    }
    if (value instanceof Value.Float f) {
      return new BigDecimal(f.value());
    }
    return value.isTruthy() ? BigDecimal.ONE : BigDecimal.ZERO;
  }

  private static int codePoints(String a, String b) {
    int[] left = a.codePoints().toArray();
    int[] right = b.codePoints().toArray();
    return java.util.Arrays.compare(left, right);
  }

  private ScalarEvent scalar(Value value) {
    if (value instanceof Value.Str str) {
      String text = str.reveal();
      // Plain is only a wish: the emitter quotes what can't stand plain.
      boolean plain = !YamlScalars.needsQuotes(text) && text.indexOf('\n') < 0;
      return scalar("str", text, new ImplicitTuple(plain, true));
    }
    ImplicitTuple plainOnly = new ImplicitTuple(true, false);
    if (value instanceof Value.Null) {
      return scalar("null", "null", plainOnly);
    }
    if (value instanceof Value.Bool bool) {
      return scalar("bool", bool.value() ? "true" : "false", plainOnly);
    }
    if (value instanceof Value.Int i) {
      return scalar("int", i.value().toString(), plainOnly);
    }
    if (value instanceof Value.Float f) {
      return scalar("float", floatText(f.value()), plainOnly);
    }
    throw new IllegalArgumentException("No YAML for a value of type " + value.typeName());
  }

  private ScalarEvent scalar(String type, String text, ImplicitTuple implicit) {
    DumperOptions.ScalarStyle wished =
        style
            .quote()
            .map(DumperOptions.ScalarStyle::createStyle)
            .orElse(DumperOptions.ScalarStyle.PLAIN);
    return new ScalarEvent(null, "tag:yaml.org,2002:" + type, implicit, text, null, null, wished);
  }

  private static String floatText(double value) {
    if (Double.isNaN(value)) {
      return ".nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? ".inf" : "-.inf";
    }
    String text = repr(value);
    // YAML 1.1 knows no float without a dot.
    return text.contains(".") ? text : text.replace("e", ".0e");
  }

  /** Python's {@code repr}: the fewest digits that read back as the same number. */
  private static String repr(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = exact;
    for (int digits = 1; digits <= 17; digits++) {
      shortest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (shortest.doubleValue() == value) {
        break;
      }
    }
    shortest = shortest.stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      String plain = shortest.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    String digits = shortest.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String sign = value < 0 ? "-" : "";
    return sign + mantissa + String.format("e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
