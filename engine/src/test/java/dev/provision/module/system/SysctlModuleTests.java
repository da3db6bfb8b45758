package dev.provision.module.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileModel;
import dev.provision.host.files.Mode;
import dev.provision.host.sysctl.SysctlValue;
import dev.provision.module.Kit;
import dev.provision.module.ModuleLaws;
import dev.provision.module.World;
import dev.provision.value.Text;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SysctlModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "sysctl";
  }

  /** Only a model has settings that a test may change. */
  private static Consumer<World> live(String key, String value) {
    return world -> {
      if (world instanceof World.OfModel model) {
        model.model().put(Resource.sysctl(key), SysctlValue.of(value));
      }
    };
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "adds a line to a missing file",
            w -> {},
            "sysctl: {name: kernel.x, value: 5, reload: false, sysctl_file: $T/s.conf}",
            "[ \"$(cat $T/s.conf)\" = kernel.x=5 ]",
            1),
        Case.of(
            "replaces a line and takes doubled ones out",
            w -> w.file(w.folder() + "/s.conf", "# c\nkernel/x = 1\nother=2\nkernel.x=7\n", 0600),
            "sysctl: {name: kernel.x, value: 5, reload: false, sysctl_file: $T/s.conf}",
            "[ \"$(cat $T/s.conf)\" = '# c\nkernel.x=5\nother=2' ] && [ \"$(stat -c %a $T/s.conf)\" = 600 ]",
            1),
        Case.of(
            "compares words, not blanks",
            w -> w.file(w.folder() + "/s.conf", "net.ipv4.tcp_rmem = 1\t2  3", 0644),
            "sysctl: {name: net.ipv4.tcp_rmem, value: '1 2 3', reload: no, sysctl_file: $T/s.conf}",
            "true",
            0),
        Case.of(
            "removes a line",
            w -> w.file(w.folder() + "/s.conf", "a.b=1\nkernel.x=5\n", 0644),
            "sysctl: {name: kernel.x, state: absent, sysctl_file: $T/s.conf}",
            "[ \"$(cat $T/s.conf)\" = a.b=1 ]",
            1),
        Case.of(
                "sets the live value too",
                live("kernel.x", "1"),
                "sysctl: {name: kernel.x, value: 5, sysctl_file: $T/s.conf}",
                "false",
                2)
            .onModelOnly(),
        Case.of(
                "mends a live value where the file is right",
                live("kernel.x", "0")
                    .andThen(w -> w.file(w.folder() + "/s.conf", "kernel.x=1\n", 0644)),
                "sysctl: {name: kernel.x, value: yes, sysctl_file: $T/s.conf, sysctl_set: true}",
                "false",
                1)
            .onModelOnly(),
        Case.of(
                "knows that dirty_bytes takes dirty_ratio away",
                live("vm.dirty_bytes", "0").andThen(live("vm.dirty_ratio", "20")),
                "sysctl: {name: vm.dirty_bytes, value: 4096000, sysctl_file: $T/s.conf}",
                "false",
                2)
            .onModelOnly());
  }

  private static final String KEY = "net.ipv4.tcp_keepalive_time";

  @Test
  void namesOtherPlacesAndTheOneThatWins() {
    World.OfModel world = new World.OfModel();
    HostModel model = world.model();
    model.put(Resource.sysctl(KEY), SysctlValue.of("60"));
    put(model, "/etc/sysctl.d/50-ours.conf", KEY + "=60\n");
    put(model, "/etc/sysctl.d/99-theirs.conf", "x=1\n" + KEY + " = 7200\n");
    Kit.StateRun run =
        Kit.run(
            world,
            "sysctl: {name: " + KEY + ", value: 60, sysctl_file: /etc/sysctl.d/50-ours.conf}");
    assertEquals(
        "["
            + KEY
            + " is set again by /etc/sysctl.d/99-theirs.conf:2 = 7200,"
            + " which wins at the next boot.]",
        run.result().get("warnings").orElseThrow().toString());
  }

  private static void put(HostModel model, String path, String text) {
    FileModel.of(model).putFile(path, FileContent.of(Text.plain(text)), new Mode(0644));
  }

  @Test
  void refusesASettingThatTheKernelLacks() {
    World.OfModel world = new World.OfModel();
    String refusal = Kit.refusal(world, "sysctl: {name: net.ipv4.nonsense, value: 1}");
    assertTrue(refusal.contains("The kernel has no setting net.ipv4.nonsense"), refusal);
  }

  @Test
  void refusesASettingThatIsReadOnlyHere() {
    World.OfModel world = new World.OfModel();
    world.model().put(Resource.sysctl(KEY), new SysctlValue(true, true, false, "1"));
    String refusal = Kit.refusal(world, "sysctl: {name: " + KEY + ", value: 2}");
    assertTrue(refusal.contains("read-only"), refusal);
  }

  @Test
  void leavesAReadOnlySettingAloneWhereItIsRight() {
    World.OfModel world = new World.OfModel();
    world.model().put(Resource.sysctl(KEY), new SysctlValue(true, true, false, "2"));
    put(world.model(), "/etc/sysctl.conf", KEY + "=2\n");
    assertEquals(List.of(), Kit.run(world, "sysctl: {name: " + KEY + ", value: 2}").steps());
  }

  @Test
  void goesOnWithoutTheKernelsSettingWhereErrorsAreIgnored() {
    World.OfModel world = new World.OfModel();
    world.folder("/etc", 0755);
    Kit.StateRun run =
        Kit.run(world, "sysctl: {name: net.ipv4.nonsense, value: 1, ignoreerrors: true}");
    assertEquals(List.of("write /etc/sysctl.conf"), run.words());
  }
}
