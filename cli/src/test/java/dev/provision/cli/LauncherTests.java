package dev.provision.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher script, tried in small trees of its own: a program that prints its arguments, and a
 * {@code mvn} that writes down that it was called.
 */
class LauncherTests {
  private static final String PROGRAM =
      """
      package dev.provision.cli;
      public class Main {
        public static void main(String[] arguments) {
          System.out.println("ran " + String.join("|", arguments));
          System.exit(arguments.length > 0 && arguments[0].equals("fail") ? 7 : 0);
        }
      }
      """;

  private static final String ARCHIVE =
      "classes-" + System.getProperty("java.runtime.version") + ".jsa";

  @TempDir private Path folder;
  private Path home;
  private Path jar;

  @BeforeEach
  void putTheLauncherThere() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    Files.copy(LauncherRun.script(), home.resolve("provision"));
    jar = Files.createDirectory(folder.resolve("jar")).resolve("cli-1.jar");
    makeJar();
  }

  @Test
  void runsAnInstalledJarWithItsArgumentsAndExitCode() throws Exception {
    install();
    assertEquals(new LauncherRun(0, "ran a b|c\n", ""), run("a b", "c"));
    assertEquals(new LauncherRun(7, "ran fail\n", ""), run("fail"));
  }

  @Test
  void runsFromAnyFolderAndThroughALink() throws Exception {
    install();
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), home.resolve("provision"));
    Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("link"));
    LauncherRun run =
        LauncherRun.of(new ProcessBuilder(second.toString(), "x").directory(elsewhere.toFile()));
    assertEquals(new LauncherRun(0, "ran x\n", ""), run);
    assertTrue(Files.isSymbolicLink(link));
  }

  @Test
  void keepsAnArchiveOfItsClasses() throws Exception {
    install();
    Files.delete(archive());
    run("x");
    assertTrue(Files.size(archive()) > 1_000_000);
  }

  @Test
  void runsWithoutAnArchiveWhereItIsSpoilt() throws Exception {
    install();
    Files.writeString(archive(), "this is no archive");
    assertEquals(new LauncherRun(0, "ran x\n", ""), run("x"));
  }

  @Test
  void makesTheArchiveAnewForOtherJars() throws Exception {
    install();
    Instant built = Files.getLastModifiedTime(home.resolve("lib/cli-1.jar")).toInstant();
    Files.setLastModifiedTime(archive(), FileTime.from(built.minusSeconds(60)));
    run("x");
    assertTrue(Files.size(archive()) > 1_000_000);
  }

  @Test
  void saysWhereJarsAreMissing() throws Exception {
    Files.createDirectory(home.resolve("lib"));
    LauncherRun run = run();
    assertEquals(1, run.exit());
    assertTrue(run.stderr().contains("no cli-*.jar in " + home.resolve("lib")), run::stderr);
  }

  @Test
  void buildsACloneOnceAndAgainWhenItsSourcesAreNewer() throws Exception {
    makeClone("exit 0");
    LauncherRun first = run("x");
    assertEquals("ran x\n", first.stdout());
    assertTrue(first.stderr().contains("building"), first::stderr);
    assertEquals(new LauncherRun(0, "ran x\n", ""), run("x"));

    Path source = home.resolve("engine/src/main/Some.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));
    assertTrue(run("x").stderr().contains("building"));
    assertEquals(2, Files.readAllLines(folder.resolve("builds")).size());
  }

  @Test
  void buildsACloneAgainWhenASourceIsGone() throws Exception {
    makeClone("exit 0");
    run("x");
    Path source = home.resolve("engine/src/main/Some.java");
    Files.delete(source);
    Files.setLastModifiedTime(source.getParent(), FileTime.from(Instant.now().plusSeconds(2)));
    assertTrue(run("x").stderr().contains("building"));
  }

  @Test
  void showsTheBuildsWordsWhenItFails() throws Exception {
    makeClone("echo '[ERROR] Some.java:[3,1] no such thing'; exit 1");
    LauncherRun run = run("x");
    assertEquals(1, run.exit());
    assertEquals("", run.stdout());
    assertTrue(run.stderr().contains("Some.java:[3,1] no such thing"), run::stderr);
    assertEquals(1, Files.readAllLines(folder.resolve("builds")).size());
  }

  @Test
  void triesABuildAgainAfterADownloadThatBrokeOff() throws Exception {
    makeClone("[ $(wc -l <BUILDS) -ge 2 ] || { echo 'Could not transfer artifact'; exit 1; }");
    assertEquals("ran x\n", run("x").stdout());
    assertEquals(2, Files.readAllLines(folder.resolve("builds")).size());
  }

  /** With an archive that is of no use, since making one takes a second. */
  private void install() throws IOException {
    Files.copy(jar, Files.createDirectory(home.resolve("lib")).resolve("cli-1.jar"));
    Files.createFile(archive());
  }

  /**
   * A tree that looks like the project, and a mvn that puts the jar there before it does what
   * {@code then} says.
   */
  private void makeClone(String then) throws IOException {
    Files.writeString(home.resolve("pom.xml"), "");
    for (String module : List.of("engine", "verify", "lab", "cli")) {
      Path sources = Files.createDirectories(home.resolve(module).resolve("src/main"));
      Files.writeString(sources.resolve("Some.java"), "");
      Files.writeString(home.resolve(module).resolve("pom.xml"), "");
    }
    Path builds = folder.resolve("builds");
    Path mvn = Files.createDirectory(folder.resolve("bin")).resolve("mvn");
    Files.writeString(
        mvn,
        "#!/bin/sh\necho built >>BUILDS\nmkdir -p cli/target/lib\ncp JAR cli/target/lib/\n>cli/target/lib/ARCHIVE\n"
                .replace("BUILDS", builds.toString())
                .replace("JAR", jar.toString())
                .replace("ARCHIVE", ARCHIVE)
            + then.replace("BUILDS", builds.toString())
            + "\n");
    Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path archive() {
    return home.resolve("lib").resolve(ARCHIVE);
  }

  private LauncherRun run(String... arguments) throws Exception {
    ProcessBuilder builder = LauncherRun.command(home.resolve("provision"), arguments);
    builder
        .environment()
        .merge("PATH", folder.resolve("bin").toString(), (path, own) -> own + ":" + path);
    return LauncherRun.of(builder);
  }

  private void makeJar() throws IOException {
    Path source = Files.writeString(folder.resolve("Main.java"), PROGRAM);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "--release", "17", "-d", folder.toString(), source.toString());
    assertEquals(0, failed);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.putNextEntry(new JarEntry("dev/provision/cli/Main.class"));
      out.write(Files.readAllBytes(folder.resolve("dev/provision/cli/Main.class")));
      out.closeEntry();
    }
  }
}
