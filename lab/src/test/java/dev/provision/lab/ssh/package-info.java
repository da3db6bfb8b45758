/** SSH connections on lines with a delay. */
@NullMarked
package dev.provision.lab.ssh;

import org.jspecify.annotations.NullMarked;
