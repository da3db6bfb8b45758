package dev.provision.host.files;

/**
 * Whom a file belongs to, account or group.
 *
 * @param name empty where it is not known; the digits of {@code id} where the host has no name for
 *     it
 * @param id -1 where it is not known
 */
public record Owner(String name, long id) {

  public static final Owner UNKNOWN = new Owner("", -1);
  public static final Owner ROOT = new Owner("root", 0);

  /** As a user writes it: a name, or the digits of an id. */
  public static Owner written(String text) {
    boolean isNumber = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    // Digits too long for an id name nobody; chown will say so.
    return isNumber && text.length() <= 10
        ? new Owner(text, Long.parseLong(text))
        : new Owner(text, -1);
  }

  /** Whether this, as a host shows it, is who a user means by {@code wanted}. */
  public boolean is(String wanted) {
    Owner meant = written(wanted);
    return meant.id >= 0 && id >= 0 ? id == meant.id : name.equals(wanted);
  }

  @Override
  public String toString() {
    return name.isEmpty() ? id < 0 ? "?" : Long.toString(id) : name;
  }
}
