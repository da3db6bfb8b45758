/** Files and folders of a host: how they are read, changed and modelled. */
@NullMarked
package dev.provision.host.files;

import org.jspecify.annotations.NullMarked;
