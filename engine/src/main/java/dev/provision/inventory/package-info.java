/** Which hosts, and each host's variables by precedence, lazily. */
@NullMarked
package dev.provision.inventory;

import org.jspecify.annotations.NullMarked;
