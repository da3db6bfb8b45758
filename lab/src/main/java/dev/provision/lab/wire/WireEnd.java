package dev.provision.lab.wire;

import dev.provision.lab.LocalCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One end of a line: a network namespace with an address of its own and its own loopback, its own
 * sysctls under net.ipv4, and a default route over the line.
 *
 * @param namespace the name for {@code ip netns exec}
 * @param address its IPv4 address
 * @param address6 its IPv6 address
 */
public record WireEnd(String namespace, String address, String address6) {

  /** A command to be started here; the line's end kills what it left behind. */
  public ProcessBuilder command(String... command) {
    List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    line.addAll(List.of(command));
    return new ProcessBuilder(line);
  }

  /** Runs a command here to its end and returns its standard output. It must succeed. */
  public String run(String... command) {
    return LocalCommand.run(command(command));
  }

  /** A Java program on this program's class path, to be started here. */
  public ProcessBuilder java(Class<?> main, String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    line.addAll(List.of(arguments));
    return command(line.toArray(String[]::new));
  }

  /** Gives this end one more address, which the other end reaches over the line. */
  public void addAddress(String extra) {
    LocalCommand.run("ip", "-n", namespace, "addr", "add", extra, "dev", "lo");
  }

  void configure(String network, String network6) {
    LocalCommand.run("ip", "-n", namespace, "addr", "add", address + network, "dev", "wire0");
    LocalCommand.run(
        "ip", "-n", namespace, "addr", "add", address6 + network6, "dev", "wire0", "nodad");
    LocalCommand.run("ip", "-n", namespace, "link", "set", "lo", "up");
    LocalCommand.run("ip", "-n", namespace, "link", "set", "wire0", "up", "txqueuelen", "10000");
    LocalCommand.run("ip", "-n", namespace, "route", "add", "default", "dev", "wire0");
    LocalCommand.run("ip", "-n", namespace, "-6", "route", "add", "default", "dev", "wire0");
  }
}
