package dev.provision.module.system;

import dev.provision.host.files.FileType;
import java.util.Optional;

/**
 * A kernel setting's state.
 *
 * @param value the live one; empty where the kernel lacks it or does not tell it
 * @param persistent the one in the file; empty where the file does not set it
 * @param file whether the file is there
 * @param twin the live value of the setting that this one excludes; empty where there is none
 * @param background what else was seen, which is no part of the state
 */
record SysctlState(
    Optional<String> value,
    Optional<String> persistent,
    FileType file,
    Optional<String> twin,
    SysctlBackground background) {}
