package dev.provision.lang;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The texts of the files that were read, by the name that positions hold, so that a problem can
 * show its line. Files that were encrypted are left out. Safe for use by many threads.
 */
public final class Sources {

  private final Map<String, String> texts = new ConcurrentHashMap<>();

  public void remember(String file, String text) {
    texts.put(file, text);
  }

  /** The lines of a file, or nothing where it was not read or must not be shown. */
  public Optional<List<String>> lines(String file) {
    return Optional.ofNullable(texts.get(file)).map(text -> text.lines().toList());
  }
}
