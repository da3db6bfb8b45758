/** What a module is, how its parameters are read, and the built-in ones. */
@NullMarked
package dev.provision.module;

import org.jspecify.annotations.NullMarked;
