package dev.provision.lab;

import java.util.List;

/** Who configures the interfaces of a machine. */
public enum NetworkStack {
  NETWORK_MANAGER("NetworkManager", List.of("network-manager")),
  NETWORKD("networkd", List.of()),
  IFUPDOWN("ifupdown", List.of("ifupdown"));

  private final String word;
  private final List<String> packages;

  NetworkStack(String word, List<String> packages) {
    this.word = word;
    this.packages = packages;
  }

  /** As written in lab descriptions. */
  public String word() {
    return word;
  }

  /** What has to be installed for it. */
  public List<String> packages() {
    return packages;
  }
}
