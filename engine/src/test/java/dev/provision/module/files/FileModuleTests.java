package dev.provision.module.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.module.Kit;
import dev.provision.module.ModuleLaws;
import dev.provision.module.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "file";
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "makes a folder",
            w -> {},
            "file: {path: $T/d, state: directory, mode: \"0750\"}",
            "[ -d $T/d ] && [ \"$(stat -c %a $T/d)\" = 750 ]",
            1),
        Case.of(
            "makes folders above too, with the same mode",
            w -> {},
            "file: {path: $T/a/b/c, state: directory, mode: \"0710\"}",
            "[ \"$(stat -c %a $T/a)\" = 710 ] && [ \"$(stat -c %a $T/a/b/c)\" = 710 ]",
            1),
        Case.of(
            "clears a folder's setgid bit where the mode says so",
            w -> w.folder(w.folder() + "/d", 02755),
            "file: {path: $T/d, state: directory, mode: \"0755\"}",
            "[ \"$(stat -c %a $T/d)\" = 755 ]",
            1),
        Case.of(
            "sets a mode by changes",
            w -> w.file(w.folder() + "/f", "x", 0640),
            "file: {path: $T/f, mode: \"g+w,o=r\"}",
            "[ \"$(stat -c %a $T/f)\" = 664 ]",
            1),
        Case.of(
            "removes a file",
            w -> w.file(w.folder() + "/f", "x", 0640),
            "file: {path: $T/f, state: absent}",
            "[ ! -e $T/f ]",
            1),
        Case.of(
            "removes a folder with all that is in it",
            w -> w.file(w.folder() + "/d/e/f", "x", 0640),
            "file: {path: $T/d, state: absent}",
            "[ ! -e $T/d ]",
            1),
        Case.of(
            "removes a link and not what it leads to",
            w -> {
              w.file(w.folder() + "/d/f", "x", 0640);
              w.link(w.folder() + "/l", "d");
            },
            "file: {path: $T/l, state: absent}",
            "[ ! -L $T/l ] && [ -f $T/d/f ]",
            1),
        Case.of(
            "leaves alone what is absent already",
            w -> {},
            "file: {path: $T/no/f, state: absent}",
            "[ ! -e $T/no ]",
            0),
        Case.of(
            "makes a link",
            w -> w.file(w.folder() + "/f", "x", 0640),
            "file: {src: f, dest: $T/l, state: link}",
            "[ \"$(readlink $T/l)\" = f ]",
            1),
        Case.of(
            "changes a link that leads to a folder",
            w -> {
              w.folder(w.folder() + "/a", 0755);
              w.folder(w.folder() + "/b", 0755);
              w.link(w.folder() + "/l", w.folder() + "/a");
            },
            "file: {src: $T/b, dest: $T/l, state: link}",
            "[ \"$(readlink $T/l)\" = $T/b ] && [ -z \"$(ls -A $T/a)$(ls -A $T/b)\" ]",
            1),
        Case.of(
            "makes a link to nothing and in place of a file by force",
            w -> w.file(w.folder() + "/l", "x", 0640),
            "file: {src: nowhere, dest: $T/l, state: link, force: true}",
            "[ \"$(readlink $T/l)\" = nowhere ]",
            1),
        Case.of(
            "makes a hard link",
            w -> w.file(w.folder() + "/f", "x", 0640),
            "file: {src: $T/f, dest: $T/h, state: hard}",
            "[ $T/f -ef $T/h ] && [ \"$(ls $T | wc -l)\" -eq 2 ]",
            1),
        Case.of(
            "makes an empty file",
            w -> {},
            "file: {path: $T/f, state: touch, mode: \"0600\", access_time: preserve,"
                + " modification_time: preserve}",
            "[ -f $T/f ] && [ ! -s $T/f ] && [ \"$(stat -c %a $T/f)\" = 600 ]",
            1),
        Case.of(
            "gives all that is below the same mode, folders theirs",
            w -> {
              w.file(w.folder() + "/d/f", "x", 0600);
              w.file(w.folder() + "/d/right", "x", 0644);
              w.file(w.folder() + "/d/e/run", "x", 0700);
              w.folder(w.folder() + "/d/e", 0700);
              w.link(w.folder() + "/d/l", "nowhere");
              w.folder(w.folder() + "/d", 0755);
            },
            "file: {path: $T/d, state: directory, recurse: true, mode: \"u=rwX,go=rX\"}",
            "[ \"$(stat -c %a $T/d/f)\" = 644 ] && [ \"$(stat -c %a $T/d/e)\" = 755 ]"
                + " && [ \"$(stat -c %a $T/d/e/run)\" = 755 ]",
            1),
        Case.of(
            "changes what a link leads to",
            w -> {
              w.file(w.folder() + "/f", "x", 0600);
              w.link(w.folder() + "/l", "f");
            },
            "file: {path: $T/l, mode: \"0644\"}",
            "[ -L $T/l ] && [ \"$(stat -c %a $T/f)\" = 644 ]",
            1));
  }

  @Test
  void refusesToMakeAFolderOfAFile() {
    World.OfModel world = new World.OfModel();
    world.file("/t/f", "x", 0644);
    assertEquals(
        "/t/f already exists as a file.",
        Kit.refusal(world, "file: {path: $T/f, state: directory}"));
  }

  @Test
  void refusesAttributesOfWhatIsNotThere() {
    assertTrue(
        Kit.refusal(new World.OfModel(), "file: {path: $T/f, mode: \"0644\"}")
            .startsWith("/t/f does not exist."));
  }

  @Test
  void refusesALinkInPlaceOfAFile() {
    World.OfModel world = new World.OfModel();
    world.file("/t/f", "x", 0644);
    world.file("/t/l", "x", 0644);
    assertEquals(
        "A file is in the way at /t/l. To replace it, add \"force: true\".",
        Kit.refusal(world, "file: {path: $T/l, src: f, state: link}"));
  }

  @Test
  void touchingAFileThatIsThereIsAChangeEachTime() {
    World.OfModel world = new World.OfModel();
    world.file("/t/f", "x", 0644);
    Kit.StateRun run = Kit.run(world, "file: {path: $T/f, state: touch}");
    assertEquals(List.of("touch /t/f"), run.words());
    assertTrue(run.changed());
  }

  @Test
  void diagnosesADecimalMode() {
    assertEquals(
        "The argument \"mode\" is the decimal number 644, which as a mode means 1204."
            + " Write it in quotes: \"0644\".",
        Kit.problems("file: {path: /f, mode: 644}").get(0).detail());
    assertEquals(List.of(), Kit.problems("file: {path: /f, mode: 0644}"));
  }

  @Test
  void neverRemovesTheRootFolder() {
    assertEquals(
        "The root folder is not removed.",
        Kit.problems("file: {path: /x/../, state: absent}").get(0).detail());
  }
}
