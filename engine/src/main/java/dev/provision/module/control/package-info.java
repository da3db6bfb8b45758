/** Modules that work on variables and on the run itself. */
@NullMarked
package dev.provision.module.control;

import org.jspecify.annotations.NullMarked;
