package dev.provision.module.files;

import dev.provision.module.ModuleLaws;
import java.util.List;

class CopyModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "copy";
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "makes a missing file",
            w -> {},
            "copy: {dest: $T/new, content: \"a b\\n\"}",
            "[ \"$(cat $T/new)\" = 'a b' ] && [ \"$(stat -c %a $T/new)\" = 644 ]",
            1),
        Case.of(
            "replaces content and keeps the mode",
            w -> w.file(w.folder() + "/f", "old", 0600),
            "copy: {dest: $T/f, content: new}",
            "[ \"$(cat $T/f)\" = new ] && [ \"$(stat -c %a $T/f)\" = 600 ]",
            1),
        Case.of(
            "sets the mode alone",
            w -> w.file(w.folder() + "/f", "same", 0600),
            "copy: {dest: $T/f, content: same, mode: \"u=rwx,g=rx,o=\"}",
            "[ \"$(cat $T/f)\" = same ] && [ \"$(stat -c %a $T/f)\" = 750 ]",
            1),
        Case.of(
            "leaves a right file alone",
            w -> w.file(w.folder() + "/f", "same", 0640),
            "copy: {dest: $T/f, content: same, mode: \"0640\"}",
            "[ \"$(cat $T/f)\" = same ]",
            0),
        Case.of(
            "makes a link a file",
            w -> {
              w.file(w.folder() + "/f", "old", 0600);
              w.link(w.folder() + "/l", "f");
            },
            "copy: {dest: $T/l, content: new}",
            "[ ! -L $T/l ] && [ \"$(cat $T/l)\" = new ] && [ \"$(cat $T/f)\" = old ]",
            1),
        Case.of(
            "writes through a link",
            w -> {
              w.file(w.folder() + "/d/f", "old", 0600);
              w.link(w.folder() + "/l", "d/f");
            },
            "copy: {dest: $T/l, content: new, follow: true}",
            "[ -L $T/l ] && [ \"$(cat $T/d/f)\" = new ] && [ \"$(stat -c %a $T/d/f)\" = 600 ]",
            1),
        Case.of(
                "puts a file into a folder",
                w -> w.folder(w.folder() + "/d", 0755),
                "copy: {dest: $T/d, src: some/name.txt}",
                "[ \"$(cat $T/d/name.txt)\" = text ]",
                1)
            .withFile("some/name.txt", "text"),
        Case.of(
                "makes the folder that a slash asks for",
                w -> {},
                "copy: {dest: $T/d/e/, src: name.txt}",
                "[ \"$(cat $T/d/e/name.txt)\" = text ]",
                2)
            .withFile("name.txt", "text"),
        Case.of(
            "takes a file of the host",
            w -> w.file(w.folder() + "/from", "text", 0644),
            "copy: {dest: $T/to, src: $T/from, remote_src: true}",
            "[ \"$(cat $T/to)\" = text ]",
            1),
        Case.of(
            "keeps the old file as a backup",
            w -> w.file(w.folder() + "/f", "old", 0644),
            "copy: {dest: $T/f, content: new, backup: true}",
            "[ \"$(cat $T/f)\" = new ] && [ \"$(cat $T/f.*~)\" = old ]",
            1),
        Case.of(
            "asks a command whether the new file is right",
            w -> {},
            "copy: {dest: $T/f, content: new, validate: 'grep -q \"ne[w]\" %s'}",
            "[ \"$(cat $T/f)\" = new ]",
            1),
        Case.of(
            "makes only missing files without force",
            w -> w.file(w.folder() + "/f", "old", 0644),
            "copy: {dest: $T/f, content: new, force: false}",
            "[ \"$(cat $T/f)\" = old ]",
            0),
        Case.of(
            "takes odd names and bytes",
            w -> {},
            "copy: {dest: \"$T/a 'b' $c\\\"d\", content: \"ü\\t'\\\"$x`y`\\\\n\"}",
            "[ -f \"$T/a 'b' \\$c\\\"d\" ]",
            1));
  }
}
