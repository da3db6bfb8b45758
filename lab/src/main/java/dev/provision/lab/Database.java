package dev.provision.lab;

import java.util.List;

/** The database server of a machine. */
public enum Database {
  NONE("none", List.of()),
  /** The newest that Debian sid has; the image's manifest records which. */
  MYSQL_9_7("mysql-9.7", List.of("mysql-server")),
  /** A server binary inside a jar; Debian's MariaDB client talks to it. */
  MYSQL_8_0_15(
      "mysql-8.0.15", List.of("adduser", "mariadb-client", "libaio1", "libnuma1", "libstdc++6")),
  MARIADB("mariadb", List.of("mariadb-server"));

  private final String word;
  private final List<String> packages;

  Database(String word, List<String> packages) {
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
