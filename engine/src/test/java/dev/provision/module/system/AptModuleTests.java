package dev.provision.module.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.host.HostModel;
import dev.provision.host.LocalShell;
import dev.provision.host.Resource;
import dev.provision.host.files.FileProbe;
import dev.provision.host.packages.AptOptions;
import dev.provision.host.packages.ChangePackages;
import dev.provision.host.packages.PackageManager;
import dev.provision.host.packages.PackageSeen;
import dev.provision.module.Kit;
import dev.provision.module.ModuleLaws;
import dev.provision.module.World;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AptModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "apt";
  }

  @Override
  public List<LocalShell.Kind> shells() {
    // No test installs anything on the machine that it runs on.
    return List.of();
  }

  static Consumer<World> known(String name, String installed, String candidate) {
    return world ->
        ((World.OfModel) world)
            .model()
            .put(
                new Resource("package", name), new PackageSeen(installed, candidate, false, false));
  }

  private static Consumer<World> leftover(String name) {
    return world ->
        ((World.OfModel) world)
            .model()
            .put(new Resource("package", name), new PackageSeen("", "1.0", false, true));
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "installs what is missing in one step",
            known("a", "", "1.0").andThen(known("b", "", "2.0")).andThen(known("c", "3", "3")),
            "apt: {name: [a, b, c]}",
            "",
            1),
        Case.of("leaves an old version alone", known("a", "1.0", "2.0"), "apt: {name: a}", "", 0),
        Case.of(
            "upgrades to the latest version",
            known("a", "1.0", "2.0"),
            "apt: {name: a, state: latest}",
            "",
            1),
        Case.of("removes", known("a", "1.0", "1.0"), "apt: {name: a, state: absent}", "", 1),
        Case.of(
            "purges what was left of a removed package",
            leftover("a"),
            "apt: {name: a, state: absent, purge: true}",
            "",
            1),
        Case.of(
            "installs a version",
            known("a", "1.0", "2.0"),
            "apt: {name: a=2.*, state: present}",
            "",
            1),
        Case.of(
            "fetches the index before it installs",
            known("a", "", "1.0"),
            "apt: {name: a, update_cache: true, cache_valid_time: 3600}",
            "",
            1));
  }

  @Test
  void refusesAPackageThatTheIndexDoesNotKnow() {
    assertEquals(
        "No package matching 'nonsense' is available.",
        Kit.refusal(new World.OfModel(), "apt: {name: nonsense}"));
  }

  @Test
  void saysWhatIsNoPackage() {
    assertEquals(
        "\"a b\" is no package: write name or name=version.",
        Kit.problems("apt: {name: ['a b']}").get(0).detail());
  }

  @Test
  void whatAPackageMayBringIsUnknownAfterwards() {
    HostModel model = HostModel.open();
    FileProbe missing = FileProbe.stat("/etc/nginx/nginx.conf", true);
    FileProbe there = FileProbe.stat("/etc/hosts", true);
    World.OfModel host = new World.OfModel();
    host.file("/etc/hosts", "x", 0644);
    model.learn(missing, missing.answer(host.model()).get());
    model.learn(there, there.answer(host.model()).get());
    assertTrue(model.answer(missing).isKnown());
    model.apply(
        new ChangePackages(
            PackageManager.APT, ChangePackages.Verb.INSTALL, List.of("nginx"), AptOptions.PLAIN));
    assertTrue(model.isWritten(missing.reads()));
    assertFalse(model.answer(missing).isKnown());
    assertTrue(model.answer(there).isKnown());
  }
}
