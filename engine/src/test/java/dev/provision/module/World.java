package dev.provision.module;

import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.host.HostModel;
import dev.provision.host.LocalShell;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileModel;
import dev.provision.host.files.Mode;
import dev.provision.value.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A host to act on: a model, or a real shell in a folder of its own. */
public interface World {

  /** The folder that {@code $T} stands for in cases. */
  String folder();

  HostInfo host();

  <T> T ask(Query<T> query);

  FrameResult run(Step step);

  void file(String path, String content, int mode);

  void folder(String path, int mode);

  void link(String path, String target);

  /** All that is there, path to description. */
  SortedMap<String, String> snapshot();

  /** A model of a host that has what was put there and nothing else. */
  final class OfModel implements World {
    private final HostModel model = HostModel.closed();

    public OfModel() {
      folder("/t", 0755);
    }

    public HostModel model() {
      return model;
    }

    @Override
    public String folder() {
      return "/t";
    }

    @Override
    public HostInfo host() {
      return Kit.host("/t");
    }

    @Override
    public <T> T ask(Query<T> query) {
      return query.answer(model).get();
    }

    @Override
    public FrameResult run(Step step) {
      model.apply(step);
      return FrameResult.ended(0, "", "");
    }

    @Override
    public void file(String path, String content, int mode) {
      FileModel.of(model).putFile(path, FileContent.of(Text.plain(content)), new Mode(mode));
    }

    @Override
    public void folder(String path, int mode) {
      FileModel.of(model).putFolder(path, new Mode(mode));
    }

    @Override
    public void link(String path, String target) {
      FileModel.of(model).putLink(path, target);
    }

    @Override
    public SortedMap<String, String> snapshot() {
      SortedMap<String, String> all = new TreeMap<>();
      model.facts().forEach((resource, fact) -> all.put(resource.toString(), fact.toString()));
      return all;
    }
  }

  /** A real shell. */
  final class OfShell implements World {
    private final LocalShell shell;
    private final Path root;

    public OfShell(LocalShell.Kind kind, Path base) {
      this.root = base.resolve("t");
      Path scratch = base.resolve("scratch");
      try {
        Files.createDirectories(root);
        Files.createDirectories(scratch);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      this.shell = new LocalShell(kind, scratch);
    }

    public LocalShell shell() {
      return shell;
    }

    @Override
    public String folder() {
      return root.toString();
    }

    @Override
    public HostInfo host() {
      return Kit.host(root.toString());
    }

    @Override
    public <T> T ask(Query<T> query) {
      return shell.ask(query);
    }

    @Override
    public FrameResult run(Step step) {
      return shell.run(step);
    }

    @Override
    public void file(String path, String content, int mode) {
      try {
        Files.createDirectories(Path.of(path).getParent());
        Files.writeString(Path.of(path), content);
        setMode(path, mode);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void setMode(String path, int mode) {
      shell.run(
          Text.plain("chmod " + String.format("0%04o", mode) + " '" + path + "'"),
          Optional.empty());
    }

    @Override
    public void folder(String path, int mode) {
      try {
        Files.createDirectories(Path.of(path));
        setMode(path, mode);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void link(String path, String target) {
      try {
        Files.createDirectories(Path.of(path).getParent());
        Files.createSymbolicLink(Path.of(path), Path.of(target));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public SortedMap<String, String> snapshot() {
      SortedMap<String, String> all = new TreeMap<>();
      try (Stream<Path> paths = Files.walk(root)) {
        for (Path path : (Iterable<Path>) paths::iterator) {
          all.put(path.toString(), described(path));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return all;
    }

    private static String described(Path path) throws IOException {
      if (Files.isSymbolicLink(path)) {
        return "link " + Files.readSymbolicLink(path);
      }
      Object mode = Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      String what =
          Files.isDirectory(path)
              ? "folder"
              : FileContent.of(Files.readAllBytes(path)).sha256().substring(0, 12);
      return what
          + " "
          + Integer.toOctalString((Integer) mode)
          + " "
          + PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
          + " "
          + Files.getOwner(path);
    }
  }
}
