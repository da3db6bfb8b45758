/** Scalars, lists, maps and secrets that flow through variables, with origin. */
@NullMarked
package dev.provision.value;

import org.jspecify.annotations.NullMarked;
