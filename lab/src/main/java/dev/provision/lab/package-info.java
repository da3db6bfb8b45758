@NullMarked
package dev.provision.lab;

import org.jspecify.annotations.NullMarked;
