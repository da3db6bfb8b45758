package dev.provision.module.files;

import dev.provision.host.files.FileMode;
import dev.provision.value.Value;
import java.util.Optional;

/**
 * Permissions, or those of the source.
 *
 * @param mode empty for {@code preserve}
 */
public record CopyMode(Optional<FileMode> mode) {

  private static final String PRESERVE = "preserve";

  /**
   * @throws IllegalArgumentException in words that go on after "The argument mode"
   */
  public static CopyMode fromValue(Value value) {
    boolean isPreserve = value instanceof Value.Str str && str.reveal().equals(PRESERVE);
    return new CopyMode(isPreserve ? Optional.empty() : Optional.of(FileMode.fromValue(value)));
  }
}
