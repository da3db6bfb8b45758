package dev.provision.value;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Text that is known, or a secret that is fetched when first needed and then kept. Safe for use by
 * many threads.
 */
final class LazyText {

  private final @Nullable Supplier<String> secret;
  private volatile @Nullable Text text;

  LazyText(Supplier<String> secret) {
    this.secret = secret;
  }

  private LazyText(Text text) {
    this.secret = null;
    this.text = text;
  }

  static LazyText known(Text text) {
    return new LazyText(text);
  }

  Text get() {
    Text now = text;
    if (now == null && secret != null) {
      // Two threads may both fetch it; the answer is the same.
      now = Text.secret(secret.get());
      text = now;
    }
    return now == null ? Text.plain("") : now;
  }

  /** Whether it is a secret that had or has to be fetched. */
  boolean isFetched() {
    return secret != null;
  }

  boolean isSealed() {
    return text == null;
  }

  /** Known without fetching it. */
  boolean isSecret() {
    Text now = text;
    return now == null || now.hasSecret();
  }

  /** For views: does not fetch it. */
  String shown() {
    Text now = text;
    return now == null ? Text.MASK : now.shown();
  }
}
