/** Packages of a host: how they are asked, changed and modelled. */
@NullMarked
package dev.provision.host.packages;

import org.jspecify.annotations.NullMarked;
