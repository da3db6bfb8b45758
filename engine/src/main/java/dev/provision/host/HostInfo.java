package dev.provision.host;

import java.util.Set;

/**
 * What the engine itself needs to know of a host; part of the hello. Not to be mixed up with {@code
 * ansible_facts}, which exist only where a play gathers them.
 *
 * @param kernel {@code Linux}, {@code FreeBSD}, … as {@code uname -s} says
 * @param kernelRelease as {@code uname -r} says
 * @param architecture as {@code uname -m} says
 * @param distribution the {@code ID} of /etc/os-release, e.g. {@code debian}; empty where there is
 *     none
 * @param distributionVersion the {@code VERSION_ID}, e.g. {@code 12}; empty where there is none
 * @param distributionLike the words of {@code ID_LIKE}
 * @param init the name of process 1: {@code systemd}, {@code init}, {@code busybox}, …
 * @param userId the acting account's numeric id
 * @param user the acting account's name
 * @param home its home folder
 * @param hostName as {@code uname -n} says
 * @param bootId of /proc/sys/kernel/random/boot_id; empty where there is none
 * @param tools which of the programs that our shell text may use are there
 */
public record HostInfo(
    String kernel,
    String kernelRelease,
    String architecture,
    String distribution,
    String distributionVersion,
    Set<String> distributionLike,
    String init,
    long userId,
    String user,
    String home,
    String hostName,
    String bootId,
    Set<String> tools) {

  public HostInfo {
    distributionLike = Set.copyOf(distributionLike);
    tools = Set.copyOf(tools);
  }

  /** The same host, seen by another account. */
  public HostInfo as(long newUserId, String newUser, String newHome) {
    return new HostInfo(
        kernel,
        kernelRelease,
        architecture,
        distribution,
        distributionVersion,
        distributionLike,
        init,
        newUserId,
        newUser,
        newHome,
        hostName,
        bootId,
        tools);
  }

  public boolean has(String tool) {
    return tools.contains(tool);
  }

  /** Whether the distribution is {@code family} or says it is like it. */
  public boolean isLike(String family) {
    return distribution.equals(family) || distributionLike.contains(family);
  }

  public boolean hasSystemd() {
    return init.equals("systemd");
  }

  public boolean isRoot() {
    return userId == 0;
  }
}
