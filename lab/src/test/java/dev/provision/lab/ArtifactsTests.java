package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactsTests {

  @TempDir private Path folder;

  private ImageRecipe recipe(String machine) {
    LabSpec lab =
        LabShapes.parse("machines: {a: " + machine + "}", "lab.yml", new Problems()).orElseThrow();
    return ImageRecipe.of(lab, lab.machine("a"));
  }

  @Test
  void anImageIsNamedAfterWhatItIsMadeOf() {
    String plain = recipe("{}").name();
    assertEquals(plain, recipe("{memory: 1 GiB, cpus: 2, port: 99}").name());
    assertEquals(
        recipe("{packages: [htop, vim]}").name(), recipe("{packages: [vim, htop, vim]}").name());
    for (String other :
        List.of(
            "{packages: [htop]}",
            "{distribution: trixie}",
            "{kernel: full}",
            "{network: ifupdown}",
            "{database: mariadb}",
            "{disks: [{size: 9 GiB}]}")) {
      assertNotEquals(plain, recipe(other).name(), other);
    }
  }

  @Test
  void aChangeOfTheGuestsFilesMakesAnotherImage() {
    ImageRecipe recipe = recipe("{database: mysql-8.0.15}");
    assertTrue(recipe.guestFiles().containsKey("etc/systemd/system/mysql.service"));
    recipe.guestFiles().values().forEach(text -> assertTrue(recipe.text().contains(text)));
  }

  @Test
  void isMadeOnceEvenIfManyWantIt() {
    AtomicInteger made = new AtomicInteger();
    List<Path> found =
        Parallel.map(
            Collections.nCopies(8, "x"),
            name ->
                new Artifacts(folder)
                    .get(
                        name,
                        Progress.SILENT,
                        path -> Files.writeString(path.resolve("n"), "" + made.incrementAndGet())));
    assertEquals(1, made.get());
    assertEquals(1, found.stream().distinct().count());
    assertTrue(Files.exists(found.get(0).resolve("n")));
  }

  @Test
  void isNotThereWhenItsMakingFails() {
    Artifacts artifacts = new Artifacts(folder);
    assertThrows(
        ProvisionException.class,
        () ->
            artifacts.get(
                "x",
                Progress.SILENT,
                path -> {
                  Files.writeString(path.resolve("half"), "");
                  throw new IOException("no space");
                }));
    assertFalse(artifacts.has("x"));
    assertFalse(Files.exists(folder.resolve("x.half")));
  }

  @Test
  void startsAfreshWhereABuildWasKilled() throws IOException {
    Files.createDirectories(folder.resolve("x.half/deep"));
    Files.writeString(folder.resolve("x.half/deep/old"), "");
    Path made =
        new Artifacts(folder)
            .get("x", Progress.SILENT, path -> Files.writeString(path.resolve("new"), ""));
    assertTrue(Files.exists(made.resolve("new")));
    assertFalse(Files.exists(made.resolve("deep")));
  }

  @Test
  void removingATreeLeavesWhatItsLinksLeadTo() throws IOException {
    Path kept = Files.createDirectories(folder.resolve("kept"));
    Files.writeString(kept.resolve("file"), "");
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.createSymbolicLink(tree.resolve("link"), kept);
    Artifacts.deleteTree(tree);
    assertFalse(Files.exists(tree));
    assertTrue(Files.exists(kept.resolve("file")));
  }
}
