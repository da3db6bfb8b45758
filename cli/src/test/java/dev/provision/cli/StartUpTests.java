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
  private static final double LIMIT_SECONDS = 0.30;

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
   * On a quiet machine. On a busy one everything takes longer, Java's own version too, which is the
   * yardstick then.
   */
  @Test
  void printsTheVersionInLessThanAThirdOfASecond() throws Exception {
    double[] ours = new double[RUNS];
    double[] bare = new double[RUNS];
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    for (int i = 0; i < RUNS; i++) {
      ours[i] = seconds(LauncherRun.command(script, "--version"));
      bare[i] = seconds(LauncherRun.command(java, "-version"));
    }
    Arrays.sort(ours);
    Arrays.sort(bare);
    System.out.printf(
        "provision --version: best %.3f s, median %.3f s; java -version: best %.3f s%n",
        ours[0], ours[RUNS / 2], bare[0]);
    double limit = Math.max(LIMIT_SECONDS, 6 * bare[0]);
    assertTrue(ours[0] < limit, () -> ours[0] + " s of " + limit + " s");
  }

  private static double seconds(ProcessBuilder command) throws Exception {
    long start = System.nanoTime();
    assertEquals(0, LauncherRun.of(command).exit());
    return (System.nanoTime() - start) / 1e9;
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
