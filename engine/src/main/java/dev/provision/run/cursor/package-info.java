/** Where a host stands in a play: walks the tree of blocks, includes and handlers. */
@NullMarked
package dev.provision.run.cursor;

import org.jspecify.annotations.NullMarked;
