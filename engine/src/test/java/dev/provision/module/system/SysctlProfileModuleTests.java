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

class SysctlProfileModuleTests implements ModuleLaws {

  private static final String KEEPALIVE = "net.ipv4.tcp_keepalive_time";
  private static final String RMEM = "net.ipv4.tcp_rmem";
  private static final String IDLE = "net.ipv4.tcp_slow_start_after_idle";

  @Override
  public String module() {
    return "sysctl_profile";
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
            "owns the whole file",
            w -> w.file(w.folder() + "/p.conf", "# old\nkernel.old = 1\n", 0600),
            "sysctl_profile: {path: $T/p.conf, settings: []}",
            "[ \"$(cat $T/p.conf)\" = '# Owned by provision: changes here are lost.' ] && [ \"$(stat -c %a $T/p.conf)\" = 600 ]",
            1),
        Case.of(
                "sets the live value and writes the reason down",
                live(KEEPALIVE, "7200"),
                "sysctl_profile: {path: $T/p.conf, settings: [{name: "
                    + KEEPALIVE
                    + ", value: 60, reason: NATs forget.}]}",
                "false",
                2)
            .onModelOnly(),
        Case.of(
                "knows that dirty_bytes takes dirty_ratio away",
                live("vm.dirty_bytes", "0").andThen(live("vm.dirty_ratio", "20")),
                "sysctl_profile: {path: $T/p.conf, settings: [{name: vm.dirty_bytes, value: 4096000}]}",
                "false",
                2)
            .onModelOnly(),
        Case.of(
                "keeps words and raises the last one",
                live(RMEM, "4096\t131072\t6291456"),
                "sysctl_profile: {path: $T/p.conf, settings: [{name: "
                    + RMEM
                    + ", value: keep keep 18874368, at_least: true}]}",
                "false",
                2)
            .onModelOnly());
  }

  @Test
  void leavesABetterValueAloneAndSaysWhy() {
    World.OfModel world = world(RMEM, "4096 131072 33554432");

    Kit.StateRun run =
        Kit.run(world, profile("{name: " + RMEM + ", value: keep keep 18874368, at_least: true}"));

    assertEquals(List.of("write /etc/sysctl.d/60-p.conf"), run.words());
    assertEquals(
        """
        # Owned by provision: changes here are lost.
        # net.ipv4.tcp_rmem is left alone: 4096 131072 33554432 is more than 4096 131072 18874368.
        """,
        content(world.model(), "/etc/sysctl.d/60-p.conf"));
  }

  @Test
  void leavesAloneWhatTheCongestionControlIgnores() {
    World.OfModel world = world(IDLE, "1");
    world.model().put(Resource.sysctl("net.ipv4.tcp_congestion_control"), SysctlValue.of("bbr"));

    Kit.StateRun run =
        Kit.run(world, profile("{name: " + IDLE + ", value: 0, unless_congestion_control: bbr}"));

    assertEquals(List.of("write /etc/sysctl.d/60-p.conf"), run.words());
    assertTrue(content(world.model(), "/etc/sysctl.d/60-p.conf").contains("no effect under bbr"));
  }

  @Test
  void namesTheFileThatWinsAtBoot() {
    World.OfModel world = world(KEEPALIVE, "60");
    put(world.model(), "/etc/sysctl.d/99-theirs.conf", KEEPALIVE + " = 7200\n");
    put(world.model(), "/etc/sysctl.d/10-early.conf", KEEPALIVE + " = 300\n");

    Kit.StateRun run = Kit.run(world, profile("{name: " + KEEPALIVE + ", value: 60}"));

    assertEquals(
        "["
            + KEEPALIVE
            + ": /etc/sysctl.d/99-theirs.conf:1 = 7200 is loaded later and wins at the next boot.]",
        run.result().get("warnings").orElseThrow().toString());
  }

  @Test
  void refusesWhatTheKernelLacks() {
    String refusal = Kit.refusal(world("a.b", "1"), profile("{name: net.ipv4.nonsense, value: 1}"));

    assertTrue(refusal.contains("The kernel has no setting net.ipv4.nonsense"), refusal);
  }

  @Test
  void refusesWhatIsReadOnlyHere() {
    World.OfModel world = world("a.b", "1");
    world
        .model()
        .put(Resource.sysctl("net.core.rmem_max"), new SysctlValue(true, true, false, "1"));

    String refusal = Kit.refusal(world, profile("{name: net.core.rmem_max, value: 2}"));

    assertTrue(refusal.contains("read-only"), refusal);
  }

  private static World.OfModel world(String key, String value) {
    World.OfModel world = new World.OfModel();
    world.folder("/etc/sysctl.d", 0755);
    world.model().put(Resource.sysctl(key), SysctlValue.of(value));
    return world;
  }

  private static String profile(String setting) {
    return "sysctl_profile: {path: /etc/sysctl.d/60-p.conf, settings: [" + setting + "]}";
  }

  private static void put(HostModel model, String path, String text) {
    FileModel.of(model).putFile(path, FileContent.of(Text.plain(text)), new Mode(0644));
  }

  private static String content(HostModel model, String path) {
    return FileModel.of(model).regularFiles().get(path).orElseThrow().toString();
  }
}
