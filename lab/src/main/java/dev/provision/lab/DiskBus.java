package dev.provision.lab;

/** How a disk is attached. */
public enum DiskBus {
  NVME("nvme", "/dev/nvme%dn1"),
  VIRTIO("virtio", "/dev/vd%c");

  private final String word;
  private final String device;

  DiskBus(String word, String device) {
    this.word = word;
    this.device = device;
  }

  /** As written in lab descriptions. */
  public String word() {
    return word;
  }

  /** The device's name in the guest, for the disk that is number {@code index} on this bus. */
  public String device(int index) {
    return this == NVME ? String.format(device, index) : String.format(device, 'a' + index);
  }
}
