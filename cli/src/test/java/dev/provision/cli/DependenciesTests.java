package dev.provision.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * docs/dependencies.md names each library that the poms name, and each jar that is packaged, and no
 * other.
 */
class DependenciesTests {
  private static final Path ROOT = Path.of("..");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<(?:dependency|path)>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");
  private static final Pattern ROW = Pattern.compile("^\\| ([^|]+) \\|.*\\|$", Pattern.MULTILINE);
  private static final Pattern JAR =
      Pattern.compile("(.+?)-\\d[^-]*(?:-(?:jre|GA|SNAPSHOT|empty-.*))?\\.jar");

  @Test
  void namesWhatThePomsName() throws IOException {
    Set<String> poms = new TreeSet<>();
    for (String module : List.of(".", "lab/testbed", "engine", "verify", "lab", "cli")) {
      Matcher dependency =
          DEPENDENCY.matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
      while (dependency.find()) {
        if (!dependency.group(1).equals("dev.provision")) {
          poms.add(dependency.group(2));
        }
      }
    }
    Set<String> rows = rows("Chosen");
    rows.addAll(rows("For tests and the build only"));
    assertEquals(poms, rows);
  }

  @Test
  @Tag("packaged")
  void namesWhatIsPackaged() throws IOException {
    Set<String> packaged = new TreeSet<>();
    for (String jar : classPath().split(" ")) {
      Matcher name = JAR.matcher(jar);
      assertEquals(true, name.matches(), jar);
      packaged.add(name.group(1));
    }
    packaged.removeAll(Set.of("engine", "verify", "lab"));
    Set<String> rows = rows("Chosen");
    rows.addAll(rows("Brought by others, and packaged"));
    rows.remove("jackson-bom"); // versions, no jar
    assertEquals(packaged, rows);
  }

  /** The jars that the program's own jar asks for. */
  private static String classPath() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target", "lib"))) {
      Path own =
          files
              .filter(file -> file.getFileName().toString().startsWith("cli-"))
              .findFirst()
              .orElseThrow();
      try (JarFile jar = new JarFile(own.toFile())) {
        return jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      }
    }
  }

  /** The names in the first column of the table under this heading. */
  private static Set<String> rows(String heading) throws IOException {
    String text = Files.readString(ROOT.resolve("docs").resolve("dependencies.md"));
    String section = text.split("## " + heading + "\n", 2)[1].split("\n## ", 2)[0];
    Set<String> names = new TreeSet<>();
    Matcher row = ROW.matcher(section);
    while (row.find()) {
      names.addAll(List.of(row.group(1).split(", ")));
    }
    names.removeAll(Set.of("artifact", "---"));
    return names;
  }
}
