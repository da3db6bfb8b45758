@NullMarked
package dev.provision.verify;

import org.jspecify.annotations.NullMarked;
