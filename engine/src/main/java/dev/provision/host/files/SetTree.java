package dev.provision.host.files;

import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives what is below a folder other owners and modes, touching only what has others. Links get
 * owners only, and are not followed.
 *
 * @param modes for each type and mode that does not fit, the mode to set
 */
public record SetTree(
    String path, Map<Kind, Mode> modes, Optional<String> owner, Optional<String> group)
    implements Step {

  /** Things that are alike as far as modes go. */
  public record Kind(boolean folder, Mode mode) {}

  public SetTree {
    modes = Map.copyOf(modes);
  }

  @Override
  public Text script() {
    StringBuilder script = new StringBuilder("cd " + Sh.quote(path) + " || exit 1\n");
    List<String> others = new ArrayList<>();
    owner.ifPresent(o -> others.add("! -user " + Sh.quote(o)));
    group.ifPresent(g -> others.add("! -group " + Sh.quote(g)));
    if (!others.isEmpty()) {
      String spec = owner.orElse("") + group.map(g -> ":" + g).orElse("");
      script
          .append("find . ! -name . \\( ")
          .append(String.join(" -o ", others))
          .append(" \\) -exec chown -h ")
          .append(Sh.quote(spec))
          .append(" {} + || exit 1\n");
    }
    modes.entrySet().stream()
        .sorted(Map.Entry.comparingByKey((a, b) -> a.toString().compareTo(b.toString())))
        .forEach(change -> script.append(chmod(change.getKey(), change.getValue())));
    return Text.plain(script.toString());
  }

  // Depth first: a folder may lose the right to be looked into.
  private static String chmod(Kind kind, Mode mode) {
    return "find . -depth ! -name . "
        + (kind.folder ? "-type d" : "! -type d ! -type l")
        + " -perm "
        + kind.mode
        + " -exec chmod "
        + Scripts.exact(mode)
        + " {} + || exit 1\n";
  }

  @Override
  public Duration timeout() {
    return Duration.ofHours(1);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.tree(path));
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(Resource.tree(path));
  }

  @Override
  public void applyTo(HostModel model) {
    FileModel files = FileModel.of(model);
    String real = files.canonical(path);
    Resource fact = FileModel.treeFact(real);
    Known<TreeGroups> told = model.fact(fact, TreeGroups.class);
    files.below(real).forEach(below -> files.change(below, this::changed));
    if (told.isKnown()) {
      List<TreeGroup> groups = new ArrayList<>();
      for (TreeGroup g : told.get().groups()) {
        FileStat stat =
            changed(
                new FileStat(g.type(), g.mode(), g.owner(), g.group(), 0, "", Optional.empty()));
        groups.add(new TreeGroup(g.type(), stat.mode(), stat.owner(), stat.group(), g.count()));
      }
      model.put(fact, new TreeGroups(groups));
    }
  }

  private FileStat changed(FileStat stat) {
    FileStat owned = stat.withOwners(owner, group);
    Mode mode =
        stat.type() == FileType.LINK ? null : modes.get(new Kind(stat.isFolder(), stat.mode()));
    return mode == null ? owned : owned.withMode(mode);
  }

  @Override
  public String words() {
    return "set attributes below " + path;
  }
}
