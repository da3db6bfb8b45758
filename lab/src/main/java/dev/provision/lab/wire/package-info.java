/**
 * A long line between two network namespaces of this machine: real TCP at native speed, with a
 * delay for each packet.
 */
@NullMarked
package dev.provision.lab.wire;

import org.jspecify.annotations.NullMarked;
