/**
 * Test hosts as containers: real sshd, systemd or busybox, and an account for each kind of login.
 */
@NullMarked
package dev.provision.lab.container;

import org.jspecify.annotations.NullMarked;
