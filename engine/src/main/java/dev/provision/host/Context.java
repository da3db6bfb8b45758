package dev.provision.host;

import dev.provision.value.Text;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Under which conditions a frame runs. Frames are merged only where these are equal.
 *
 * @param become the account to act as; empty for the one that logged in
 * @param environment variables set on top of the session's; names are valid shell names
 * @param directory where to run; empty for the account's home
 */
public record Context(
    Optional<Become> become, Map<String, Text> environment, Optional<String> directory) {

  /** As the account that logged in, nothing added. */
  public static final Context LOGIN = new Context(Optional.empty(), Map.of(), Optional.empty());

  public Context {
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  public static Context as(Become become) {
    return new Context(Optional.of(become), Map.of(), Optional.empty());
  }

  public Context withDirectory(String newDirectory) {
    return new Context(become, environment, Optional.of(newDirectory));
  }

  public Context withEnvironment(Map<String, Text> newEnvironment) {
    return new Context(become, newEnvironment, directory);
  }
}
