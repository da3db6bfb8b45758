/** YAML text to nodes with positions, to inventory, plays, tasks, roles, as written. */
@NullMarked
package dev.provision.lang;

import org.jspecify.annotations.NullMarked;
