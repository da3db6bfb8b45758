package dev.provision.lab.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("docker")
class ContainerHostTests {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void letsTheKeyInOverSshUnderItsKnownHostKey(ContainerImage image) throws Exception {
    ContainerHost host = ContainerHost.shared(image);
    assertEquals("0\n", ssh(host, Account.ROOT, "id -u"));
    assertNotEquals("0\n", ssh(host, Account.DEPLOY, "id -u"));
  }

  @ParameterizedTest
  @EnumSource(names = {"DEBIAN_12", "DEBIAN_13"})
  void runsSystemdAsItsInit(ContainerImage image) {
    ContainerHost host = ContainerHost.shared(image);
    assertEquals("running\n", host.exec("systemctl is-system-running").stdout());
    assertEquals("systemd\n", host.exec("cat /proc/1/comm").stdout());
  }

  @ParameterizedTest
  @EnumSource(names = {"DEBIAN_12", "DEBIAN_13"})
  void hasNetworkSysctlsOfItsOwnThatCanBeSet(ContainerImage image) {
    ContainerHost host = ContainerHost.shared(image);
    String key = "/proc/sys/net/ipv4/tcp_keepalive_time";
    String before = host.exec("cat " + key).stdout().strip();
    assertEquals(0, host.exec("echo 123 > " + key).exit());
    assertEquals("123\n", host.exec("cat " + key).stdout());
    assertEquals(0, host.exec("echo " + before + " > " + key).exit());
  }

  @ParameterizedTest
  @EnumSource
  void asksForTheSudoPasswordWhereTheAccountSaysSo(ContainerImage image) {
    ContainerHost host = ContainerHost.shared(image);
    assertEquals("0\n", host.exec("su nopass -c 'sudo -n id -u'").stdout());
    assertNotEquals(0, host.exec("su deploy -c 'sudo -n id -u'").exit());
    String answered = "echo " + Account.PASSWORD + " | su deploy -c 'sudo -S id -u'";
    assertEquals("0\n", host.exec(answered).stdout());
  }

  @Test
  void wantsATerminalForSudoWhereTheAccountSaysSo() {
    ContainerHost host = ContainerHost.shared(ContainerImage.DEBIAN_12);
    assertTrue(
        host.exec("setsid su bareterm -c 'sudo -n id -u'").stderr().contains("must have a tty"));
    assertEquals(
        "0\n",
        host.exec("script -qec \"su bareterm -c 'sudo -n id -u'\" /dev/null")
            .stdout()
            .replace("\r", ""));
  }

  @Test
  void hasDoasWithAndWithoutPassword() {
    ContainerHost host = ContainerHost.shared(ContainerImage.DEBIAN_13);
    assertEquals("0\n", host.exec("su doasnopass -c 'doas -n id -u'").stdout());
    assertNotEquals(0, host.exec("su doas -c 'doas -n id -u'").exit());
  }

  @Test
  void givesOddLoginsTheirOddShells() throws Exception {
    ContainerHost host = ContainerHost.shared(ContainerImage.DEBIAN_12);
    assertTrue(ssh(host, Account.CSH, "echo $version").startsWith("tcsh"));
    assertEquals("fish\n", ssh(host, Account.FISH, "status is-interactive; or echo fish"));
    assertEquals("Welcome to this machine\nhi\n", ssh(host, Account.NOISY, "echo hi"));
    assertTrue(ssh(host, Account.NOLOGIN, "echo hi").contains("not available"));
  }

  @Test
  void hasNothingOfGnuOnBusybox() {
    ContainerHost host = ContainerHost.shared(ContainerImage.BUSYBOX);
    String tools =
        "ls stat sed grep find tar gzip awk sh readlink sort head date ps mount setsid timeout";
    String script = "for tool in " + tools + "; do readlink -f $(which $tool); done | sort -u";
    assertEquals(
        "/bin/busybox\n", host.exec(script).stdout().replace("/usr/bin/busybox", "/bin/busybox"));
    assertEquals("", host.exec("which bash perl apt-get systemctl").stdout());
  }

  @Test
  void differsFromItsImageAsAsked() {
    ContainerOptions options =
        ContainerOptions.none()
            .withSshd("MaxSessions 2")
            .withTmpfs("/small", "size=64k")
            .withFile("/etc/greeting", "hello\n");
    try (ContainerHost host = ContainerHost.start(ContainerImage.BUSYBOX, options)) {
      assertEquals("maxsessions 2\n", host.exec("sshd -T | grep maxsessions").stdout());
      assertEquals("hello\n", host.exec("cat /etc/greeting").stdout());
      assertNotEquals(0, host.exec("head -c 100000 /dev/zero > /small/file").exit());
    }
  }

  @Test
  void answersNobodyWhileFrozen() throws Exception {
    try (ContainerHost host = ContainerHost.start(ContainerImage.BUSYBOX)) {
      Process command = startSsh(host, Account.ROOT, "read line; echo $line");
      host.freeze();
      command.getOutputStream().write("hi\n".getBytes(StandardCharsets.US_ASCII));
      command.getOutputStream().close();
      assertFalse(command.waitFor(500, TimeUnit.MILLISECONDS));
      host.thaw();
      assertEquals(
          "hi\n", new String(command.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    }
  }

  private String ssh(ContainerHost host, Account account, String command) throws Exception {
    Process process = startSsh(host, account, command);
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    return output;
  }

  private Process startSsh(ContainerHost host, Account account, String command) throws IOException {
    Path known = folder.resolve("known_hosts");
    Files.write(known, host.knownHosts());
    List<String> line =
        new ArrayList<>(
            List.of(
                "ssh", "-F", "none", "-o", "BatchMode=yes", "-o", "UserKnownHostsFile=" + known));
    line.addAll(List.of("-i", host.privateKey().toString(), "-p", Integer.toString(host.port())));
    line.addAll(List.of(account.login() + "@" + host.host(), command));
    return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
