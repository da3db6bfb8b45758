/** Modules for files and folders. */
@NullMarked
package dev.provision.module.files;

import org.jspecify.annotations.NullMarked;
