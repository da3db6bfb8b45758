package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.lang.YamlReader;
import dev.provision.value.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds lab descriptions: files of the user's, or those that come with this program. */
public final class LabShapes {

  /** The names of the descriptions that come with this program. */
  public static final List<String> BUNDLED = List.of("default", "second");

  private LabShapes() {}

  /** The lab that {@code provision lab up} starts. */
  public static LabSpec defaultLab() {
    Problems problems = new Problems();
    return read("default", problems)
        .orElseThrow(() -> new IllegalStateException("The default lab: " + problems.sorted()));
  }

  /**
   * Reads a description.
   *
   * @param nameOrFile one of {@link #BUNDLED}, or a file
   * @param problems hears what is wrong, each with its place
   * @return empty where there was an error
   */
  public static Optional<LabSpec> read(String nameOrFile, Problems problems) {
    Path file = Path.of(nameOrFile);
    if (Files.exists(file)) {
      return new YamlReader(problems).read(file).flatMap(new LabReader(problems)::read);
    }
    if (BUNDLED.contains(nameOrFile)) {
      String path = "shapes/" + nameOrFile + ".yml";
      return parse(Resources.text(path), path, problems);
    }
    problems.error(
        ErrorCode.UNKNOWN_LAB,
        Position.NONE,
        "There is neither a file nor a lab \""
            + nameOrFile
            + "\". "
            + Suggestions.didYouMean(nameOrFile, BUNDLED)
                .orElseGet(() -> "Known are " + String.join(", ", BUNDLED) + "."));
    return Optional.empty();
  }

  /**
   * Reads a description from a text.
   *
   * @param file what positions call it
   */
  public static Optional<LabSpec> parse(String text, String file, Problems problems) {
    Optional<Value> value = new YamlReader(problems).read(text, file);
    return value.flatMap(new LabReader(problems)::read);
  }
}
