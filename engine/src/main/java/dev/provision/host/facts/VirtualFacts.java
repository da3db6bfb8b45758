package dev.provision.host.facts;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a host runs on, and what it can carry. */
final class VirtualFacts {

  private static final Map<String, String> MACHINES =
      Map.of(
          "kvm", "kvm",
          "qemu", "kvm",
          "amazon", "kvm",
          "vmware", "VMware",
          "microsoft", "VirtualPC",
          "oracle", "virtualbox",
          "xen", "xen",
          "parallels", "parallels",
          "google", "kvm");
  private static final Map<String, String> CONTAINERS =
      Map.of(
          "docker", "docker",
          "podman", "podman",
          "lxc", "lxc",
          "lxc-libvirt", "lxc",
          "systemd-nspawn", "systemd-nspawn",
          "openvz", "openvz",
          "wsl", "wsl");

  private final Sections sections;

  VirtualFacts(Sections sections) {
    this.sections = sections;
  }

  void addTo(Map<String, Value> facts) {
    Set<String> guest = guest();
    Set<String> host = host();
    String type = guest.stream().filter(g -> !g.equals("container")).findFirst().orElse("NA");
    String role = guest.isEmpty() ? "NA" : "guest";
    if (guest.isEmpty() && !host.isEmpty()) {
      type = host.iterator().next();
      role = "host";
    }
    facts.put("ansible_virtualization_type", Value.of(type));
    facts.put("ansible_virtualization_role", Value.of(role));
    facts.put("ansible_virtualization_tech_guest", words(guest));
    facts.put("ansible_virtualization_tech_host", words(host));
  }

  private static Value words(Set<String> words) {
    return Value.list(words.stream().map(Value::of).toList());
  }

  private Set<String> guest() {
    Set<String> found = new LinkedHashSet<>();
    containers(found);
    if (!found.isEmpty()) {
      found.add("container");
    }
    for (String word : sections.lines("virt")) {
      String machine = MACHINES.get(word.strip());
      if (machine != null) {
        found.add(machine);
      }
    }
    String product = sections.text("virt-product") + " " + sections.text("virt-vendor");
    for (Map.Entry<String, String> hint :
        List.of(
            Map.entry("QEMU", "kvm"),
            Map.entry("KVM", "kvm"),
            Map.entry("VMware", "VMware"),
            Map.entry("VirtualBox", "virtualbox"),
            Map.entry("OpenStack", "openstack"),
            Map.entry("Alibaba Cloud", "kvm"),
            Map.entry("Amazon EC2", "kvm"))) {
      if (product.contains(hint.getKey())) {
        found.add(hint.getValue());
      }
    }
    return found;
  }

  private void containers(Set<String> found) {
    List<String> hints = new ArrayList<>(sections.lines("virt"));
    hints.add(sections.text("virt-env").replace("container=", ""));
    for (String hint : hints) {
      String container = CONTAINERS.get(hint.strip());
      if (container != null) {
        found.add(container);
      }
    }
    for (String file : sections.lines("virt-files")) {
      found.add(file.equals("/run/.containerenv") ? "podman" : "docker");
    }
    if (sections.text("cgroup1").contains("/docker")) {
      found.add("docker");
    }
    if (sections.text("cgroup1").contains("/lxc/")) {
      found.add("lxc");
    }
  }

  private Set<String> host() {
    Set<String> found = new LinkedHashSet<>();
    if (sections.text("kvm").equals("kvm")) {
      found.add("kvm");
    }
    if (sections.text("xen").equals("xen")) {
      found.add("xen");
    }
    return found;
  }
}
