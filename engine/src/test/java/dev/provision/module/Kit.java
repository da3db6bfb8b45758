package dev.provision.module;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.host.HostInfo;
import dev.provision.lang.YamlReader;
import dev.provision.module.builtin.BuiltinModules;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What tests of modules need: tasks from YAML, files of the controller, a host to act on. */
public final class Kit {

  private Kit() {}

  /** A task as it stands in a playbook: {@code copy: {dest: /etc/x, content: y}}. */
  public static Task task(String yaml) {
    return task(yaml, new FakeFiles(Map.of()));
  }

  public static Task task(String yaml, ParamResolver files) {
    Value.Dict task = (Value.Dict) yaml(yaml);
    Map.Entry<Value, Value> action = task.entries().entrySet().iterator().next();
    Module<?> module =
        BuiltinModules.registry().find(((Value.Str) action.getKey()).reveal()).orElseThrow();
    return bound(module, action.getValue(), action.getKey().origin(), files);
  }

  private static <P extends Record> Task bound(
      Module<P> module, Value written, Position at, ParamResolver files) {
    Parameters<P> parameters = Parameters.of(module);
    Value.Dict arguments = parameters.arguments(written, Value.dict(Map.of()));
    Parameters.Bound<P> bound = parameters.bind(arguments, at, files);
    assertTrue(bound.params().isPresent(), () -> bound.problems().toString());
    return new Task(module, bound.params().get());
  }

  /** The problems that a task's arguments have when they are bound. */
  public static List<Problem> problems(String yaml) {
    Value.Dict task = (Value.Dict) yaml(yaml);
    Map.Entry<Value, Value> action = task.entries().entrySet().iterator().next();
    Module<?> module =
        BuiltinModules.registry().find(((Value.Str) action.getKey()).reveal()).orElseThrow();
    Parameters<?> parameters = Parameters.of(module);
    Value.Dict arguments = parameters.arguments(action.getValue(), Value.dict(Map.of()));
    return parameters.bind(arguments, action.getKey().origin(), new FakeFiles(Map.of())).problems();
  }

  public static Value yaml(String text) {
    return new YamlReader(new Problems()).read(text, "task.yml").orElseThrow();
  }

  /** A module with its bound parameters. */
  public record Task(Module<?> module, Record params) {}

  /** A host as the hello describes it: this account on a Debian machine. */
  public static HostInfo host(String home) {
    boolean isRoot = System.getProperty("user.name").equals("root");
    return new HostInfo(
        "Linux",
        "6.1.0",
        "x86_64",
        "debian",
        "12",
        Set.of(),
        "systemd",
        isRoot ? 0 : 1000,
        System.getProperty("user.name"),
        home,
        "test",
        "",
        Set.of());
  }

  /** Files of a controller that has only these. */
  public static final class FakeFiles implements ParamResolver {

    private final Map<String, byte[]> files = new HashMap<>();

    public FakeFiles(Map<String, String> files) {
      files.forEach((name, text) -> this.files.put(name, text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public ControllerFile file(String source, Position at) {
      byte[] bytes = bytes(source, at, ErrorCode.FILE_NOT_FOUND);
      return new ControllerFile() {
        @Override
        public String source() {
          return source;
        }

        @Override
        public Path path() {
          return Path.of("/nowhere", source);
        }

        @Override
        public boolean isFolder() {
          return false;
        }

        @Override
        public byte[] bytes() {
          return bytes.clone();
        }
      };
    }

    @Override
    public RenderedTemplate template(String source, Value.Dict arguments, Position at) {
      byte[] bytes = bytes(source, at, ErrorCode.TEMPLATE_FILE_NOT_FOUND);
      return new RenderedTemplate(
          source,
          Path.of("/nowhere", source),
          Text.plain(new String(bytes, StandardCharsets.UTF_8)));
    }

    private byte[] bytes(String source, Position at, ErrorCode code) {
      byte[] bytes = files.get(source);
      if (bytes == null) {
        throw new ProvisionException(code, at, "\"" + source + "\" is nowhere to be found.");
      }
      return bytes;
    }
  }
}
