package dev.provision.lab;

/**
 * A disk of a machine.
 *
 * @param bus how it is attached
 * @param bytes its size
 * @param queues hardware queues, at least 1
 */
public record DiskSpec(DiskBus bus, long bytes, int queues) {}
