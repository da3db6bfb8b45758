package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Parsed templates by text and place: the place is part of the key since problems name it. Bounded:
 * the one unused for longest goes first.
 */
final class Cache {

  private static final int MAX = 4000;
  private static final int MAX_TEXT = 1 << 18;

  private enum Form {
    INLINE,
    EXPRESSION,
    CONDITION,
    FILE
  }

  private record Key(Form form, Text text, Position at, TemplateOptions options) {}

  private final Map<Key, Parsed> parsed =
      Collections.synchronizedMap(
          new LinkedHashMap<>(64, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Parsed> eldest) {
              return size() > MAX;
            }
          });

  Parsed inline(Value.Str str) {
    Source source = Source.of(str);
    return get(
        Form.INLINE,
        source,
        TemplateOptions.INLINE,
        () -> Headers.parse(source, TemplateOptions.INLINE));
  }

  Parsed expression(Source source, boolean keepBackslashes) {
    return get(
        Form.EXPRESSION,
        source,
        TemplateOptions.INLINE,
        () -> TemplateParser.expression(source, keepBackslashes));
  }

  /** Escapes in conditions are those of a block tag. */
  Parsed condition(Value.Str str) {
    Source source = Source.of(str);
    return get(
        Form.CONDITION,
        source,
        TemplateOptions.INLINE,
        () -> TemplateParser.expression(source, false));
  }

  Parsed file(TemplateSource template, TemplateOptions options) {
    Source source = Source.of(template);
    return get(Form.FILE, source, options, () -> Headers.parse(source, options));
  }

  private Parsed get(Form form, Source source, TemplateOptions options, Supplier<Parsed> parse) {
    if (source.text().reveal().length() > MAX_TEXT) {
      return parse.get();
    }
    Key key = new Key(form, source.text(), source.origin(), options);
    Parsed known = parsed.get(key);
    if (known == null) {
      known = parse.get();
      parsed.put(key, known);
    }
    return known;
  }
}
