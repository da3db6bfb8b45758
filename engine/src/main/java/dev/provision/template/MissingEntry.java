package dev.provision.template;

import dev.provision.value.Value;
import java.util.List;

/**
 * An attribute or element that was not found.
 *
 * @param containerPath how the container was written; empty where that would be long
 * @param item whether brackets were used, not a dot
 */
record MissingEntry(Value container, Value key, String containerPath, boolean item) {

  String path() {
    if (containerPath.isEmpty()) {
      return "";
    }
    return item
        ? containerPath + "[" + Printing.repr(key).shown() + "]"
        : containerPath + "." + Printing.str(key).shown();
  }

  String detail() {
    String type = Messages.aType(container);
    String owner = containerPath.isEmpty() ? type : "\"" + containerPath + "\", which is " + type;
    return "There is no " + what() + " in " + owner + "." + suggestion();
  }

  private String what() {
    return Numbers.whole(key).isPresent() && !(container instanceof Value.Dict)
        ? "element " + Printing.str(key).shown()
        : "\"" + Printing.str(key).shown() + "\"";
  }

  private String suggestion() {
    return Messages.didYouMean(Printing.str(key).shown(), keys());
  }

  private List<String> keys() {
    Value inside = container instanceof Unrendered lazy ? lazy.raw() : container;
    if (inside instanceof LazyDict lazy) {
      return lazy.keys();
    }
    if (inside instanceof Value.Dict dict) {
      return dict.entries().keySet().stream().map(key -> Printing.str(key).shown()).toList();
    }
    return List.of();
  }
}
