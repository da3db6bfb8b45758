/**
 * Plays over hosts: binds tasks, merges what they need into few exchanges, counts and tells what
 * came of them.
 */
@NullMarked
package dev.provision.run.play;

import org.jspecify.annotations.NullMarked;
