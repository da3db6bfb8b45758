package dev.provision.host.files;

/**
 * Things below a folder that are alike.
 *
 * @param count how many there are
 */
public record TreeGroup(FileType type, Mode mode, Owner owner, Owner group, long count) {}
