@NullMarked
package dev.provision.cli;

import org.jspecify.annotations.NullMarked;
