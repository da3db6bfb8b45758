package dev.provision.module.files;

import dev.provision.module.ModuleLaws;
import java.util.List;

class TemplateModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "template";
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
                "puts what was rendered",
                w -> w.file(w.folder() + "/f", "old", 0600),
                "template: {dest: $T/f, src: t.j2, mode: \"0644\"}",
                "[ \"$(cat $T/f)\" = rendered ] && [ \"$(stat -c %a $T/f)\" = 644 ]",
                1)
            .withFile("t.j2", "rendered\n"),
        Case.of(
                "keeps the template's name in a folder",
                w -> w.folder(w.folder() + "/d", 0755),
                "template: {dest: $T/d, src: sub/t.j2}",
                "[ \"$(cat $T/d/t.j2)\" = rendered ]",
                1)
            .withFile("sub/t.j2", "rendered\n"));
  }
}
