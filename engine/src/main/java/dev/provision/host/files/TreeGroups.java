package dev.provision.host.files;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is below a folder, counted by kind. */
public record TreeGroups(List<TreeGroup> groups) {

  public static final TreeGroups NONE = new TreeGroups(List.of());

  public TreeGroups {
    groups = List.copyOf(groups);
  }

  /** How many things do not have these attributes. */
  public long unfitting(Optional<FileMode> mode, Optional<String> owner, Optional<String> group) {
    return groups.stream()
        .filter(g -> !fits(g, mode, owner, group))
        .mapToLong(TreeGroup::count)
        .sum();
  }

  private static boolean fits(
      TreeGroup g, Optional<FileMode> mode, Optional<String> owner, Optional<String> group) {
    boolean hasMode =
        mode.isEmpty()
            || g.type() == FileType.LINK
            || mode.get().applyTo(g.mode(), g.type() == FileType.DIRECTORY).equals(g.mode());
    return hasMode
        && (owner.isEmpty() || g.owner().is(owner.get()))
        && (group.isEmpty() || g.group().is(group.get()));
  }

  /** For each kind whose mode has to change, what it becomes. */
  public Map<SetTree.Kind, Mode> modes(FileMode wanted) {
    Map<SetTree.Kind, Mode> modes = new LinkedHashMap<>();
    for (TreeGroup group : groups) {
      boolean isFolder = group.type() == FileType.DIRECTORY;
      Mode mode = wanted.applyTo(group.mode(), isFolder);
      if (group.type() != FileType.LINK && !mode.equals(group.mode())) {
        modes.put(new SetTree.Kind(isFolder, group.mode()), mode);
      }
    }
    return modes;
  }
}
