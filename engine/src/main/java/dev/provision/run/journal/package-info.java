/** What runs leave here: who changed what, when, and what was there before. */
@NullMarked
package dev.provision.run.journal;

import org.jspecify.annotations.NullMarked;
