/** Walks plays over hosts: cursor, look-ahead, diff, apply, verify, guard, journal, events. */
@NullMarked
package dev.provision.run;

import org.jspecify.annotations.NullMarked;
