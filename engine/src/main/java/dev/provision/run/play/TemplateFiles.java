package dev.provision.run.play;

import dev.provision.diag.Problem;
import dev.provision.lang.SearchPath;
import dev.provision.lang.VariableFiles;
import dev.provision.template.Scope;
import dev.provision.template.Templar;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;

/** Looks into template files without rendering them. */
public final class TemplateFiles {

  private final Templar templar;
  private final ControllerFiles files;

  public TemplateFiles(Templar templar, VariableFiles variables) {
    this.templar = templar;
    this.files = new ControllerFiles(templar, variables, new SearchPath(List.of()), Scope.EMPTY);
  }

  /**
   * What is wrong with a file.
   *
   * @param arguments of the template module
   */
  public List<Problem> check(Path file, Value.Dict arguments) {
    return templar.checkFile(files.source(file), ControllerFiles.options(arguments));
  }
}
