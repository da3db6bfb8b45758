package dev.provision.module.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.provision.diag.ProvisionException;
import dev.provision.host.LocalShell;
import dev.provision.host.files.FileContent;
import dev.provision.module.Kit;
import dev.provision.module.World;
import dev.provision.value.Value;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatModuleTests {

  @TempDir Path folder;

  private static Value.Dict stat(World world, String task) {
    return (Value.Dict) Kit.read(world, task).get("stat").orElseThrow();
  }

  private static String get(Value.Dict stat, String name) {
    return stat.get(name).map(Value::toString).orElse("(none)");
  }

  @ParameterizedTest
  @EnumSource(LocalShell.Kind.class)
  void describesAFile(LocalShell.Kind kind) {
    assumeTrue(kind.isHere(), kind + " is not installed");
    World.OfShell world = new World.OfShell(kind, folder);
    world.file(world.folder() + "/f", "text\n", 04750);
    Value.Dict stat = stat(world, "stat: path=$T/f");
    assertEquals("true", get(stat, "exists"));
    assertEquals("4750", get(stat, "mode"));
    assertEquals("true", get(stat, "isuid"));
    assertEquals("true", get(stat, "isreg"));
    assertEquals("5", get(stat, "size"));
    assertEquals("false", get(stat, "woth"));
    assertEquals(System.getProperty("user.name"), get(stat, "pw_name"));
    assertEquals(
        FileContent.digest("SHA-1", "text\n".getBytes(StandardCharsets.UTF_8)),
        get(stat, "checksum"));
    assertTrue(stat.get("mtime").orElseThrow() instanceof Value.Float);
    assertEquals(
        FileContent.digest("MD5", "text\n".getBytes(StandardCharsets.UTF_8)),
        get(stat(world, "stat: {path: $T/f, checksum_algorithm: md5}"), "checksum"));
  }

  @ParameterizedTest
  @EnumSource(LocalShell.Kind.class)
  void describesALinkOrWhatItLeadsTo(LocalShell.Kind kind) {
    assumeTrue(kind.isHere(), kind + " is not installed");
    World.OfShell world = new World.OfShell(kind, folder);
    world.file(world.folder() + "/d/f", "text\n", 0644);
    world.link(world.folder() + "/l", "d/f");
    Value.Dict link = stat(world, "stat: path=$T/l");
    assertEquals("true", get(link, "islnk"));
    assertEquals("d/f", get(link, "lnk_target"));
    assertEquals(world.folder() + "/d/f", get(link, "lnk_source"));
    assertEquals("true", get(stat(world, "stat: {path: $T/l, follow: true}"), "isreg"));
  }

  @Test
  void tellsThatNothingIsThere() {
    World.OfShell world = new World.OfShell(LocalShell.Kind.SH, folder);
    assertEquals("{exists=false}", stat(world, "stat: path=$T/no/such").toString());
  }

  @Test
  void theModelTellsAboutWhatWasPutThere() {
    World.OfModel world = new World.OfModel();
    Kit.run(world, "copy: {dest: $T/f, content: abc, mode: \"0640\"}");
    Kit.run(world, "file: {path: $T/f, mode: \"0600\"}");
    Kit.run(world, "lineinfile: {path: $T/f, line: def}");
    Value.Dict stat = stat(world, "stat: path=$T/f");
    assertEquals("0600", get(stat, "mode"));
    assertEquals("8", get(stat, "size"));
    assertEquals("(none)", get(stat, "mtime"));
  }

  @Test
  void slurpGivesBytesAsBase64() {
    World.OfShell world = new World.OfShell(LocalShell.Kind.SH, folder);
    world.file(world.folder() + "/f", "text\n", 0644);
    assertEquals(
        "{content=dGV4dAo=, source=" + world.folder() + "/f, encoding=base64}",
        Kit.read(world, "slurp: src=$T/f").toString());
    ProvisionException missing =
        assertThrows(ProvisionException.class, () -> Kit.read(world, "slurp: src=$T/no"));
    assertTrue(missing.problem().detail().startsWith("file not found"));
  }

  @Test
  void pingAnswers() {
    World.OfShell world = new World.OfShell(LocalShell.Kind.SH, folder);
    assertEquals("{ping=pong}", Kit.read(world, "ping:").toString());
    assertEquals("{ping=x}", Kit.read(world, "ping: data=x").toString());
  }
}
