/** Kernel settings of a host: the live ones and the files they are loaded from. */
@NullMarked
package dev.provision.host.sysctl;

import org.jspecify.annotations.NullMarked;
