package dev.provision.verify;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the checks: playbooks whose tasks only read, in {@code verify/checks/}. */
public final class CheckFiles {

  /** Where they are, below the project's folder. */
  public static final Path FOLDER = Path.of("verify", "checks");

  private CheckFiles() {}

  /**
   * All check files below {@code project}, by name.
   *
   * @throws ProvisionException FILE_NOT_FOUND where there is none
   */
  public static List<Path> in(Path project) {
    Path folder = project.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      throw new ProvisionException(
          ErrorCode.FILE_NOT_FOUND, "There is no folder \"" + folder + "\" with checks.");
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yml")).sorted().toList();
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE, "\"" + folder + "\" can't be read: " + e.getMessage());
    }
  }
}
