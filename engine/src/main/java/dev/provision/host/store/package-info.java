/** What a run leaves on the host: who holds it, what it changed, what was there before. */
@NullMarked
package dev.provision.host.store;

import org.jspecify.annotations.NullMarked;
