package dev.provision.connect;

import dev.provision.host.Become;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.lab.container.Account;
import dev.provision.lab.container.ContainerHost;
import dev.provision.value.Secret;
import dev.provision.value.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Sessions to a container host, for tests. */
record SessionHost(ContainerHost host, ConnectOptions options) {

  static SessionHost of(ContainerHost host) {
    return new SessionHost(
        host,
        ConnectOptions.DEFAULT.withTimes(
            Duration.ofSeconds(8), Duration.ofSeconds(10), Duration.ofSeconds(20)));
  }

  Session open(Account account, Context first) {
    return new ShellConnector(options).open(spec(account, ConnectionSpec.Transport.SESSION), first);
  }

  Session openExec(Account account, Context first) {
    return new ShellConnector(options).open(spec(account, ConnectionSpec.Transport.EXEC), first);
  }

  ConnectionSpec spec(Account account, ConnectionSpec.Transport transport) {
    return spec(account, transport, host.port());
  }

  /** By another port than the host's own, behind which something stands in between. */
  ConnectionSpec spec(Account account, ConnectionSpec.Transport transport, int port) {
    return new ConnectionSpec(
        "box",
        ConnectionSpec.Kind.SSH,
        host.host(),
        OptionalInt.of(port),
        Optional.of(account.login()),
        Optional.of(host.privateKey()),
        Optional.empty(),
        ConnectionSpec.HostKeyChecking.REFUSE,
        "-F none -o UserKnownHostsFile=" + knownHosts(port) + " -o GlobalKnownHostsFile=none",
        Duration.ofSeconds(10),
        transport);
  }

  private Path knownHosts(int port) {
    try {
      Path file = Files.createTempFile("known_hosts", "");
      file.toFile().deleteOnExit();
      String lines = String.join("\n", host.knownHosts()) + "\n";
      return Files.writeString(file, lines.replace("]:" + host.port(), "]:" + port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Context become(Become.Method method, String user, String password) {
    return Context.as(
        new Become(
            method,
            user,
            "",
            "",
            password.isEmpty() ? Optional.empty() : Optional.of(Secret.of(password))));
  }

  static Frame query(String script, Context context) {
    return Frame.query(Text.plain(script), context);
  }

  static Frame step(String id, String script, Context context) {
    return Frame.step(id, Text.plain(script), Optional.empty(), context);
  }

  static Frame command(String id, String script, Context context) {
    return new Frame(
        Frame.Kind.COMMAND,
        id,
        Text.plain(script),
        Optional.empty(),
        context,
        Frame.DEFAULT_TIMEOUT,
        true);
  }
}
