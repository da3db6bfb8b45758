package dev.provision.lab;

/**
 * A network card beside the one for management and those of the links: on a tap device in a network
 * namespace of its own.
 *
 * @param queues pairs of receive and transmit queues, at least 1
 */
public record NicSpec(int queues) {}
