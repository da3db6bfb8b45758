package dev.provision.connect;

/** {@link SessionContract} on this machine's own shell. */
class ShellSessionTests extends SessionContract {}
