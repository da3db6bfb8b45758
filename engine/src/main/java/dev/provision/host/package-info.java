/** Operations on a host as data: queries, steps, their shell text, and a model of a host. */
@NullMarked
package dev.provision.host;

import org.jspecify.annotations.NullMarked;
