package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.SearchPath;
import dev.provision.lang.VariableFiles;
import dev.provision.lang.YamlReader;
import dev.provision.lang.YamlStyle;
import dev.provision.lang.YamlWriter;
import dev.provision.template.Controller;
import dev.provision.template.Scope;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The machine that the run is started on, as templates may ask it. Safe for use by many threads.
 */
public final class ControllerMachine implements Controller {

  private static final String VAULT = "$ANSIBLE_VAULT;";
  private static final int LIMIT = 64 << 20;

  private final VariableFiles files;
  private final Clock clock;
  private final RandomGenerator random = new SecureRandom();

  public ControllerMachine(VariableFiles files, Clock clock) {
    this.files = files;
    this.clock = clock;
  }

  @Override
  public Optional<String> environment(String name) {
    return Optional.ofNullable(System.getenv(name));
  }

  @Override
  public Optional<Path> find(String kind, String name, Scope scope) {
    List<Path> folders = new ArrayList<>();
    scope
        .lookup("ansible_search_path")
        .filter(Value.Seq.class::isInstance)
        .map(Value.Seq.class::cast)
        .ifPresent(path -> path.items().forEach(folder -> folders.add(folder(folder))));
    scope.lookup("playbook_dir").ifPresent(folder -> folders.add(folder(folder)));
    if (folders.isEmpty()) {
      folders.add(Path.of("."));
    }
    return new SearchPath(folders).find(kind, name);
  }

  private static Path folder(Value value) {
    return Path.of(value instanceof Value.Str str ? str.reveal() : value.toString());
  }

  @Override
  public Text read(Path file) {
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return text.startsWith(VAULT)
          ? Text.secret(files.vault().decrypt(text, Position.ofFile(file.toString())).revealText())
          : Text.plain(text);
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE,
          Position.ofFile(file.toString()),
          "The file can't be read: " + e + ".");
    }
  }

  @Override
  public void writePrivate(Path file, String text) {
    try {
      Path folder = Optional.ofNullable(file.getParent()).orElse(Path.of("."));
      Files.createDirectories(folder);
      Path draft =
          Files.createTempFile(
              folder,
              ".new",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE,
          Position.ofFile(file.toString()),
          "The file can't be written: " + e + ".");
    }
  }

  @Override
  public boolean is(String path, FileTest test) {
    Path file = Path.of(path);
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

  /** A folder on another file system than the one it stands in. */
  private static boolean isMount(Path file) {
    try {
      Path real = file.toRealPath();
      Path parent = real.getParent();
      return parent == null
          || !Files.getAttribute(real, "unix:dev").equals(Files.getAttribute(parent, "unix:dev"));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isVault(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(VAULT.length()), StandardCharsets.ISO_8859_1).equals(VAULT);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public List<String> glob(String pattern) {
    return new ControllerGlob(pattern).files();
  }

  @Override
  public String realPath(String path) {
    Path file = Path.of(path).toAbsolutePath().normalize();
    try {
      return file.toRealPath().toString();
    } catch (IOException e) {
      return file.toString();
    }
  }

  @Override
  public String absolute(String path) {
    return Path.of(path).toAbsolutePath().normalize().toString();
  }

  @Override
  public Text toYaml(Value value, boolean nice, Map<String, Value> options) {
    YamlStyle style = nice ? YamlStyle.NICE : YamlStyle.COMPACT;
    for (Map.Entry<String, Value> option : options.entrySet()) {
      style = styled(style, option.getKey(), option.getValue());
    }
    return new YamlWriter(style).write(value);
  }

  private static YamlStyle styled(YamlStyle style, String name, Value value) {
    return switch (name) {
      case "indent" -> style.withIndent(number(value, name));
      case "width" -> style.withWidth(number(value, name));
      case "sort_keys" -> style.withSortKeys(value.isTruthy());
      case "allow_unicode" -> style.withAllowUnicode(value.isTruthy());
      case "canonical" -> style.withCanonical(value.isTruthy());
      case "explicit_start" -> style.withExplicit(value.isTruthy(), style.explicitEnd());
      case "explicit_end" -> style.withExplicit(style.explicitStart(), value.isTruthy());
      case "default_flow_style" ->
          style.withFlow(
              value instanceof Value.Null
                  ? YamlStyle.Flow.LEAVES
                  : value.isTruthy() ? YamlStyle.Flow.FLOW : YamlStyle.Flow.BLOCK);
      case "default_style" ->
          value instanceof Value.Str str && !str.reveal().isEmpty()
              ? style.withQuote(str.reveal().charAt(0))
              : style;
      default ->
          throw new ProvisionException(
              ErrorCode.TEMPLATE_ERROR, "The YAML filters have no argument \"" + name + "\".");
    };
  }

  private static int number(Value value, String name) {
    return Math.toIntExact(Rendering.integer(value, "argument \"" + name + "\""));
  }

  @Override
  public Value fromYaml(Text text) {
    List<Value> all = yaml(text);
    return all.isEmpty() ? Value.NULL : all.get(0);
  }

  @Override
  public Value fromYamlAll(Text text) {
    return Value.list(yaml(text));
  }

  private List<Value> yaml(Text text) {
    Problems problems = new Problems();
    Optional<List<Value>> read =
        new YamlReader(problems, files.sources(), files.vault())
            .readAll(text.reveal(), "a text given to from_yaml");
    Optional<Problem> error = problems.sorted().stream().filter(Problem::isError).findFirst();
    if (error.isPresent()) {
      throw new ProvisionException(ErrorCode.TEMPLATE_ERROR, "from_yaml: " + error.get().detail());
    }
    List<Value> values = read.orElse(List.of());
    return text.hasSecret() ? values.stream().map(ControllerMachine::secret).toList() : values;
  }

  /** Where the text held a secret, nobody can tell any more which of its values do. */
  private static Value secret(Value value) {
    if (value instanceof Value.Str str) {
      return Value.secret(str.reveal());
    }
    if (value instanceof Value.Int number) {
      return number.asSecret();
    }
    if (value instanceof Value.Seq seq) {
      return Value.list(seq.items().stream().map(ControllerMachine::secret).toList());
    }
    if (value instanceof Value.Dict dict) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      dict.entries().forEach((key, item) -> entries.put(key, secret(item)));
      return Value.dictOf(entries);
    }
    return value;
  }

  @Override
  public Text pipe(String command, Scope scope) {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
    scope.lookup("playbook_dir").ifPresent(folder -> builder.directory(folder(folder).toFile()));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      byte[] output;
      try (InputStream out = process.getInputStream()) {
        output = out.readNBytes(LIMIT);
      }
      int exit = process.waitFor();
      if (exit != 0) {
        throw new ProvisionException(
            ErrorCode.TEMPLATE_ERROR, "lookup('pipe') failed: exit code " + exit + ".");
      }
      return Text.plain(new String(output, StandardCharsets.UTF_8).stripTrailing());
    } catch (IOException e) {
      throw new ProvisionException(ErrorCode.TEMPLATE_ERROR, "lookup('pipe') failed: " + e + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProvisionException(ErrorCode.INTERRUPTED, "lookup('pipe') was interrupted.");
    }
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
