package dev.provision.connect.ssh;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the host's key is checked.
 *
 * @param policy what happens with an unknown key
 * @param alias the name to look up in place of the host's own, as {@code HostKeyAlias}
 * @param userFiles known_hosts files of the user; new keys go into the first one
 * @param globalFiles known_hosts files of the machine; only read
 * @param hashNames whether names are hashed when a new key is written
 */
public record HostKeySettings(
    HostKeyPolicy policy,
    Optional<String> alias,
    List<Path> userFiles,
    List<Path> globalFiles,
    boolean hashNames) {

  public HostKeySettings {
    userFiles = List.copyOf(userFiles);
    globalFiles = List.copyOf(globalFiles);
  }

  public HostKeySettings withPolicy(HostKeyPolicy newPolicy) {
    return new HostKeySettings(newPolicy, alias, userFiles, globalFiles, hashNames);
  }
}
