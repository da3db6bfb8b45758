package dev.provision.module.system;

import dev.provision.host.sysctl.SysctlKey;
import dev.provision.host.sysctl.SysctlValue;
import dev.provision.value.Value;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One setting of a profile.
 *
 * @param value its words; a word {@code keep} stands for the live one at that place
 * @param atLeast whether a live value that is greater in every word is left alone
 * @param unlessCongestionControl left alone where this algorithm is in force; empty for never
 * @param reason why, for the reader of a plan and of the file
 * @param source where that is known from; may be empty
 * @param verifiedBy how one sees that it is in effect; may be empty
 */
public record SysctlSetting(
    SysctlKey key,
    String value,
    boolean atLeast,
    String unlessCongestionControl,
    String reason,
    String source,
    String verifiedBy) {

  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "value",
          "at_least",
          "unless_congestion_control",
          "reason",
          "source",
          "verified_by");

  /**
   * @throws IllegalArgumentException in words that go on after "The argument settings"
   */
  public static SysctlSetting fromValue(Value value) {
    if (!(value instanceof Value.Dict fields)) {
      throw new IllegalArgumentException(
          "must be a list of mappings with name, value and reason, not \"" + value + "\".");
    }
    fields.entries().keySet().stream()
        .map(Value::toString)
        .filter(name -> !FIELDS.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new IllegalArgumentException(
                  "has a setting with the unknown field \""
                      + name
                      + "\". Known are "
                      + FIELDS.stream().sorted().collect(Collectors.joining(", "))
                      + ".");
            });
    SysctlKey key = SysctlKey.fromValue(fields.get("name").orElse(Value.NULL));
    return new SysctlSetting(
        key,
        words(fields.get("value").orElse(Value.NULL), key),
        fields.get("at_least").map(SysctlSetting::flag).orElse(false),
        text(fields, "unless_congestion_control"),
        text(fields, "reason"),
        text(fields, "source"),
        text(fields, "verified_by"));
  }

  private static String words(Value value, SysctlKey key) {
    if (value instanceof Value.Bool bool) {
      return bool.value() ? "1" : "0";
    }
    if (value instanceof Value.Seq list) {
      return list.items().stream().map(item -> words(item, key)).collect(Collectors.joining(" "));
    }
    String words = value instanceof Value.Null ? "" : SysctlValue.normal(value.toString());
    if (words.isEmpty() || value instanceof Value.Dict) {
      throw new IllegalArgumentException("has no value for " + key + ".");
    }
    return words;
  }

  private static boolean flag(Value value) {
    return value instanceof Value.Bool bool
        ? bool.value()
        : List.of("yes", "true", "on", "1").contains(value.toString().toLowerCase(Locale.ROOT));
  }

  /** In one line: it goes into comments. */
  private static String text(Value.Dict fields, String name) {
    return fields.get(name).map(v -> SysctlValue.normal(v.toString())).orElse("");
  }

  /** The words wanted where {@code live} is in force. */
  String wanted(String live) {
    String[] now = live.split(" ", -1);
    String[] words = value.split(" ", -1);
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("keep") && i < now.length) {
        words[i] = now[i];
      }
    }
    return String.join(" ", words);
  }

  /** Why {@code live} is left as it is; nothing where it is not. */
  Optional<String> leftAlone(String live, String congestionControl) {
    if (!unlessCongestionControl.isEmpty() && unlessCongestionControl.equals(congestionControl)) {
      return Optional.of("no effect under " + congestionControl);
    }
    boolean isBetter = atLeast && !live.equals(wanted(live)) && isAtLeast(live, wanted(live));
    return isBetter ? Optional.of(live + " is more than " + wanted(live)) : Optional.empty();
  }

  private static boolean isAtLeast(String live, String wanted) {
    String[] now = live.split(" ", -1);
    String[] words = wanted.split(" ", -1);
    if (now.length != words.length) {
      return false;
    }
    for (int i = 0; i < now.length; i++) {
      if (!now[i].matches("[0-9]{1,18}")
          || !words[i].matches("[0-9]{1,18}")
          || Long.parseLong(now[i]) < Long.parseLong(words[i])) {
        return false;
      }
    }
    return true;
  }
}
