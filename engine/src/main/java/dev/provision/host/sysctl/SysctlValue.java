package dev.provision.host.sysctl;

/**
 * A setting as the kernel has it now.
 *
 * @param exists whether the kernel has it
 * @param readable whether its value can be read
 * @param writable whether the account may change it, as far as the file's mode tells
 * @param value with single blanks between its words; empty where it can't be read
 */
public record SysctlValue(boolean exists, boolean readable, boolean writable, String value) {

  public static final SysctlValue ABSENT = new SysctlValue(false, false, false, "");

  public static SysctlValue of(String value) {
    return new SysctlValue(true, true, true, normal(value));
  }

  /** Words parted by single blanks: the kernel prints tabs. */
  public static String normal(String value) {
    return value.strip().replaceAll("\\s+", " ");
  }
}
