package dev.provision.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How fast the packaged program starts. Runs after packaging, on the real jars. */
@Tag("packaged")
class StartUpTests {
  private static final int RUNS = 15;

  @TempDir private Path folder;
  private Path script;

  /** An installation of its own, so that nobody's build gets in between. */
  @BeforeEach
  void install() throws Exception {
    script = Files.copy(LauncherRun.script(), folder.resolve("provision"));
    Path lib = Files.createDirectory(folder.resolve("lib"));
    try (Stream<Path> jars = Files.list(Path.of("target", "lib"))) {
      for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
        Files.copy(jar, lib.resolve(jar.getFileName()));
      }
    }
    assertEquals(0, version().exit());
  }

  /**
   * A time is worth something only beside another one of the same minute; the figure is printed.
   */
  @Test
  void startsFasterThanWithoutTheArchive() throws Exception {
    double[] with = new double[RUNS];
    double[] without = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      with[i] = seconds("");
      without[i] = seconds("-Xshare:off");
    }
    Arrays.sort(with);
    Arrays.sort(without);
    System.out.printf(
        "provision --version: best %.3f s, median %.3f s; without the archive best %.3f s%n",
        with[0], with[RUNS / 2], without[0]);
    assertTrue(with[0] < without[0], () -> with[0] + " s, and without " + without[0] + " s");
  }

  /** By the clock, the whole process. */
  private double seconds(String javaOptions) throws IOException, InterruptedException {
    String script = "TIMEFORMAT='%R'; time \"$0\" --version >/dev/null";
    ProcessBuilder builder =
        LauncherRun.command(Path.of("bash"), "-c", script, this.script.toString());
    builder.environment().put("PROVISION_JAVA_OPTIONS", javaOptions);
    LauncherRun run = LauncherRun.with(builder);
    assertEquals(0, run.exit());
    return Double.parseDouble(run.stderr().strip());
  }

  @Test
  void takesItsClassesFromTheArchive() throws Exception {
    List<String> loaded = loadedClasses();
    long shared =
        loaded.stream().filter(line -> line.contains("source: shared objects file")).count();
    assertTrue(shared >= 0.95 * loaded.size(), () -> shared + " of " + loaded.size());
  }

  @Test
  void loadsNothingHeavyToPrintItsVersion() throws Exception {
    List<String> heavy =
        List.of(
            " com.hubspot.", " net.schmizz.", " org.bouncycastle.", " org.yaml.", " com.mysql.");
    for (String line : loadedClasses()) {
      assertTrue(heavy.stream().noneMatch(line::contains), line);
    }
  }

  private LauncherRun version() throws IOException, InterruptedException {
    return LauncherRun.of(LauncherRun.command(script, "--version"));
  }

  private List<String> loadedClasses() throws IOException, InterruptedException {
    Path log = folder.resolve("classes.log");
    ProcessBuilder builder = LauncherRun.command(script, "--version");
    builder.environment().put("PROVISION_JAVA_OPTIONS", "-Xlog:class+load:file=" + log);
    assertEquals(0, LauncherRun.with(builder).exit());
    return Files.readAllLines(log);
  }
}
