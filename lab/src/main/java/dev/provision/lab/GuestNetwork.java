package dev.provision.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files by which a guest's network stack learns its addresses and routes. */
final class GuestNetwork {

  private final List<Card> cards;
  private final Optional<String> dummyAddress;
  private final Map<String, String> files = new LinkedHashMap<>();

  private GuestNetwork(List<Card> cards, Optional<String> dummyAddress) {
    this.cards = cards;
    this.dummyAddress = dummyAddress;
  }

  /**
   * Path, without the leading slash, to text.
   *
   * @param dummyAddress an address that belongs to no card
   */
  static Map<String, String> files(
      NetworkStack stack, List<Card> cards, Optional<String> dummyAddress) {
    GuestNetwork network = new GuestNetwork(cards, dummyAddress);
    switch (stack) {
      case NETWORK_MANAGER -> network.networkManager();
      case NETWORKD -> network.networkd();
      case IFUPDOWN -> network.ifupdown();
    }
    return network.files;
  }

  private static String name(Card card) {
    return switch (card.purpose()) {
      case MANAGEMENT -> "management";
      case SERVER, CLIENT -> "wan" + card.link();
      case EXTRA -> "extra" + card.link();
    };
  }

  private void networkManager() {
    String folder = "etc/NetworkManager/system-connections/";
    for (Card card : cards) {
      Lines file = new Lines();
      file.add("[connection]", "id=" + name(card), "type=ethernet");
      file.add("[ethernet]", "mac-address=" + card.hardwareAddress());
      file.add("[ipv4]", "method=" + (card.address().isPresent() ? "manual" : "auto"));
      card.address().ifPresent(address -> file.add("address1=" + address));
      if (card.gateway().isPresent()) {
        file.add("gateway=" + card.gateway().get());
      } else if (card.address().isPresent()) {
        file.add("never-default=true");
      }
      int number = 0;
      for (Card.Route route : card.routes()) {
        number++;
        file.add("route" + number + "=" + route.destination());
        file.add("route" + number + "_options=src=" + route.source());
      }
      if (card.address6().isPresent()) {
        file.add("[ipv6]", "method=manual", "address1=" + card.address6().get());
      } else {
        file.add("[ipv6]", "method=" + (card.address().isPresent() ? "link-local" : "auto"));
      }
      files.put(folder + name(card) + ".nmconnection", file.text());
    }
    dummyAddress.ifPresent(
        address -> {
          Lines file = new Lines();
          file.add("[connection]", "id=local", "type=dummy", "interface-name=dummy0");
          file.add("[ipv4]", "method=manual", "address1=" + address + "/32");
          file.add("[ipv6]", "method=disabled");
          files.put(folder + "local.nmconnection", file.text());
        });
  }

  private void networkd() {
    String folder = "etc/systemd/network/";
    for (Card card : cards) {
      Lines file = new Lines();
      file.add("[Match]", "PermanentMACAddress=" + card.hardwareAddress(), "Type=ether");
      file.add("[Network]");
      if (card.address().isPresent()) {
        file.add("Address=" + card.address().get(), "IPv6AcceptRA=no");
      } else {
        file.add("DHCP=ipv4", "IPv6AcceptRA=yes");
      }
      card.address6().ifPresent(address -> file.add("Address=" + address));
      card.gateway().ifPresent(gateway -> file.add("Gateway=" + gateway));
      for (Card.Route route : card.routes()) {
        file.add("[Route]", "Destination=" + route.destination());
        file.add("PreferredSource=" + route.source(), "Scope=link");
      }
      files.put(folder + "10-" + name(card) + ".network", file.text());
    }
    dummyAddress.ifPresent(
        address -> {
          files.put(folder + "20-local.netdev", "[NetDev]\nName=dummy0\nKind=dummy\n");
          files.put(
              folder + "20-local.network",
              "[Match]\nName=dummy0\n[Network]\nAddress=" + address + "/32\n");
        });
  }

  private void ifupdown() {
    Lines file = new Lines();
    file.add("auto lo", "iface lo inet loopback");
    dummyAddress.ifPresent(
        address -> {
          file.add("", "auto dummy0", "iface dummy0 inet static");
          file.add("  address " + address + "/32");
          file.add("  pre-up ip link add dummy0 type dummy || true");
        });
    for (Card card : cards) {
      String device = card.interfaceName();
      file.add("", "# " + name(card), "auto " + device);
      file.add("iface " + device + " inet " + (card.address().isPresent() ? "static" : "dhcp"));
      card.address().ifPresent(address -> file.add("  address " + address));
      card.gateway().ifPresent(gateway -> file.add("  gateway " + gateway));
      for (Card.Route route : card.routes()) {
        file.add(
            "  up ip route replace "
                + route.destination()
                + " dev "
                + device
                + " src "
                + route.source());
      }
      card.address6()
          .ifPresent(
              address -> file.add("iface " + device + " inet6 static", "  address " + address));
    }
    files.put("etc/network/interfaces", file.text());
  }

  /** A text file being written. */
  private static final class Lines {
    private final StringBuilder text = new StringBuilder();

    void add(String... lines) {
      for (String line : lines) {
        text.append(line).append('\n');
      }
    }

    String text() {
      return text.toString();
    }
  }
}
