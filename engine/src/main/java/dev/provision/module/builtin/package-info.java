/** The modules that come with the program, and the names of those that don't. */
@NullMarked
package dev.provision.module.builtin;

import org.jspecify.annotations.NullMarked;
