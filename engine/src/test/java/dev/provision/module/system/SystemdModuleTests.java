package dev.provision.module.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.host.LocalShell;
import dev.provision.host.Resource;
import dev.provision.host.units.UnitStatus;
import dev.provision.module.Kit;
import dev.provision.module.ModuleLaws;
import dev.provision.module.World;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SystemdModuleTests implements ModuleLaws {

  static final UnitStatus STOPPED =
      new UnitStatus("loaded", "inactive", "dead", "disabled", "simple", false, false);
  static final UnitStatus RUNNING =
      new UnitStatus("loaded", "active", "running", "enabled", "simple", false, false);
  private static final UnitStatus ONE_SHOT =
      new UnitStatus("loaded", "inactive", "dead", "static", "oneshot", false, false);

  @Override
  public String module() {
    return "systemd";
  }

  @Override
  public List<LocalShell.Kind> shells() {
    // A unit needs a systemd of its own: tried on containers.
    return List.of();
  }

  static Consumer<World> unit(UnitStatus status) {
    return world -> ((World.OfModel) world).model().put(Resource.unit("x.service"), status);
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "starts and enables",
            unit(STOPPED),
            "systemd: {name: x, state: started, enabled: true}",
            "",
            2),
        Case.of(
            "stops and disables",
            unit(RUNNING),
            "systemd: {name: x, state: stopped, enabled: false}",
            "",
            2),
        Case.of("masks", unit(STOPPED), "systemd: {name: x, masked: true}", "", 1),
        Case.of(
            "reads files again before it starts something",
            unit(STOPPED),
            "systemd: {name: x, state: started, daemon_reload: true}",
            "",
            2),
        Case.of(
            "leaves what runs alone",
            unit(RUNNING),
            "systemd: {name: x.service, state: started, enabled: true}",
            "",
            0));
  }

  private static Kit.StateRun run(UnitStatus status, String task) {
    World.OfModel world = new World.OfModel();
    unit(status).accept(world);
    return Kit.run(world, task);
  }

  @Test
  void restartsWhatRunsEachTime() {
    Kit.StateRun run = run(RUNNING, "systemd: {name: x, state: restarted, daemon_reload: true}");
    assertEquals(List.of("daemon-reload", "restart x.service"), run.words());
    assertTrue(run.changed());
  }

  @Test
  void startsWhatIsToBeRestartedAndDoesNotRun() {
    assertEquals(
        List.of("start x.service"), run(STOPPED, "systemd: {name: x, state: restarted}").words());
  }

  @Test
  void startsAOneShotServiceEachTime() {
    Kit.StateRun run = run(ONE_SHOT, "systemd: {name: x, state: started}");
    assertEquals(List.of("start x.service"), run.words());
    assertTrue(run.changed());
  }

  @Test
  void readingFilesAgainIsNoChange() {
    Kit.StateRun run = run(RUNNING, "systemd: {name: x, state: started, daemon_reload: true}");
    assertEquals(List.of("daemon-reload"), run.words());
    assertFalse(run.changed());
    assertEquals(
        List.of("daemon-reload"),
        Kit.run(new World.OfModel(), "systemd: {daemon_reload: true}").words());
  }

  @Test
  void takesStaticUnitsForEnabled() {
    UnitStatus fixed =
        new UnitStatus("loaded", "active", "running", "static", "simple", false, false);
    assertEquals(List.of(), run(fixed, "systemd: {name: x, enabled: true}").words());
  }

  @Test
  void refusesAUnitThatIsNotThere() {
    assertEquals(
        "Could not find the requested service nonsense.",
        Kit.refusal(new World.OfModel(), "systemd: {name: nonsense, state: started}"));
  }

  @Test
  void refusesToStartWhatIsMasked() {
    World.OfModel world = new World.OfModel();
    unit(new UnitStatus("masked", "inactive", "dead", "masked", "", false, false)).accept(world);
    assertEquals(
        "x is masked. To use it all the same, add \"masked: false\".",
        Kit.refusal(world, "systemd: {name: x, state: started}"));
  }

  @Test
  void aServiceThatFailsAgainAndAgainDoesNotRun() {
    assertFalse(
        new UnitStatus("loaded", "activating", "auto-restart", "enabled", "simple", false, false)
            .isRunning());
  }
}
