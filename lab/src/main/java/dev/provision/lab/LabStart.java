package dev.provision.lab;

import dev.provision.value.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Brings one lab up, or leaves nothing of it. */
final class LabStart {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration ADDRESS_LIMIT = Duration.ofMinutes(4);
  private static final Duration TOOL_LIMIT = Duration.ofMinutes(1);

  private final LabSpec spec;
  private final LabPaths paths;
  private final LabFolder folder;
  private final Progress progress;
  private final HostTools tools;
  private final Images images;
  private boolean stopped;

  LabStart(LabSpec spec, LabPaths paths, Progress progress) {
    this.spec = spec;
    this.paths = paths;
    this.folder = new LabFolder(paths.state().resolve(spec.name()));
    this.progress = progress;
    Path log = paths.cache().resolve("log").resolve("build.log");
    this.tools = new HostTools(log, progress);
    this.images = new Images(paths.cache(), log, progress);
  }

  /** Called from another thread when this program is to end: no machine is started after that. */
  synchronized void stop() {
    stopped = true;
    GuestProcess.below(folder.path()).forEach(GuestProcess::kill);
  }

  Lab run() {
    prepareImages();
    LabSpec chosen = withPorts();
    try {
      layOut(chosen);
      boot(chosen);
      Lab lab = new Lab(chosen, folder);
      awaitMachines(lab);
      checkLines(lab);
      Files.writeString(folder.inventory(), LabInventory.text(chosen, folder));
      Files.createFile(folder.complete());
      return lab;
    } catch (IOException e) {
      throw LabFailure.of("The lab's files can't be written: " + e.getMessage(), e);
    }
  }

  private void prepareImages() {
    tools.need(HostTools.TO_RUN);
    if (!spec.machines().stream().allMatch(machine -> images.isThere(spec, machine))) {
      tools.need(HostTools.TO_BUILD);
      Parallel.map(spec.machines(), machine -> images.image(spec, machine));
    }
  }

  private LabSpec withPorts() {
    Set<Integer> taken = new HashSet<>();
    List<MachineSpec> machines = new ArrayList<>();
    for (MachineSpec machine : spec.machines()) {
      folder.checkLength(machine.name());
      if (machine.port() != 0 && !isFree(machine.port())) {
        throw LabFailure.of(
            "The port "
                + machine.port()
                + " of 127.0.0.1, which the description gives to "
                + machine.name()
                + ", is in use. See \"provision lab list\".");
      }
      int port = machine.port() != 0 ? machine.port() : freePort(taken);
      taken.add(port);
      machines.add(machine.withPort(port));
    }
    return new LabSpec(spec.name(), machines, spec.links());
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort(Set<Integer> taken) {
    while (true) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (taken.add(socket.getLocalPort())) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw LabFailure.of("No port is free: " + e.getMessage(), e);
      }
    }
  }

  private void layOut(LabSpec chosen) throws IOException {
    Files.writeString(folder.description(), Json.reveal(LabWriter.write(chosen)));
    makeKey(folder.key(), "lab " + chosen.name());
    StringBuilder knownHosts = new StringBuilder();
    for (MachineSpec machine : chosen.machines()) {
      MachineFolder files = folder.machine(machine.name());
      Files.createDirectories(files.path());
      makeKey(files.hostKey(), machine.name());
      String publicKey = Files.readString(Path.of(files.hostKey() + ".pub"));
      knownHosts.append("[127.0.0.1]:").append(machine.port()).append(' ').append(publicKey);
      Seed.pack(
          new Seed(chosen)
              .files(
                  machine, Files.readString(folder.publicKey()), Files.readString(files.hostKey())),
          files.path().resolve("seed"),
          files.seed());
      makeDisks(machine, files);
    }
    Files.writeString(folder.knownHosts(), knownHosts);
  }

  private static void makeKey(Path file, String comment) {
    Command.output(
        List.of(
            "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", file.toString()),
        TOOL_LIMIT);
  }

  private void makeDisks(MachineSpec machine, MachineFolder files) {
    String image = images.image(spec, machine).resolve("disk.img").toString();
    for (int i = 0; i < machine.disks().size(); i++) {
      List<String> words = new ArrayList<>(List.of("qemu-img", "create", "-q", "-f", "qcow2"));
      if (i == 0) {
        words.addAll(List.of("-b", image, "-F", "raw"));
      }
      words.addAll(List.of(files.disk(i).toString(), "" + machine.disks().get(i).bytes()));
      Command.output(words, TOOL_LIMIT);
    }
  }

  private void boot(LabSpec chosen) {
    Accelerator accelerator =
        Accelerator.best(paths.cache(), images.kernel(chosen.machines().get(0)).resolve("vmlinux"));
    Map<Integer, Integer> linkPorts = new TreeMap<>();
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < chosen.links().size(); i++) {
      linkPorts.put(i, freePort(taken));
    }
    Set<Integer> open = new HashSet<>();
    for (MachineSpec machine : chosen.machines()) {
      progress.say(
          "Starting "
              + machine.name()
              + " ("
              + machine.cpus()
              + " CPUs, "
              + machine.memoryMiB()
              + " MiB, "
              + (accelerator == Accelerator.KVM ? "KVM" : "emulated")
              + ")");
      start(machine, chosen, accelerator, linkPorts, open);
    }
  }

  private void start(
      MachineSpec machine,
      LabSpec chosen,
      Accelerator accelerator,
      Map<Integer, Integer> linkPorts,
      Set<Integer> open) {
    Map<Integer, Integer> mine = new HashMap<>();
    List<Integer> listens = new ArrayList<>();
    for (int i = 0; i < chosen.links().size(); i++) {
      LinkSpec link = chosen.links().get(i);
      if (link.server().equals(machine.name()) || link.client().equals(machine.name())) {
        mine.put(i, linkPorts.get(i));
        if (open.add(i)) {
          listens.add(i);
        }
      }
    }
    MachineFolder files = folder.machine(machine.name());
    Taps taps = new Taps(chosen, machine, folder.log());
    Qemu qemu =
        new Qemu(
            files,
            images.kernel(machine),
            accelerator,
            machine.port(),
            mine,
            listens,
            taps.names());
    List<String> command = qemu.command(machine, new LabNetwork(chosen).cards(machine.name()));
    synchronized (this) {
      if (stopped) {
        throw LabFailure.interrupted();
      }
      taps.create();
      Command.logged(command, Map.of(), folder.log(), START_LIMIT);
      taps.moveAway();
    }
  }

  private void awaitMachines(Lab lab) {
    Parallel.map(
        lab.machines(),
        machine -> {
          long start = System.nanoTime();
          String state = machine.awaitBoot(0);
          long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
          String failed = state.equals("running") ? "" : ", " + state + ": " + failedUnits(machine);
          progress.say(
              machine.name() + " is up after " + seconds + " s, port " + machine.port() + failed);
          return state;
        });
  }

  private static String failedUnits(LabMachine machine) {
    return machine
        .ssh("systemctl list-units --failed --plain --no-legend | cut -d' ' -f1 | paste -sd' '")
        .out()
        .strip();
  }

  private void checkLines(Lab lab) {
    for (int i = 0; i < spec.links().size(); i++) {
      awaitAddress(lab, i);
    }
    for (Lab.RoundTrip trip : lab.roundTrips()) {
      if (!trip.isLongEnough()) {
        throw LabFailure.of("The line does not delay as described: " + trip + ".");
      }
      progress.say("Round trip from " + trip);
    }
  }

  /** A server that asks for its address may get it only after it is up. */
  private void awaitAddress(Lab lab, int link) {
    LinkSpec line = spec.links().get(link);
    LabMachine client = lab.machine(line.client());
    String ping = "ping -n -q -c 1 -W 2 " + lab.serverAddress(link);
    if (line.isDynamic() && !Await.that(ADDRESS_LIMIT, () -> client.ssh(ping).succeeded())) {
      throw LabFailure.of(
          line.server() + " got no address from " + line.client() + ": " + client.ssh(ping).out());
    }
  }
}
