/** Which value a variable has for a task on a host: all layers in Ansible's order. */
@NullMarked
package dev.provision.run.vars;

import org.jspecify.annotations.NullMarked;
