package dev.provision.lab;

import java.util.List;

/**
 * A file system on several disks, made when the machine boots for the first time.
 *
 * @param disks the disks it lies on, counted from 1; the first disk of a machine holds the system
 * @param raid the level of the md array that joins the disks; empty where they are used as they are
 * @param lvm whether it is a logical volume in a volume group {@code lab}
 * @param mount where it is mounted
 */
public record VolumeSpec(List<Integer> disks, String raid, boolean lvm, String mount) {

  public VolumeSpec {
    disks = List.copyOf(disks);
  }
}
