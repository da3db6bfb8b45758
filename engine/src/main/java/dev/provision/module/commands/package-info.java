/** Modules that run commands of the user. */
@NullMarked
package dev.provision.module.commands;

import org.jspecify.annotations.NullMarked;
