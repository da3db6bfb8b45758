package dev.provision.module.files;

import dev.provision.module.ModuleLaws;
import java.util.List;

class BlockInFileModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "blockinfile";
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "adds a block",
            w -> w.file(w.folder() + "/f", "a\n", 0600),
            "blockinfile: {path: $T/f, block: x, marker: '; {mark} m'}",
            "[ \"$(cat $T/f)\" = 'a\n; BEGIN m\nx\n; END m' ]",
            1),
        Case.of(
            "removes a block",
            w -> w.file(w.folder() + "/f", "; BEGIN m\nx\n; END m\nb\n", 0644),
            "blockinfile: {path: $T/f, state: absent, marker: '; {mark} m'}",
            "[ \"$(cat $T/f)\" = b ]",
            1),
        Case.of(
            "leaves a right block alone",
            w -> w.file(w.folder() + "/f", "; BEGIN m\nx\n; END m\nb\n", 0644),
            "blockinfile: {path: $T/f, block: x, marker: '; {mark} m'}",
            "true",
            0));
  }
}
