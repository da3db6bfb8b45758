package dev.provision.lab;

/** Which of Debian's kernels a machine boots. */
public enum KernelFlavour {
  /** Small, and it boots without an initial RAM disk from NVMe. */
  CLOUD("cloud", "linux-image-cloud-amd64"),
  /** For what the cloud kernel leaves out, such as drivers of real network cards. */
  FULL("full", "linux-image-amd64");

  private final String word;
  private final String metaPackage;

  KernelFlavour(String word, String metaPackage) {
    this.word = word;
    this.metaPackage = metaPackage;
  }

  /** As written in lab descriptions. */
  public String word() {
    return word;
  }

  /** The package that depends on the newest kernel of its kind. */
  public String metaPackage() {
    return metaPackage;
  }
}
