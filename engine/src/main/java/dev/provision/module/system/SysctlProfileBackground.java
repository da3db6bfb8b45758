package dev.provision.module.system;

import dev.provision.host.files.Mode;
import java.util.List;
import java.util.Set;

/**
 * What is seen beside a profile's state. Equal to any other: no part of the state.
 *
 * @param path the file's true path
 * @param hasFolder whether the file's folder is there
 * @param readOnly settings that the account may not change
 * @param congestionControl the algorithm in force; empty where it can't be read
 * @param winners places loaded after the file that set one of its settings otherwise, each as
 *     {@code key: file:line = value}
 */
record SysctlProfileBackground(
    String path,
    Mode mode,
    boolean hasFolder,
    Set<String> readOnly,
    String congestionControl,
    List<String> winners) {

  @Override
  public boolean equals(Object other) {
    return other instanceof SysctlProfileBackground;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
