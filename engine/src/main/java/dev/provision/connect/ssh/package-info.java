/** SSH: the user's configuration, host keys, authentication, and channels that carry bytes. */
@NullMarked
package dev.provision.connect.ssh;

import org.jspecify.annotations.NullMarked;
