package dev.provision.inventory;

import java.nio.file.Path;

/**
 * A source that was read.
 *
 * @param written as after {@code -i}
 * @param file the file or folder; the text itself for a list of hosts
 * @param folder where {@code group_vars} and {@code host_vars} belong: {@code inventory_dir}
 */
public record InventorySource(String written, Path file, Path folder) {}
