package dev.provision.module.system;

import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A profile's state.
 *
 * @param file whether the file is there
 * @param content of the file
 * @param live the live value of each setting and of what it excludes, by name; those that the
 *     kernel lacks are missing
 * @param background what else was seen, which is no part of the state
 */
record SysctlProfileState(
    FileType file,
    FileContent content,
    Map<String, String> live,
    SysctlProfileBackground background) {

  SysctlProfileState {
    live = Collections.unmodifiableMap(new LinkedHashMap<>(live));
  }

  SysctlProfileState with(FileType newFile, FileContent newContent, Map<String, String> newLive) {
    return new SysctlProfileState(newFile, newContent, newLive, background);
  }
}
