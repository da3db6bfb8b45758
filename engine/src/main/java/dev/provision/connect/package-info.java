/** Batches of operations to one host and back: frames over a long-lived shell. */
@NullMarked
package dev.provision.connect;

import org.jspecify.annotations.NullMarked;
