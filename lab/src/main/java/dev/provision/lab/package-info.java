/** Whole machines to try things on, described in YAML, built from packages, run by QEMU. */
@NullMarked
package dev.provision.lab;

import org.jspecify.annotations.NullMarked;
