package dev.provision.lab.container;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a test host differs from its image.
 *
 * @param sshd lines of sshd_config that win over the image's, such as {@code MaxSessions 2}
 * @param tmpfs mount point to options, such as {@code /small} to {@code size=64k}: the way to a
 *     full disk
 * @param files path to content, put there before the host boots, root's, mode 0644
 */
public record ContainerOptions(
    List<String> sshd, Map<String, String> tmpfs, Map<String, String> files) {
  public ContainerOptions {
    sshd = List.copyOf(sshd);
    tmpfs = Map.copyOf(tmpfs);
    files = Map.copyOf(files);
  }

  /** The image as it is. */
  public static ContainerOptions none() {
    return new ContainerOptions(List.of(), Map.of(), Map.of());
  }

  /** Adds a line to sshd_config. */
  public ContainerOptions withSshd(String line) {
    List<String> more = new ArrayList<>(sshd);
    more.add(line);
    return new ContainerOptions(more, tmpfs, files);
  }

  /** Mounts a file system in memory, with mount options such as {@code size=64k}. */
  public ContainerOptions withTmpfs(String path, String options) {
    return new ContainerOptions(sshd, with(tmpfs, path, options), files);
  }

  /** Puts a file there before the host boots. */
  public ContainerOptions withFile(String path, String content) {
    return new ContainerOptions(sshd, tmpfs, with(files, path, content));
  }

  private static Map<String, String> with(Map<String, String> map, String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(map);
    more.put(key, value);
    return more;
  }
}
