package dev.provision.module.files;

import dev.provision.module.ModuleLaws;
import java.util.List;

class ReplaceModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "replace";
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "replaces all finds",
            w -> w.file(w.folder() + "/f", "x=1\nx=2\n", 0600),
            "replace: {path: $T/f, regexp: '^x=', replace: 'y='}",
            "[ \"$(cat $T/f)\" = 'y=1\ny=2' ]",
            1),
        Case.of(
            "finds nothing",
            w -> w.file(w.folder() + "/f", "x=1\n", 0600),
            "replace: {path: $T/f, regexp: '^z=', replace: 'y='}",
            "true",
            0));
  }
}
