package dev.provision.connect.ssh;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The user's and the machine's ssh_config: turns the name of a host into everything that is needed
 * to reach it, as ssh itself would.
 */
public final class SshConfig {

  private static final int MAX_JUMPS = 16;

  private static final List<String> DEFAULT_IDENTITIES =
      List.of(
          "~/.ssh/id_rsa",
          "~/.ssh/id_ecdsa",
          "~/.ssh/id_ecdsa_sk",
          "~/.ssh/id_ed25519",
          "~/.ssh/id_ed25519_sk");

  private final Path home;
  private final Path systemFolder;
  private final String localUser;
  private final Map<String, String> environment;

  private SshConfig(
      Path home, Path systemFolder, String localUser, Map<String, String> environment) {
    this.home = home;
    this.systemFolder = systemFolder;
    this.localUser = localUser;
    this.environment = Map.copyOf(environment);
  }

  /** That of the account that runs this program. */
  public static SshConfig ofUser() {
    return of(
        Path.of(System.getProperty("user.home")),
        Path.of("/etc/ssh"),
        System.getProperty("user.name"),
        System.getenv());
  }

  /**
   * That of some account.
   *
   * @param home the folder that has {@code .ssh/config}
   * @param systemFolder the folder that has {@code ssh_config}
   */
  public static SshConfig of(
      Path home, Path systemFolder, String localUser, Map<String, String> environment) {
    return new SshConfig(home, systemFolder, localUser, environment);
  }

  /** How to reach a host, by the configuration of the account that runs this program. */
  public static SshTarget resolve(String host, SshOverrides overrides) {
    return ofUser().target(host, overrides);
  }

  /**
   * How to reach a host.
   *
   * @param host its name as the user wrote it
   * @throws ProvisionException with code SSH_CONFIG_INVALID and the position of the line
   */
  public SshTarget target(String host, SshOverrides overrides) {
    return target(host, overrides, 0);
  }

  private SshTarget target(String host, SshOverrides overrides, int depth) {
    SshOptions options = options(host, overrides);
    SshTokens tokens = tokens(host);
    return new SshTarget(
        host,
        tokens.hostName(options),
        options.port(),
        tokens.user(options),
        login(options, tokens),
        hostKeys(options, tokens),
        jumps(host, options, tokens, overrides, depth),
        proxyCommand(options, tokens),
        options.time("connecttimeout").orElse(SshTarget.DEFAULT_CONNECT_TIMEOUT),
        options.time("serveraliveinterval").orElse(SshTarget.DEFAULT_KEEP_ALIVE),
        options.number("serveralivecountmax", SshTarget.DEFAULT_KEEP_ALIVE_COUNT));
  }

  private SshTokens tokens(String host) {
    return new SshTokens(host, home, localUser, environment);
  }

  /** The settings for a host as they were written. */
  SshOptions options(String host, SshOverrides overrides) {
    SshTokens tokens = tokens(host);
    SshOptions options = new SshOptions();
    Position atCommandLine = Position.ofFile("ssh arguments");
    for (SshOverrides.Option option : overrides.options()) {
      String keyword = option.keyword().toLowerCase(Locale.ROOT);
      options.add(keyword, option.value(), atCommandLine);
    }
    MatchContext first = new MatchContext(host, false, tokens);
    read(new ConfigPass(first, options), overrides);
    if (first.wantsFinalPass()) {
      read(new ConfigPass(new MatchContext(host, true, tokens), options), overrides);
    }
    return options;
  }

  private void read(ConfigPass pass, SshOverrides overrides) {
    Path userFolder = home.resolve(".ssh");
    if (overrides.configFile().isPresent()) {
      String file = overrides.configFile().get();
      if (!file.equals("none")) {
        pass.read(named(file), userFolder);
      }
      return;
    }
    Path userFile = userFolder.resolve("config");
    checkMode(userFile);
    pass.read(userFile, userFolder);
    pass.read(systemFolder.resolve("ssh_config"), systemFolder);
  }

  private Path named(String file) {
    Path path = Path.of(tokens("").tilde(file));
    if (!Files.isRegularFile(path)) {
      throw SshOptions.invalid(Position.ofFile(file), "There is no such file (-F).");
    }
    return path;
  }

  /**
   * Whoever can write that file can run commands as this account, so ssh does not read it either.
   */
  private static void checkMode(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        return;
      }
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      if (mode.contains(PosixFilePermission.GROUP_WRITE)
          || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new ProvisionException(
            Problem.error(
                    ErrorCode.SSH_CONFIG_INVALID,
                    Position.ofFile(file.toString()),
                    "Others may write this file. Whoever can do so can run commands as this account,"
                        + " so it is not read. Take that right away:")
                .withCommands("chmod go-w " + ShellWords.quote(file.toString())));
      }
    } catch (IOException | UnsupportedOperationException e) {
      // Reading it says better what is wrong.
      return;
    }
  }

  private static LoginSettings login(SshOptions options, SshTokens tokens) {
    List<String> named = options.all("identityfile");
    boolean explicit = !named.isEmpty();
    List<Path> identities = new ArrayList<>();
    for (String file : explicit ? named : DEFAULT_IDENTITIES) {
      if (!file.equals("none")) {
        identities.add(tokens.file(file, options));
      }
    }
    List<Path> certificates = new ArrayList<>();
    for (String file : options.all("certificatefile")) {
      if (!file.equals("none")) {
        certificates.add(tokens.file(file, options));
      }
    }
    return new LoginSettings(
        identities,
        explicit,
        certificates,
        tokens.agentSocket(options.text("identityagent"), options),
        options.flag("identitiesonly", false),
        methods(options));
  }

  private static List<String> methods(SshOptions options) {
    List<String> preferred =
        options
            .text("preferredauthentications")
            .map(text -> List.of(text.split(",")))
            .orElse(
                List.of(
                    LoginSettings.PUBLICKEY,
                    LoginSettings.KEYBOARD_INTERACTIVE,
                    LoginSettings.PASSWORD));
    List<String> methods = new ArrayList<>();
    for (String method : preferred) {
      boolean allowed =
          switch (method) {
            case LoginSettings.PUBLICKEY -> options.flag("pubkeyauthentication", true);
            case LoginSettings.PASSWORD -> options.flag("passwordauthentication", true);
            case LoginSettings.KEYBOARD_INTERACTIVE ->
                options.flag("kbdinteractiveauthentication", true);
            default -> false;
          };
      if (allowed) {
        methods.add(method);
      }
    }
    return methods;
  }

  private HostKeySettings hostKeys(SshOptions options, SshTokens tokens) {
    List<String> userFiles =
        options
            .words("userknownhostsfile")
            .orElse(List.of("~/.ssh/known_hosts", "~/.ssh/known_hosts2"));
    List<String> globalFiles =
        options
            .words("globalknownhostsfile")
            .orElse(
                List.of(
                    systemFolder.resolve("ssh_known_hosts").toString(),
                    systemFolder.resolve("ssh_known_hosts2").toString()));
    return new HostKeySettings(
        options.policy(),
        options.text("hostkeyalias").map(alias -> alias.toLowerCase(Locale.ROOT)),
        files(userFiles, options, tokens),
        files(globalFiles, options, tokens),
        options.flag("hashknownhosts", false));
  }

  private static List<Path> files(List<String> names, SshOptions options, SshTokens tokens) {
    return names.stream()
        .filter(name -> !name.equals("none"))
        .map(name -> tokens.file(name, options))
        .toList();
  }

  private static Optional<String> proxyCommand(SshOptions options, SshTokens tokens) {
    return options
        .text("proxycommand")
        .filter(command -> !command.equals("none"))
        .map(command -> tokens.expand(command, options));
  }

  private List<SshTarget> jumps(
      String host, SshOptions options, SshTokens tokens, SshOverrides overrides, int depth) {
    Optional<String> setting = options.text("proxyjump").filter(j -> !j.equals("none"));
    if (setting.isEmpty()) {
      return List.of();
    }
    Position at = options.position("proxyjump");
    if (depth >= MAX_JUMPS) {
      throw SshOptions.invalid(at, "The way to " + host + " leads in a circle (ProxyJump).");
    }
    List<SshTarget> chain = new ArrayList<>();
    for (String hop : tokens.expand(setting.get(), options).split(",")) {
      JumpSpec spec =
          JumpSpec.parse(hop.strip())
              .orElseThrow(
                  () ->
                      SshOptions.invalid(
                          at, "\"" + hop.strip() + "\" is no host to jump through (ProxyJump)."));
      SshOverrides own = spec.overrides().and(overrides.forJumps());
      if (!chain.isEmpty()) {
        // Only the first hop may have a way of its own: the others are reached through it.
        own = own.with("ProxyJump", "none");
      }
      SshTarget target = target(spec.host(), own, depth + 1);
      chain.addAll(target.jumps());
      chain.add(target.withJumps(List.of()));
    }
    return chain;
  }

  /** One hop of ProxyJump: {@code [user@]host[:port]}, also as URI. */
  record JumpSpec(Optional<String> user, String host, Optional<String> port) {

    static Optional<JumpSpec> parse(String text) {
      String rest = text.startsWith("ssh://") ? text.substring("ssh://".length()) : text;
      Optional<String> user = Optional.empty();
      int at = rest.lastIndexOf('@');
      if (at >= 0) {
        user = Optional.of(rest.substring(0, at));
        rest = rest.substring(at + 1);
      }
      int bracket = rest.startsWith("[") ? rest.indexOf(']') : -1;
      int colon = rest.indexOf(':', Math.max(bracket, 0));
      boolean bareAddress = bracket < 0 && colon >= 0 && rest.indexOf(':', colon + 1) >= 0;
      Optional<String> port = Optional.empty();
      if (colon >= 0 && !bareAddress) {
        port = Optional.of(rest.substring(colon + 1));
        rest = rest.substring(0, colon);
      }
      String host = bracket > 0 ? rest.substring(1, bracket) : rest;
      boolean broken =
          host.isEmpty()
              || host.startsWith("-")
              || user.filter(u -> u.isEmpty() || u.startsWith("-")).isPresent()
              || port.filter(p -> !p.matches("\\d{1,5}")).isPresent();
      return broken ? Optional.empty() : Optional.of(new JumpSpec(user, host, port));
    }

    SshOverrides overrides() {
      SshOverrides own = SshOverrides.none();
      if (user.isPresent()) {
        own = own.with("User", user.get());
      }
      return port.isPresent() ? own.with("Port", port.get()) : own;
    }
  }
}
