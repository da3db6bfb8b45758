package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The machine that this process runs on. */
final class LocalController implements Controller {

  private static final long PIPE_SECONDS = 120;

  private final Path base;
  private final Map<String, String> environment;
  private final Function<byte[], Optional<Text>> opener;
  private final YamlText yaml;
  private final Clock clock;
  private final RandomGenerator random = new SecureRandom();

  /**
   * @param base where relative paths start: the playbook's folder
   * @param environment the environment variables that templates see and commands get
   * @param opener decrypts the content of a vault; empty for any other content
   */
  LocalController(
      Path base,
      Map<String, String> environment,
      Function<byte[], Optional<Text>> opener,
      YamlText yaml,
      Clock clock) {
    this.base = base.toAbsolutePath().normalize();
    this.environment = Map.copyOf(environment);
    this.opener = opener;
    this.yaml = yaml;
    this.clock = clock;
  }

  @Override
  public Optional<String> environment(String name) {
    return Optional.ofNullable(environment.get(name));
  }

  @Override
  public Optional<Path> find(String kind, String name, Scope scope) {
    Path wanted = path(home(name));
    if (wanted.isAbsolute()) {
      return Optional.of(wanted).filter(Files::exists);
    }
    for (Path folder : folders(scope)) {
      for (Path place : List.of(folder.resolve(kind).resolve(name), folder.resolve(name))) {
        if (Files.exists(place)) {
          return Optional.of(place.normalize());
        }
      }
    }
    return Optional.empty();
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new ProvisionException(ErrorCode.FILE_NOT_FOUND, "A path holds a NUL character.");
    }
  }

  private String home(String name) {
    return name.startsWith("~/")
        ? environment("HOME").map(home -> home + name.substring(1)).orElse(name)
        : name;
  }

  /** Where files are looked for, the most particular first. */
  private Set<Path> folders(Scope scope) {
    Set<Path> folders = new LinkedHashSet<>();
    scope
        .lookup("ansible_search_path")
        .filter(Value.Seq.class::isInstance)
        .ifPresent(paths -> ((Value.Seq) paths).items().forEach(path -> add(path, folders)));
    scope.lookup("role_path").ifPresent(path -> add(path, folders));
    scope.lookup("playbook_dir").ifPresent(path -> add(path, folders));
    folders.add(base);
    return folders;
  }

  private void add(Value path, Set<Path> folders) {
    if (path instanceof Value.Str str) {
      folders.add(base.resolve(str.reveal()));
    }
  }

  @Override
  public Text read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      Optional<Text> opened = opener.apply(bytes);
      return opened.isPresent()
          ? opened.get()
          : Text.plain(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new ProvisionException(
          ErrorCode.INVALID_ENCODING, "The file \"" + file + "\" is not UTF-8 text.");
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static ProvisionException unreadable(Path file, IOException cause) {
    return new ProvisionException(
        Problem.error(
            ErrorCode.FILE_UNREADABLE,
            Position.NONE,
            "The file \"" + file + "\" can't be read or written: " + cause.getMessage() + "."),
        cause);
  }

  @Override
  public void writePrivate(Path file, String text) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public boolean is(String path, FileTest test) {
    Path file = path(absolute(path));
    return switch (test) {
      case EXISTS -> Files.exists(file);
      case FILE -> Files.isRegularFile(file);
      case DIRECTORY -> Files.isDirectory(file);
      case LINK -> Files.isSymbolicLink(file);
      case LINK_EXISTS -> Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      case MOUNT -> isMount(file);
      case VAULT -> isVault(file);
    };
  }

  private static boolean isMount(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    try {
      return Files.isDirectory(file)
          && (parent == null
              || !Files.getAttribute(file, "unix:dev")
                  .equals(Files.getAttribute(parent, "unix:dev")));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isVault(Path file) {
    try {
      return Files.isRegularFile(file)
          && new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
              .startsWith("$ANSIBLE_VAULT;");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public List<String> glob(String pattern) {
    Path wanted = path(absolute(pattern));
    List<String> found = new ArrayList<>();
    glob(Path.of("/"), wanted, 0, found);
    return found.stream().filter(path -> Files.isRegularFile(Path.of(path))).sorted().toList();
  }

  private static void glob(Path folder, Path pattern, int depth, List<String> found) {
    if (depth == pattern.getNameCount()) {
      found.add(folder.toString());
      return;
    }
    String part = pattern.getName(depth).toString();
    if (part.chars().noneMatch(c -> c == '*' || c == '?' || c == '[')) {
      glob(folder.resolve(part), pattern, depth + 1, found);
      return;
    }
    // A name that starts with a dot fits only a pattern that does.
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + part);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        Path name = entry.getFileName();
        boolean hidden = name.toString().startsWith(".") && !part.startsWith(".");
        if (!hidden && matcher.matches(name)) {
          glob(entry, pattern, depth + 1, found);
        }
      }
    } catch (IOException e) {
      // A folder that is not there or can't be listed holds nothing that fits.
      return;
    }
  }

  @Override
  public String realPath(String path) {
    Path wanted = path(absolute(path)).normalize();
    Path there = wanted;
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    try {
      return there == null
          ? wanted.toString()
          : there.toRealPath().resolve(there.relativize(wanted)).normalize().toString();
    } catch (IOException e) {
      return wanted.toString();
    }
  }

  @Override
  public String absolute(String path) {
    return base.resolve(path(home(path))).toString();
  }

  @Override
  public Value fromYaml(Text text) {
    return yaml.read(text);
  }

  @Override
  public Value fromYamlAll(Text text) {
    return yaml.readAll(text);
  }

  @Override
  public Text toYaml(Value value, boolean nice, Map<String, Value> options) {
    return yaml.write(value, nice, options);
  }

  @Override
  public Text pipe(String command, Scope scope) {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
    builder.directory(base.toFile()).redirectErrorStream(false);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      byte[] printed = process.getInputStream().readAllBytes();
      if (!process.waitFor(PIPE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw failed("did not end within " + PIPE_SECONDS + " seconds");
      }
      if (process.exitValue() != 0) {
        throw failed("ended with exit code " + process.exitValue());
      }
      return Text.plain(new String(printed, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw failed("can't be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProvisionException(ErrorCode.INTERRUPTED, "A command of a lookup was interrupted.");
    }
  }

  private static ProvisionException failed(String how) {
    return new ProvisionException(
        ErrorCode.TEMPLATE_ERROR, "The command of the lookup \"pipe\" " + how + ".");
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
