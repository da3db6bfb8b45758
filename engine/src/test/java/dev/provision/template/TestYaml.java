package dev.provision.template;

import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.YamlReader;
import dev.provision.lang.YamlStyle;
import dev.provision.lang.YamlWriter;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@link YamlText} by the reader and writer of {@code lang}. */
final class TestYaml implements YamlText {

  @Override
  public Value read(Text text) {
    Problems problems = new Problems();
    return result(new YamlReader(problems).read(text.reveal(), "text"), problems);
  }

  @Override
  public Value readAll(Text text) {
    Problems problems = new Problems();
    Optional<List<Value>> all = new YamlReader(problems).readAll(text.reveal(), "text");
    return result(all.map(Value::list), problems);
  }

  private static Value result(Optional<? extends Value> read, Problems problems) {
    if (read.isEmpty()) {
      throw new ProvisionException(problems.sorted().get(0));
    }
    return read.get();
  }

  @Override
  public Text write(Value value, boolean nice, Map<String, Value> options) {
    YamlStyle style = nice ? YamlStyle.NICE : YamlStyle.COMPACT;
    for (Map.Entry<String, Value> option : options.entrySet()) {
      style = with(style, option.getKey(), option.getValue());
    }
    return new YamlWriter(style).write(value);
  }

  private static YamlStyle with(YamlStyle style, String name, Value value) {
    return switch (name) {
      case "indent" -> style.withIndent(((Value.Int) value).value().intValue());
      case "width" -> style.withWidth(((Value.Int) value).value().intValue());
      case "sort_keys" -> style.withSortKeys(value.isTruthy());
      case "default_flow_style" ->
          style.withFlow(value.isTruthy() ? YamlStyle.Flow.FLOW : YamlStyle.Flow.BLOCK);
      case "allow_unicode" -> style.withAllowUnicode(value.isTruthy());
      default -> style;
    };
  }
}
