package dev.provision.module;

import dev.provision.module.ParamResolver.ControllerFile;
import java.util.Optional;

/**
 * The parameter type for files that are the controller's, or the host's where the argument {@code
 * remote_src} is true.
 *
 * @param written as the user wrote it
 * @param file the controller's file; empty where it is the host's
 */
public record FileSource(String written, Optional<ControllerFile> file) {}
