package dev.provision.lab;

import java.util.List;
import java.util.Optional;

/**
 * A network card of a machine and what the guest makes of it.
 *
 * @param slot its PCI slot, from which its name in the guest follows
 * @param hardwareAddress of the form {@code 52:54:00:…}
 * @param purpose what it leads to
 * @param link the line's number from 0, for cards that lead to one; else the number of the card
 * @param address with prefix length; empty where it is asked for by DHCP
 * @param address6 an IPv6 address with prefix length; empty where it has none of its own
 * @param gateway where the default route leads; empty where this card has none
 * @param routes further routes
 */
record Card(
    int slot,
    String hardwareAddress,
    Purpose purpose,
    int link,
    Optional<String> address,
    Optional<String> address6,
    Optional<String> gateway,
    List<Route> routes) {

  /** What a card leads to. */
  enum Purpose {
    /** To the controller, for SSH. */
    MANAGEMENT,
    /** To a line, at its server's end. */
    SERVER,
    /** To a line, at its client's end. */
    CLIENT,
    /** To a network of its own. */
    EXTRA
  }

  /**
   * A route over a card.
   *
   * @param source the address that the machine uses itself on this route
   */
  record Route(String destination, String source) {}

  Card {
    routes = List.copyOf(routes);
  }

  /** How the guest calls it. */
  String interfaceName() {
    return "enp0s" + slot;
  }
}
