package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.lang.YamlReader;
import dev.provision.value.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Values for options that were not given: from {@code PROVISION_…} variables, else from {@code
 * provision.yml} in the working folder or in {@code playbooks/}. Each long option that is listed
 * here has a setting of its name, with underscores.
 */
final class Settings {

  static final String FILE = "provision.yml";

  /**
   * The options that may be set so. Those that choose what to do for once (tags, limit, yes) may
   * not.
   */
  static final List<String> NAMES =
      List.of(
          "inventory",
          "forks",
          "user",
          "private_key",
          "timeout",
          "connection",
          "become_method",
          "become_user",
          "vault_password_file",
          "vault_id",
          "host_key_checking",
          "transport",
          "output",
          "diff",
          "report",
          "state");

  private final Map<String, String> environment;
  private Value.@Nullable Dict file;

  Settings(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * A setting and where it comes from.
   *
   * @param origin {@code provision.yml:3:1}, {@code PROVISION_FORKS}
   */
  record Setting(String name, String value, String origin) {}

  Optional<Setting> find(String name) {
    String variable = "PROVISION_" + name.toUpperCase(Locale.ROOT);
    String value = environment.get(variable);
    if (value != null) {
      return Optional.of(new Setting(name, value, variable));
    }
    return file().get(name).map(v -> new Setting(name, text(v), v.origin().toString()));
  }

  IDefaultValueProvider asDefaults() {
    return this::defaultOf;
  }

  private @Nullable String defaultOf(ArgSpec argument) {
    if (!argument.isOption()) {
      return null;
    }
    String name = ((OptionSpec) argument).longestName().replaceFirst("^--", "").replace('-', '_');
    return NAMES.contains(name) ? find(name).map(Setting::value).orElse(null) : null;
  }

  private static String text(Value value) {
    if (value instanceof Value.Seq list) {
      return list.items().stream().map(Value::toString).collect(Collectors.joining(","));
    }
    return value.toString();
  }

  private Value.Dict file() {
    Value.Dict known = file;
    if (known == null) {
      known = read();
      file = known;
    }
    return known;
  }

  private static Value.Dict read() {
    for (Path candidate : List.of(Path.of(FILE), Path.of("playbooks", FILE))) {
      if (Files.isRegularFile(candidate)) {
        return read(candidate);
      }
    }
    return Value.dict(Map.of());
  }

  private static Value.Dict read(Path path) {
    Problems problems = new Problems();
    Optional<Value> value = new YamlReader(problems).read(path);
    problems.sorted().stream()
        .filter(dev.provision.diag.Problem::isError)
        .findFirst()
        .ifPresent(
            problem -> {
              throw new ProvisionException(problem);
            });
    if (value.isEmpty() || value.get() instanceof Value.Null) {
      return Value.dict(Map.of());
    }
    if (!(value.get() instanceof Value.Dict settings)) {
      throw new ProvisionException(
          ErrorCode.INVALID_YAML,
          Position.ofFile(path.toString()),
          "Settings are a mapping of names to values.");
    }
    settings.entries().keySet().forEach(key -> check(key));
    return settings;
  }

  private static void check(Value key) {
    if (!NAMES.contains(key.toString())) {
      String hint = Suggestions.didYouMean(key.toString(), NAMES).map(h -> " " + h).orElse("");
      throw new ProvisionException(
          ErrorCode.UNKNOWN_KEYWORD, key.origin(), "There is no setting \"" + key + "\"." + hint);
    }
  }
}
