package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Starts labs, finds them again and shuts them down. A lab outlives the program that started it,
 * unless it was started by {@link #upForThisProgram}. All that is needed to find it lies in the
 * folder of states and in the command lines of the running machines, so nothing is lost when a
 * program is killed.
 */
public final class Labs {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  private final LabPaths paths;
  private final Progress progress;

  public Labs(LabPaths paths, Progress progress) {
    this.paths = paths;
    this.progress = progress;
  }

  /** Those of this user. */
  public static Labs ofEnvironment(Progress progress) {
    return new Labs(LabPaths.ofEnvironment(), progress);
  }

  /**
   * Starts a lab that stays until {@link #down}. One that is up already, by the same description,
   * is given as it is. Builds what images are missing.
   *
   * @throws ProvisionException where it can't be started; then nothing of it is left
   */
  public Lab up(LabSpec spec) {
    return up(spec, false);
  }

  /** Starts a lab that ends with this program, whatever ends that. */
  public Lab upForThisProgram(LabSpec spec) {
    return up(spec, true);
  }

  @SuppressWarnings("try") // the lock is held, not used
  private Lab up(LabSpec spec, boolean owned) {
    sweep();
    try (FileMutex held = lock(spec.name())) {
      Optional<Lab> running = find(spec.name());
      if (running.isPresent()) {
        return same(running.get(), spec);
      }
      remove(spec.name());
      return start(spec, owned);
    }
  }

  private Lab same(Lab running, LabSpec spec) {
    LabSpec other = running.spec();
    boolean isSame =
        other.links().equals(spec.links())
            && other.machines().stream()
                .map(machine -> machine.withPort(0))
                .toList()
                .equals(spec.machines().stream().map(machine -> machine.withPort(0)).toList());
    if (!isSame) {
      throw new ProvisionException(
          ErrorCode.LAB_FAILED,
          "A lab \""
              + spec.name()
              + "\" of another description is up. Shut it down first:"
              + " provision lab down "
              + spec.name());
    }
    progress.say("The lab \"" + spec.name() + "\" is up already");
    return running;
  }

  private Lab start(LabSpec spec, boolean owned) {
    LabFolder folder = folder(spec.name());
    LabStart start = new LabStart(spec, paths, progress);
    Thread onExit = new Thread(() -> abandon(start, spec.name()), "lab-" + spec.name());
    Runtime.getRuntime().addShutdownHook(onExit);
    boolean done = false;
    try {
      Files.createDirectories(folder.path());
      if (owned) {
        Files.writeString(folder.owner(), Owner.self().toString());
      }
      Lab lab = start.run();
      done = true;
      return lab;
    } catch (IOException e) {
      throw LabFailure.of("\"" + folder.path() + "\" can't be written: " + e.getMessage(), e);
    } finally {
      if (!done) {
        abandon(start, spec.name());
      }
      if (!done || !owned) {
        forget(onExit);
      }
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The program is ending and the hook is at work.
    }
  }

  private void abandon(LabStart start, String name) {
    start.stop();
    remove(name);
  }

  /** Shuts a lab down, cleanly where its machines still can, and removes all that is left of it. */
  @SuppressWarnings("try") // the lock is held, not used
  public void down(String name) {
    try (FileMutex held = lock(name)) {
      if (!Files.isDirectory(folder(name).path())) {
        throw new ProvisionException(ErrorCode.UNKNOWN_LAB, "There is no lab \"" + name + "\".");
      }
      Optional<Lab> lab = description(folder(name)).map(spec -> new Lab(spec, folder(name)));
      lab.ifPresent(
          found ->
              Parallel.map(
                  found.machines(),
                  machine -> {
                    progress.say("Shutting " + machine.name() + " down");
                    machine.stop();
                    return machine;
                  }));
      remove(name);
    }
  }

  /** Shuts down what was left by programs that have ended without doing so. */
  public void sweep() {
    for (LabFolder folder : LabFolder.all(paths.state())) {
      boolean isLeft = owner(folder).map(owner -> !owner.isAlive()).orElse(false);
      if (isLeft) {
        remove(folder.path().getFileName().toString());
      }
    }
  }

  private static Optional<Owner> owner(LabFolder folder) {
    try {
      return Files.exists(folder.owner())
          ? Owner.parse(Files.readString(folder.owner()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A lab that is up, all its machines running. */
  public Optional<Lab> find(String name) {
    LabFolder folder = folder(name);
    if (!Files.exists(folder.complete())) {
      return Optional.empty();
    }
    return description(folder)
        .map(spec -> new Lab(spec, folder))
        .filter(lab -> lab.machines().stream().allMatch(LabMachine::isRunning));
  }

  /** Each lab there is something of, by name. */
  public List<LabStatus> list() {
    TreeMap<String, LabStatus> found = new TreeMap<>();
    for (LabFolder folder : LabFolder.all(paths.state())) {
      String name = folder.path().getFileName().toString();
      if (NAME.matcher(name).matches()) {
        found.put(name, status(name, folder));
      }
    }
    return List.copyOf(found.values());
  }

  private LabStatus status(String name, LabFolder folder) {
    List<LabStatus.MachineStatus> machines = new ArrayList<>();
    description(folder)
        .map(LabSpec::machines)
        .orElse(List.of())
        .forEach(
            machine ->
                machines.add(
                    new LabStatus.MachineStatus(
                        machine.name(),
                        machine.port(),
                        GuestProcess.of(folder.machine(machine.name()))
                            .map(GuestProcess::pid)
                            .orElse(0L))));
    boolean isUp =
        Files.exists(folder.complete())
            && !machines.isEmpty()
            && machines.stream().allMatch(LabStatus.MachineStatus::isRunning);
    if (FileMutex.isTaken(lockFile(name))) {
      return new LabStatus(name, LabStatus.State.BUSY, machines);
    }
    return new LabStatus(name, isUp ? LabStatus.State.UP : LabStatus.State.REMAINS, machines);
  }

  private static Optional<LabSpec> description(LabFolder folder) {
    if (!Files.exists(folder.description())) {
      return Optional.empty();
    }
    try {
      String text = Files.readString(folder.description());
      Value value = Json.parse(text, folder.description().toString());
      return new LabReader(new Problems()).read(value);
    } catch (IOException | ProvisionException e) {
      // Half written by a program that was killed: then there is nothing to know but the name.
      return Optional.empty();
    }
  }

  /** Ends what runs of a lab, without asking the guests, and removes its files. */
  private void remove(String name) {
    LabFolder folder = folder(name);
    GuestProcess.below(folder.path()).forEach(GuestProcess::kill);
    description(folder).ifPresent(Taps::remove);
    Artifacts.deleteTree(folder.path());
  }

  private LabFolder folder(String name) {
    return new LabFolder(paths.state().resolve(checked(name)));
  }

  /** Folders are removed by name, so nothing but a name may get there. */
  private static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new ProvisionException(ErrorCode.UNKNOWN_LAB, "There is no lab \"" + name + "\".");
    }
    return name;
  }

  private Path lockFile(String name) {
    return paths.state().resolve(".locks").resolve(checked(name));
  }

  private FileMutex lock(String name) {
    return FileMutex.take(
        lockFile(name), () -> progress.say("Waiting for another program to leave the lab " + name));
  }
}
