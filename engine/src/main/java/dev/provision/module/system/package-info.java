/** Modules for what a host runs: kernel settings, packages, services, facts. */
@NullMarked
package dev.provision.module.system;

import org.jspecify.annotations.NullMarked;
