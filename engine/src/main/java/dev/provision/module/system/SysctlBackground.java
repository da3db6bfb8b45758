package dev.provision.module.system;

import dev.provision.host.files.FileContent;
import dev.provision.host.files.Mode;
import java.util.List;

/**
 * What is seen beside a setting's state. Equal to any other: no part of the state.
 *
 * @param exists whether the kernel has the setting
 * @param readable whether it tells the value
 * @param writable whether the account may change it
 * @param path the file's true path
 * @param content all that is in the file
 * @param hasFolder whether the file's folder is there
 * @param others places outside of the file that set it too, each as {@code file:line = value}
 * @param winner the place outside of the file that is loaded after it; empty for none
 */
record SysctlBackground(
    boolean exists,
    boolean readable,
    boolean writable,
    String path,
    FileContent content,
    Mode mode,
    boolean hasFolder,
    List<String> others,
    String winner) {

  @Override
  public boolean equals(Object other) {
    return other instanceof SysctlBackground;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
