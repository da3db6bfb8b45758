/** What went wrong, where in which file, and how it is worded. */
@NullMarked
package dev.provision.diag;

import org.jspecify.annotations.NullMarked;
