/** Units of systemd: how they are asked, changed and modelled. */
@NullMarked
package dev.provision.host.units;

import org.jspecify.annotations.NullMarked;
