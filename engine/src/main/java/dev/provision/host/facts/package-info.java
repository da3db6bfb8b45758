/** Facts about a host under Ansible's names. */
@NullMarked
package dev.provision.host.facts;

import org.jspecify.annotations.NullMarked;
