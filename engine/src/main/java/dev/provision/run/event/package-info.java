/** What a run tells while it goes on. */
@NullMarked
package dev.provision.run.event;

import org.jspecify.annotations.NullMarked;
