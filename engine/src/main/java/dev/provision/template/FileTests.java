package dev.provision.template;

import dev.provision.value.Value;
import java.util.List;

/** Tests about files of the controller. */
final class FileTests {

  private FileTests() {}

  static void register(Tests.Registry r) {
    kind(r, List.of("file", "is_file"), Controller.FileTest.FILE);
    kind(r, List.of("directory", "is_dir"), Controller.FileTest.DIRECTORY);
    kind(r, List.of("link", "is_link"), Controller.FileTest.LINK);
    kind(r, List.of("exists"), Controller.FileTest.EXISTS);
    kind(r, List.of("link_exists"), Controller.FileTest.LINK_EXISTS);
    kind(r, List.of("mount", "is_mount"), Controller.FileTest.MOUNT);
    r.add(List.of("abs", "is_abs"), "", (s, a, run) -> path(s).startsWith("/"));
    r.add(
        List.of("same_file", "is_same_file"),
        "other",
        (s, a, run) ->
            run.controller()
                .realPath(path(s))
                .equals(run.controller().realPath(path(a.value("other")))));
    r.add(
        "vaulted_file", "", (s, a, run) -> run.controller().is(path(s), Controller.FileTest.VAULT));
  }

  private static void kind(Tests.Registry r, List<String> names, Controller.FileTest test) {
    r.add(names, "", (s, a, run) -> run.controller().is(path(s), test));
  }

  private static String path(Value value) {
    return TextFilters.str(value).reveal();
  }
}
