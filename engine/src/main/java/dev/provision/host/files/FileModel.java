package dev.provision.host.files;

import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The files in a model of a host. Follows symbolic links as far as they are known. */
public final class FileModel {

  private static final int MOST_LINKS = 40;

  private final HostModel model;

  private FileModel(HostModel model) {
    this.model = model;
  }

  public static FileModel of(HostModel model) {
    return new FileModel(model);
  }

  /** Puts a file, and in a closed model the folders it stands in. */
  public void putFile(String path, FileContent content, Mode mode) {
    FileStat stat =
        new FileStat(
            FileType.FILE, mode, Owner.ROOT, Owner.ROOT, content.size(), "", Optional.empty());
    putWithParents(path, FileNode.file(stat, Optional.of(content)));
  }

  public void putFolder(String path, Mode mode) {
    putWithParents(path, FileNode.of(folder(mode)));
  }

  public void putLink(String path, String target) {
    putWithParents(path, FileNode.of(link(target)));
  }

  static FileStat folder(Mode mode) {
    return new FileStat(FileType.DIRECTORY, mode, Owner.ROOT, Owner.ROOT, 0, "", Optional.empty());
  }

  static FileStat link(String target) {
    return new FileStat(
        FileType.LINK, new Mode(0777), Owner.ROOT, Owner.ROOT, 0, target, Optional.empty());
  }

  private void putWithParents(String path, FileNode node) {
    String parent = HostPath.parent(path);
    Known<FileNode> known = node(parent);
    if (!parent.equals(path) && !(known.isKnown() && known.get().exists())) {
      putWithParents(parent, FileNode.of(folder(new Mode(0755))));
    }
    put(path, node);
  }

  void put(String path, FileNode node) {
    model.put(Resource.file(path), node);
    for (String above = path; !above.equals("/"); ) {
      above = HostPath.parent(above);
      model.drop(treeFact(above));
    }
  }

  /** Under which it is kept what is below a folder. */
  static Resource treeFact(String folder) {
    return new Resource("tree-groups", folder);
  }

  /** Whether all that is in a folder is known. */
  boolean isWhole(FileNode folder) {
    return model.isClosed() || folder.complete();
  }

  /** What stands at a path itself; its folder's links are followed, its own is not. */
  Known<FileNode> node(String path) {
    return at(canonicalFolder(path));
  }

  /** What a path leads to in the end. */
  Known<FileNode> followed(String path) {
    return at(canonical(path));
  }

  private Known<FileNode> at(String path) {
    Known<FileNode> known = model.fact(Resource.file(path), FileNode.class);
    if (known.isKnown()) {
      return known;
    }
    if (path.equals("/")) {
      return Known.of(FileNode.SOME_FOLDER);
    }
    if (model.isClosed()) {
      return Known.of(FileNode.ABSENT);
    }
    Known<FileNode> parent = at(HostPath.parent(path));
    boolean absent =
        parent.isKnown()
            && (parent.get().type() != FileType.DIRECTORY && parent.get().type() != FileType.LINK
                || parent.get().complete());
    return absent ? Known.of(FileNode.ABSENT) : Known.unknown();
  }

  /** The path with all known links on the way, and the last one, followed. */
  String canonical(String path) {
    String now = path;
    for (int i = 0; i < MOST_LINKS; i++) {
      now = canonicalFolder(now);
      Known<FileNode> node = at(now);
      if (!node.isKnown() || node.get().type() != FileType.LINK) {
        return now;
      }
      Optional<String> target = node.get().stat().map(FileStat::linkTarget);
      if (target.isEmpty()) {
        return now;
      }
      now = targetPath(now, target.get());
    }
    return now;
  }

  static String targetPath(String link, String target) {
    return HostPath.normal(target.startsWith("/") ? target : HostPath.parent(link) + "/" + target);
  }

  /** The path with all known links on the way followed, but not the last one. */
  String canonicalFolder(String path) {
    if (path.equals("/")) {
      return path;
    }
    String parent = HostPath.parent(path);
    Known<String> alias = model.fact(alias(parent), String.class);
    String folder = alias.isKnown() ? alias.get() : parent.equals("/") ? parent : canonical(parent);
    return HostPath.below(folder, HostPath.name(path));
  }

  private static Resource alias(String folder) {
    return new Resource("alias", folder);
  }

  /** A real host said that a folder's true path is another one. */
  void learnAlias(String folder, String truePath) {
    if (!folder.equals(truePath)) {
      model.put(alias(folder), truePath);
    }
  }

  /** Removes it and all below it. */
  void remove(String path) {
    String real = canonicalFolder(path);
    forgetBelow(real);
    put(real, FileNode.ABSENT);
  }

  private void forgetBelow(String path) {
    List<Resource> gone = new ArrayList<>();
    for (Resource known : model.facts().keySet()) {
      if (Resource.tree(path).overlaps(known)) {
        gone.add(known);
      }
    }
    gone.forEach(model::drop);
  }

  /**
   * Something that is not ours may have made files below these folders: what was absent there may
   * be there now.
   */
  public void forgetAbsentBelow(Set<Resource> trees) {
    for (Map.Entry<Resource, Object> known : model.facts().entrySet()) {
      boolean isConcerned = trees.stream().anyMatch(tree -> tree.overlaps(known.getKey()));
      if (isConcerned && known.getValue() instanceof FileNode node) {
        if (!node.exists()) {
          model.drop(known.getKey());
        } else if (node.complete()) {
          model.put(known.getKey(), new FileNode(node.type(), node.stat(), node.content(), false));
        }
      }
    }
  }

  /** The known paths below a folder, it left out. */
  List<String> below(String folder) {
    return model.facts().entrySet().stream()
        .map(Map.Entry::getKey)
        .filter(r -> r.kind().equals("file") && !r.name().equals(folder))
        .filter(r -> Resource.tree(folder).overlaps(r))
        .map(Resource::name)
        .sorted()
        .toList();
  }

  /** Changes what is known of an inode; where nothing is, that stays so. */
  void change(String realPath, UnaryOperator<FileStat> change) {
    Known<FileNode> node = at(realPath);
    if (node.isKnown() && node.get().exists()) {
      FileNode now = node.get();
      put(realPath, now.stat().map(stat -> now.withStat(change.apply(stat))).orElse(now));
    }
  }

  /**
   * All paths of which it is known that they are absent (then without content) or regular files
   * with known content.
   */
  public Map<String, Optional<FileContent>> regularFiles() {
    Map<String, Optional<FileContent>> files = new TreeMap<>();
    model
        .facts()
        .forEach(
            (resource, fact) -> {
              if (fact instanceof FileNode node
                  && (node.type() == FileType.ABSENT || node.content().isPresent())) {
                files.put(resource.name(), node.content());
              }
            });
    return files;
  }
}
