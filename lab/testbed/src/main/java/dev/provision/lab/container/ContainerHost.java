package dev.provision.lab.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.DockerObject;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;

/**
 * A test host in a container, reached by SSH on 127.0.0.1. It boots in about two seconds; {@link
 * #shared} hosts boot once for all tests of a JVM that leave them as they found them.
 */
public final class ContainerHost implements AutoCloseable {
  private static final int SSH = 22;
  private static final Map<ContainerImage, ContainerHost> SHARED =
      new EnumMap<>(ContainerImage.class);

  private final GenericContainer<?> container;
  private final Path key;
  private final int port;

  private ContainerHost(GenericContainer<?> container, Path key) {
    this.container = container;
    this.key = key;
    this.port = container.getMappedPort(SSH);
  }

  /** What a command on the host left behind. */
  public record Executed(int exit, String stdout, String stderr) {}

  /** Boots a host of this kind; the caller closes it. */
  public static ContainerHost start(ContainerImage image) {
    return start(image, ContainerOptions.none());
  }

  /** Boots a host of this kind with some differences; the caller closes it. */
  public static ContainerHost start(ContainerImage image, ContainerOptions options) {
    Leftovers.sweep();
    Path key = ClientKey.path();
    GenericContainer<?> container = describe(image, options, key);
    try {
      container.start();
      ContainerHost host = new ContainerHost(container, key);
      if (image.hasSystemd()) {
        host.awaitSystemd();
      }
      return host;
    } catch (RuntimeException e) {
      container.stop();
      throw e;
    }
  }

  /** The host of this kind that all tests of this JVM share; it ends with the JVM. */
  public static ContainerHost shared(ContainerImage image) {
    synchronized (SHARED) {
      if (SHARED.isEmpty()) {
        Runtime.getRuntime()
            .addShutdownHook(new Thread(ContainerHost::closeShared, "container-hosts"));
      }
      return SHARED.computeIfAbsent(image, ContainerHost::start);
    }
  }

  private static void closeShared() {
    synchronized (SHARED) {
      SHARED.values().forEach(ContainerHost::close);
    }
  }

  private static GenericContainer<?> describe(
      ContainerImage image, ContainerOptions options, Path key) {
    GenericContainer<?> container = new GenericContainer<>(ImageRecipe.build(image));
    Map<String, String> tmpfs = new LinkedHashMap<>(options.tmpfs());
    List.of("/run", "/run/lock", "/tmp").forEach(path -> tmpfs.putIfAbsent(path, "rw,exec"));
    container
        .withImagePullPolicy(name -> false)
        .withCommand(image.init())
        .withEnv("container", "docker")
        .withTmpFs(tmpfs)
        .withFileSystemBind("/sys/fs/cgroup", "/sys/fs/cgroup", BindMode.READ_WRITE)
        .withLabels(Leftovers.labels())
        .withCreateContainerCmdModifier(ContainerHost::grant)
        .withStartupTimeout(Duration.ofSeconds(60))
        .waitingFor(new SshBannerWait(SSH));
    put(
        container,
        "/etc/ssh/authorized_keys",
        read(key.resolveSibling(key.getFileName() + ".pub")));
    put(container, "/etc/ssh/sshd_config.d/00-test.conf", lines(options.sshd()));
    options.files().forEach((path, content) -> put(container, path, content));
    return container;
  }

  private static String lines(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static void put(GenericContainer<?> container, String path, String content) {
    container.withCopyToContainer(Transferable.of(content, 0100644), path);
  }

  /**
   * What systemd needs to be PID 1, short of a privileged container, which not every machine may
   * start.
   */
  private static void grant(CreateContainerCmd command) {
    HostConfig config = command.getHostConfig();
    if (config == null) {
      throw new IllegalStateException("The container has no host configuration.");
    }
    config
        .withCapAdd(
            Capability.SYS_ADMIN, Capability.NET_ADMIN, Capability.SYS_NICE, Capability.SYS_PTRACE)
        .withSecurityOpts(List.of("seccomp=unconfined", "apparmor=unconfined"))
        .withCgroupnsMode("host")
        .withPortBindings(new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(SSH)));
    command.withExposedPorts(ExposedPort.tcp(SSH));
    unmask(config);
  }

  /**
   * Makes /proc/sys writable. The engine knows these two settings; the client library has no setter
   * for them.
   */
  @SuppressWarnings("unchecked")
  private static void unmask(HostConfig config) {
    try {
      var field = DockerObject.class.getDeclaredField("rawValues");
      field.setAccessible(true);
      Map<String, Object> raw = (Map<String, Object>) field.get(config);
      raw.put("MaskedPaths", List.of());
      raw.put("ReadonlyPaths", List.of());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("docker-java's DockerObject has changed", e);
    }
  }

  private void awaitSystemd() {
    Executed state = exec("systemctl is-system-running --wait");
    if (state.exit() != 0) {
      throw new IllegalStateException(
          "systemd says " + state.stdout().strip() + ": " + exec("systemctl --failed").stdout());
    }
  }

  /** Always 127.0.0.1. */
  public String host() {
    return "127.0.0.1";
  }

  /** The port of sshd. */
  public int port() {
    return port;
  }

  /** The private key (ed25519, without passphrase) that every account of the host lets in. */
  public Path privateKey() {
    return key;
  }

  /** The host's public keys as lines of known_hosts, one for each type of key. */
  public List<String> knownHosts() {
    return exec("cat /etc/ssh/ssh_host_*_key.pub")
        .stdout()
        .lines()
        .map(line -> "[" + host() + "]:" + port + " " + line)
        .toList();
  }

  /** The container's name for the engine. */
  public String id() {
    return container.getContainerId();
  }

  /**
   * Runs a script as root by the container engine: the way round SSH, for arranging and for
   * looking.
   */
  public Executed exec(String script) {
    try {
      ExecResult result = container.execInContainer("/bin/sh", "-c", script);
      return new Executed(result.getExitCode(), result.getStdout(), result.getStderr());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a container ran a command", e);
    }
  }

  /** Freezes all processes of the host: connections stay open and nobody answers. */
  public void freeze() {
    engine().pauseContainerCmd(id()).exec();
  }

  /** Lets a frozen host go on. */
  public void thaw() {
    engine().unpauseContainerCmd(id()).exec();
  }

  private static DockerClient engine() {
    return DockerClientFactory.instance().client();
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    container.stop();
  }
}
