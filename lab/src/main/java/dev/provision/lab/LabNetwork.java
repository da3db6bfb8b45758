package dev.provision.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which cards, addresses and routes the machines of a lab have. */
final class LabNetwork {

  /** QEMU's user network gives this address to its only guest. */
  private static final String MANAGEMENT_ADDRESS = "10.0.2.15/24";

  private static final int FIRST_SLOT = 3;

  private final LabSpec lab;

  LabNetwork(LabSpec lab) {
    this.lab = lab;
  }

  /** The server's address on a line. */
  static String serverAddress(int link) {
    return "10.99." + (link + 1) + ".1";
  }

  /** The client's address on a line: the server's gateway. */
  static String clientGateway(int link) {
    return "10.99." + (link + 1) + ".2";
  }

  /** The client's IPv6 address on a line that has router advertisements, with prefix length. */
  static String clientAddress6(int link) {
    return "fd99:0:0:" + (link + 1) + "::2/64";
  }

  /** The address that a client speaks from; it lies behind the gateway, so routes matter. */
  String clientAddress(String machine) {
    return "10.99.0." + (index(machine) + 1);
  }

  /** A machine's address on an extra card. */
  String extraAddress(String machine, int nic) {
    return "10.98." + index(machine) + "." + (4 * nic + 2);
  }

  /** The address at the other end of an extra card. */
  String extraPeer(String machine, int nic) {
    return "10.98." + index(machine) + "." + (4 * nic + 1);
  }

  boolean isClient(String machine) {
    return lab.links().stream().anyMatch(link -> link.client().equals(machine));
  }

  private int index(String machine) {
    return lab.machines().indexOf(lab.machine(machine));
  }

  /** The cards of a machine by slot, that for management first. */
  List<Card> cards(String machine) {
    List<Card> cards = new ArrayList<>();
    cards.add(card(machine, cards, Card.Purpose.MANAGEMENT, 0, Optional.of(MANAGEMENT_ADDRESS)));
    boolean hasDefaultRoute = false;
    for (int i = 0; i < lab.links().size(); i++) {
      LinkSpec link = lab.links().get(i);
      if (link.server().equals(machine)) {
        cards.add(server(machine, cards, i, hasDefaultRoute));
        hasDefaultRoute = true;
      } else if (link.client().equals(machine)) {
        cards.add(client(machine, cards, i));
      }
    }
    for (int i = 0; i < lab.machine(machine).nics().size(); i++) {
      String address = extraAddress(machine, i) + "/30";
      cards.add(card(machine, cards, Card.Purpose.EXTRA, i, Optional.of(address)));
    }
    return List.copyOf(cards);
  }

  private Card server(String machine, List<Card> before, int link, boolean hasDefaultRoute) {
    LinkSpec spec = lab.links().get(link);
    Optional<String> address =
        spec.isDynamic() ? Optional.empty() : Optional.of(serverAddress(link) + "/30");
    Optional<String> gateway =
        spec.isDynamic() || hasDefaultRoute ? Optional.empty() : Optional.of(clientGateway(link));
    Card card = card(machine, before, Card.Purpose.SERVER, link, address);
    return new Card(
        card.slot(),
        card.hardwareAddress(),
        card.purpose(),
        link,
        address,
        Optional.empty(),
        gateway,
        List.of());
  }

  private Card client(String machine, List<Card> before, int link) {
    Optional<String> address = Optional.of(clientGateway(link) + "/30");
    Card card = card(machine, before, Card.Purpose.CLIENT, link, address);
    List<Card.Route> routes =
        List.of(new Card.Route(serverAddress(link) + "/32", clientAddress(machine)));
    Optional<String> address6 =
        lab.links().get(link).isDynamic() ? Optional.of(clientAddress6(link)) : Optional.empty();
    return new Card(
        card.slot(),
        card.hardwareAddress(),
        card.purpose(),
        link,
        address,
        address6,
        Optional.empty(),
        routes);
  }

  private Card card(
      String machine, List<Card> before, Card.Purpose purpose, int link, Optional<String> address) {
    int slot = FIRST_SLOT + before.size();
    String hardware = String.format("52:54:00:6c:%02x:%02x", index(machine) + 1, slot);
    return new Card(
        slot, hardware, purpose, link, address, Optional.empty(), Optional.empty(), List.of());
  }
}
