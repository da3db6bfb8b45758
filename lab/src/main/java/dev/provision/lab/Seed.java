package dev.provision.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** The files that make a copy of an image one machine of one lab; the guest unpacks them. */
final class Seed {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final LabSpec lab;
  private final LabNetwork network;

  Seed(LabSpec lab) {
    this.lab = lab;
    this.network = new LabNetwork(lab);
  }

  /**
   * Path, without the leading slash, to text.
   *
   * @param authorizedKey the public key that opens both accounts
   * @param hostKey the private key of the machine's sshd
   */
  Map<String, String> files(MachineSpec machine, String authorizedKey, String hostKey) {
    List<Card> cards = network.cards(machine.name());
    Map<String, String> files = new LinkedHashMap<>();
    files.put("etc/hostname", machine.name() + "\n");
    files.put("etc/hosts", hosts(machine));
    files.put("etc/ssh/ssh_host_ed25519_key", hostKey);
    files.put("root/.ssh/authorized_keys", authorizedKey);
    files.put("home/deploy/.ssh/authorized_keys", authorizedKey);
    files.put("etc/provision-lab/lines", lines(cards));
    Optional<String> dummy =
        network.isClient(machine.name())
            ? Optional.of(network.clientAddress(machine.name()))
            : Optional.empty();
    files.putAll(GuestNetwork.files(machine.network(), cards, dummy));
    if (!machine.volumes().isEmpty()) {
      files.put("etc/provision-lab/volumes", volumes(machine));
    }
    addressServer(cards).ifPresent(text -> files.put("etc/dnsmasq.d/lab.conf", text));
    return files;
  }

  /** For each volume: where it is mounted, how its disks are joined, the disks. */
  private static String volumes(MachineSpec machine) {
    StringBuilder lines = new StringBuilder();
    for (VolumeSpec volume : machine.volumes()) {
      lines.append(volume.mount()).append(' ');
      lines.append(volume.raid().isEmpty() ? "-" : volume.raid()).append(' ');
      lines.append(volume.lvm() ? "lvm" : "-");
      volume.disks().forEach(disk -> lines.append(' ').append(machine.device(disk - 1)));
      lines.append('\n');
    }
    return lines.toString();
  }

  /** What dnsmasq is told where this machine gives out addresses over lines. */
  private Optional<String> addressServer(List<Card> cards) {
    List<Card> dynamic =
        cards.stream()
            .filter(card -> card.purpose() == Card.Purpose.CLIENT)
            .filter(card -> lab.links().get(card.link()).isDynamic())
            .toList();
    if (dynamic.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder("port=0\nbind-dynamic\ndhcp-authoritative\nenable-ra\n");
    for (Card card : dynamic) {
      long lease = lab.links().get(card.link()).lease().toSeconds();
      String device = card.interfaceName();
      String server = LabNetwork.serverAddress(card.link());
      text.append("interface=").append(device).append('\n');
      text.append("dhcp-range=set:").append(device).append(',');
      text.append(server).append(',').append(server).append(",255.255.255.252,");
      text.append(lease).append("s\n");
      text.append("dhcp-option=tag:").append(device).append(",option:router,");
      text.append(LabNetwork.clientGateway(card.link())).append('\n');
      text.append("dhcp-range=::,constructor:").append(device).append(",ra-only,64,");
      text.append(lease).append("s\n");
      text.append("ra-param=").append(device).append(",30,").append(lease).append('\n');
    }
    return Optional.of(text.toString());
  }

  private String hosts(MachineSpec machine) {
    StringBuilder hosts = new StringBuilder("127.0.0.1 localhost\n::1 localhost\n");
    hosts.append("127.0.1.1 ").append(machine.name()).append('\n');
    for (int i = 0; i < lab.links().size(); i++) {
      LinkSpec link = lab.links().get(i);
      if (!link.server().equals(machine.name())) {
        hosts.append(LabNetwork.serverAddress(i)).append(' ').append(link.server()).append('\n');
      }
      if (!link.client().equals(machine.name())) {
        hosts.append(network.clientAddress(link.client())).append(' ').append(link.client());
        hosts.append('\n');
      }
    }
    return hosts.toString();
  }

  /** For each card that leads to a line: its address and what tc is told about it. */
  private String lines(List<Card> cards) {
    StringBuilder lines = new StringBuilder();
    for (Card card : cards) {
      if (card.purpose() == Card.Purpose.SERVER || card.purpose() == Card.Purpose.CLIENT) {
        lines.append(card.hardwareAddress()).append(' ');
        lines.append(netem(lab.links().get(card.link()))).append('\n');
      }
    }
    return lines.toString();
  }

  /** Each end delays what it sends by half of the round trip. */
  static String netem(LinkSpec link) {
    StringJoiner words = new StringJoiner(" ");
    // The usual 1000 packets are less than what a fast long line holds.
    words.add("limit 10000");
    long micros = link.rtt().toNanos() / 2_000;
    long jitter = link.jitter().toNanos() / 1_000;
    if (micros > 0 || jitter > 0) {
      words.add("delay " + micros + "us");
    }
    if (jitter > 0) {
      words.add(jitter + "us distribution normal");
    }
    if (link.lossPercent() > 0) {
      words.add(String.format(Locale.ROOT, "loss %.4f%%", link.lossPercent()));
    }
    if (link.bitsPerSecond() > 0) {
      words.add("rate " + link.bitsPerSecond() + "bit");
    }
    return words.toString();
  }

  /** Packs the files; {@code work} is a folder that may be filled. */
  static void pack(Map<String, String> files, Path work, Path target) throws IOException {
    for (Map.Entry<String, String> each : files.entrySet()) {
      Path file = work.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode(each.getKey())));
      if (each.getKey().contains(".ssh/")) {
        Files.setPosixFilePermissions(
            file.getParent(), PosixFilePermissions.fromString("rwx------"));
      }
    }
    Command.output(
        List.of(
            "tar",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            "-C",
            work.toString(),
            "-cf",
            target.toString(),
            "."),
        LIMIT);
    Artifacts.deleteTree(work);
  }

  private static String mode(String path) {
    boolean isPrivate =
        path.endsWith("_key") || path.endsWith(".nmconnection") || path.contains(".ssh/");
    return isPrivate ? "rw-------" : "rw-r--r--";
  }
}
