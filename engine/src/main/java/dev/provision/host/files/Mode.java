package dev.provision.host.files;

/**
 * Permission bits, with setuid, setgid and sticky.
 *
 * @param bits 0 to 07777
 */
public record Mode(int bits) {

  public Mode {
    if (bits < 0 || bits > 07777) {
      throw new IllegalArgumentException("[" + bits + "] are no permission bits");
    }
  }

  /** As {@code chmod} takes it: four octal digits. */
  public static Mode ofOctal(String digits) {
    return new Mode(Integer.parseInt(digits, 8));
  }

  /** Four octal digits. */
  @Override
  public String toString() {
    return String.format("%04o", bits);
  }
}
