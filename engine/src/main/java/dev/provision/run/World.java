package dev.provision.run;

import dev.provision.connect.ConnectionSpec;
import dev.provision.host.Context;
import dev.provision.module.ModuleRegistry;
import dev.provision.module.builtin.BuiltinModules;
import dev.provision.run.journal.Journal;
import dev.provision.run.play.Engine;
import dev.provision.run.play.Events;
import dev.provision.run.play.Interruption;
import dev.provision.run.play.Lines;
import dev.provision.run.play.Scheduler;
import dev.provision.run.work.Remote;
import dev.provision.template.Controller;
import dev.provision.template.Templar;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What runs are made of.
 *
 * @param templars makes a templar for a controller
 * @param opener how hosts are reached
 */
record World(
    RunTools tools,
    ModuleRegistry modules,
    Function<Controller, Templar> templars,
    BiFunction<ConnectionSpec, Context, Remote> opener) {

  static World of(RunTools tools) {
    return new World(tools, BuiltinModules.registry(), Templar::of, Lines.over(tools.connector()));
  }

  Engine engine(
      String run,
      RunOptions options,
      Project project,
      Events events,
      Optional<Journal> journal,
      Scheduler scheduler,
      Interruption interruption) {
    AtomicInteger steps = new AtomicInteger();
    Supplier<String> ids = () -> run + "-" + steps.incrementAndGet();
    Lines lines = new Lines(opener, interruption, run, owner(), ids);
    return new Engine(
        run,
        options,
        project.templar(),
        modules,
        project.loader(),
        project.files(),
        project.hosts(),
        project.variables(),
        lines,
        events,
        ids,
        journal,
        scheduler,
        interruption,
        tools.prompter(),
        tools.clock());
  }

  /** Who holds a host, for others who want it. */
  private String owner() {
    String machine;
    try {
      machine = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      machine = "an unknown machine";
    }
    return System.getProperty("user.name")
        + " on "
        + machine
        + " since "
        + Instant.now(tools.clock());
  }
}
