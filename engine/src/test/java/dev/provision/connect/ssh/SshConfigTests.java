package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshConfigTests {

  @TempDir Path home;
  private Path config;
  private Path system;

  @BeforeEach
  void makeFolders() throws IOException {
    config = Files.createDirectory(home.resolve(".ssh")).resolve("config");
    system = Files.createDirectory(home.resolve("etc"));
  }

  private SshConfig config(String text) throws IOException {
    Files.writeString(config, text);
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-r--r--"));
    return SshConfig.of(
        home, system, "me", Map.of("SSH_AUTH_SOCK", "/run/agent", "WHERE", "/keys"));
  }

  private SshTarget target(String text, String host) throws IOException {
    return config(text).target(host, SshOverrides.none());
  }

  @Test
  void hasDefaultsWithoutAnyFile() {
    SshConfig none = SshConfig.of(home, system, "me", Map.of());

    SshTarget target = none.target("DB1.Example.com", SshOverrides.none());

    assertEquals("DB1.Example.com", target.name());
    assertEquals("db1.example.com", target.hostName());
    assertEquals(22, target.port());
    assertEquals("me", target.user());
    assertEquals(HostKeyPolicy.STRICT, target.hostKeys().policy());
    assertEquals(
        List.of(home.resolve(".ssh/known_hosts"), home.resolve(".ssh/known_hosts2")),
        target.hostKeys().userFiles());
    assertEquals(
        List.of(system.resolve("ssh_known_hosts"), system.resolve("ssh_known_hosts2")),
        target.hostKeys().globalFiles());
    assertEquals(Optional.empty(), target.login().agentSocket());
    assertEquals(home.resolve(".ssh/id_rsa"), target.login().identityFiles().get(0));
    assertEquals(Duration.ofSeconds(10), target.connectTimeout());
  }

  @Test
  void takesUsersFileBeforeTheMachines() throws IOException {
    Files.writeString(system.resolve("ssh_config"), "User fromsystem\nPort 2022\n");

    SshTarget target = target("User fromuser\n", "web");

    assertEquals("fromuser", target.user());
    assertEquals(2022, target.port());
  }

  @Test
  void replacesTokensInFileNames() throws IOException {
    String text =
        """
        Host web
          HostName web.example.com
          User bob
          Port 2200
          IdentityFile ~/.ssh/%n-%h-%p-%r-%u-%%
          IdentityFile %d/key
          IdentityFile ${WHERE}/%k
          CertificateFile ~/certs/%h
          UserKnownHostsFile ~/.ssh/known.%k ${WHERE}/known
          HostKeyAlias Shared
        """;

    SshTarget target = target(text, "web");

    assertEquals(
        List.of(
            home.resolve(".ssh/web-web.example.com-2200-bob-me-%"),
            home.resolve("key"),
            Path.of("/keys/Shared")),
        target.login().identityFiles());
    assertEquals(List.of(home.resolve("certs/web.example.com")), target.login().certificateFiles());
    assertEquals(
        List.of(home.resolve(".ssh/known.Shared"), Path.of("/keys/known")),
        target.hostKeys().userFiles());
    assertEquals(Optional.of("shared"), target.hostKeys().alias());
  }

  @Test
  void findsTheAgent() throws IOException {
    String text =
        """
        Host none
          IdentityAgent none
        Host variable
          IdentityAgent $WHERE
        Host path
          IdentityAgent ~/agent-%r
        """;

    assertEquals(Optional.of(Path.of("/run/agent")), target(text, "other").login().agentSocket());
    assertEquals(Optional.empty(), target(text, "none").login().agentSocket());
    assertEquals(Optional.of(Path.of("/keys")), target(text, "variable").login().agentSocket());
    assertEquals(Optional.of(home.resolve("agent-me")), target(text, "path").login().agentSocket());
  }

  @Test
  void replacesTokensInProxyCommand() throws IOException {
    SshTarget target =
        target("Host x\n HostName real\n ProxyCommand nc %h %p # %n %r 100%%\n", "x");

    assertEquals(Optional.of("nc real 22 # x me 100%"), target.proxyCommand());
  }

  @Test
  void resolvesEachHopByItsOwnSettings() throws IOException {
    String text =
        """
        Host target
          ProxyJump root@gate:2222,inner
          User deploy
        Host gate
          HostName gate.example.com
          User ignoredsincejumpnamesroot
          IdentityFile ~/.ssh/gate
        Host inner
          User innerman
          ProxyJump ignoredsinceitisnotthefirst
        """;

    SshTarget target = target(text, "target");

    assertEquals("deploy", target.user());
    assertEquals(2, target.jumps().size());
    assertEquals("root@gate.example.com:2222", target.jumps().get(0).shown());
    assertEquals("innerman@inner", target.jumps().get(1).shown());
    assertEquals(List.of(home.resolve(".ssh/gate")), target.jumps().get(0).login().identityFiles());
  }

  @Test
  void firstHopMayHaveItsOwnWay() throws IOException {
    String text =
        """
        Host target
          ProxyJump gate
        Host gate
          ProxyJump outer
        Host outer
          ProxyCommand corkscrew %h
        """;

    SshTarget target = target(text, "target");

    assertEquals(
        List.of("outer", "gate"), target.jumps().stream().map(SshTarget::hostName).toList());
    assertEquals(Optional.of("corkscrew outer"), target.jumps().get(0).proxyCommand());
  }

  @Test
  void jumpsInACircleAreAnError() throws IOException {
    SshConfig circle = config("Host *\n  ProxyJump gate\n");

    ProvisionException e =
        assertThrows(ProvisionException.class, () -> circle.target("web", SshOverrides.none()));

    assertEquals(ErrorCode.SSH_CONFIG_INVALID, e.code());
    assertEquals(config + ":2:1", e.problem().at().toString());
  }

  @Test
  void overridesComeFirstAndPolicyHoldsForJumpsToo() throws IOException {
    SshConfig files = config("Host *\n  User file\n  Port 1\nHost target\n  ProxyJump gate\n");
    SshOverrides overrides =
        SshOverrides.none()
            .withUser("given")
            .withPort(2)
            .withPolicy(HostKeyPolicy.ACCEPT_NEW)
            .withConnectTimeout(Duration.ofSeconds(3));

    SshTarget target = files.target("target", overrides);

    assertEquals("given@target:2", target.shown());
    SshTarget gate = target.jumps().get(0);
    assertEquals("file@gate:1", gate.shown());
    assertEquals(HostKeyPolicy.ACCEPT_NEW, gate.hostKeys().policy());
    assertEquals(Duration.ofSeconds(3), gate.connectTimeout());
  }

  @Test
  void noCheckMeansAcceptNewWithAWarning() throws IOException {
    assertEquals(
        HostKeyPolicy.ACCEPT_NEW_WITH_WARNING,
        target("StrictHostKeyChecking no\n", "web").hostKeys().policy());
    assertEquals(
        HostKeyPolicy.STRICT, target("StrictHostKeyChecking ask\n", "web").hostKeys().policy());
  }

  @Test
  void leavesOutMethodsThatAreSwitchedOff() throws IOException {
    assertEquals(
        List.of("publickey", "keyboard-interactive", "password"),
        target("", "web").login().methods());
    assertEquals(
        List.of("password"),
        target(
                "PreferredAuthentications gssapi-with-mic,password,publickey\n"
                    + "PubkeyAuthentication no\n",
                "web")
            .login()
            .methods());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Port 99999 | 2",
        "Port many | 2",
        "IdentitiesOnly perhaps | 2",
        "StrictHostKeyChecking maybe | 2",
        "IdentityFile \"open | 2",
        "User one two | 2",
        "ConnectTimeout soon | 2",
        "User | 2",
        "Match nosuch thing | 2",
        "Match host | 2",
        "ServerAliveCountMax few | 2",
        "ProxyJump @ | 2",
        "ProxyJump -oProxyCommand=x | 2",
        "Include ~/.ssh/config | 2",
      })
  void tellsWhereANonsenseStands(String line, int number) throws IOException {
    SshConfig nonsense = config("# first line\n" + line + "\n");

    ProvisionException e =
        assertThrows(ProvisionException.class, () -> nonsense.target("web", SshOverrides.none()));

    assertEquals(ErrorCode.SSH_CONFIG_INVALID, e.code());
    assertEquals(config + ":" + number + ":1", e.problem().at().toString());
  }

  @Test
  void doesNotReadAFileThatOthersMayWrite() throws IOException {
    SshConfig open = config("User x\n");
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-rw-r--"));

    ProvisionException e =
        assertThrows(ProvisionException.class, () -> open.target("web", SshOverrides.none()));

    assertEquals(List.of("chmod go-w " + config), e.problem().commands());
  }

  @Test
  void readsArgumentsForSsh() {
    SshOverrides overrides =
        SshOverrides.parse(
            "-C -o ControlMaster=auto -oControlPersist=60s -o 'ProxyCommand=ssh -W %h:%p gate'"
                + " -p 2022 -lbob -i '/my keys/id' -J a,b -F none");

    assertTrue(overrides.options().contains(new SshOverrides.Option("Port", "2022")));
    assertTrue(overrides.options().contains(new SshOverrides.Option("User", "bob")));
    assertTrue(
        overrides.options().contains(new SshOverrides.Option("ProxyCommand", "ssh -W %h:%p gate")));
    assertTrue(
        overrides.options().contains(new SshOverrides.Option("IdentityFile", "\"/my keys/id\"")));
    assertEquals(Optional.of("none"), overrides.configFile());
  }

  @ParameterizedTest
  @CsvSource({"-Z", "-p", "host", "-o Nothing", "--help"})
  void refusesWordsThatAreNoOptionsOfSsh(String arguments) {
    ProvisionException e =
        assertThrows(ProvisionException.class, () -> SshOverrides.parse(arguments));

    assertEquals(ErrorCode.SSH_CONFIG_INVALID, e.code());
  }

  @Test
  void readsHopsInAllSpellings() {
    assertEquals(
        Optional.of(new SshConfig.JumpSpec(Optional.of("u@dom"), "host", Optional.of("22"))),
        SshConfig.JumpSpec.parse("u@dom@host:22"));
    assertEquals(
        Optional.of(new SshConfig.JumpSpec(Optional.empty(), "2001:db8::1", Optional.of("22"))),
        SshConfig.JumpSpec.parse("[2001:db8::1]:22"));
    assertEquals(
        Optional.of(new SshConfig.JumpSpec(Optional.empty(), "2001:db8::1", Optional.empty())),
        SshConfig.JumpSpec.parse("2001:db8::1"));
    assertEquals(Optional.empty(), SshConfig.JumpSpec.parse("user@"));
    assertEquals(Optional.empty(), SshConfig.JumpSpec.parse("host:port"));
  }
}
