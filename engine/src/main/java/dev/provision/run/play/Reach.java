package dev.provision.run.play;

import dev.provision.connect.ConnectionSpec;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import dev.provision.host.Context;
import dev.provision.lang.Keyword;
import dev.provision.lang.Keywords;
import dev.provision.run.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a task reaches its host and whom it acts as: variables over keywords over options, as Ansible
 * has it.
 */
final class Reach {

  private final RunOptions options;

  Reach(RunOptions options) {
    this.options = options;
  }

  /**
   * @param host the inventory name
   * @param vars with that host's variables
   */
  ConnectionSpec spec(String host, Rendering vars, Keywords keywords) {
    RunOptions.Login login = options.login();
    String kind =
        vars.text("ansible_connection")
            .or(() -> vars.text(keywords, Keyword.CONNECTION))
            .or(login::connection)
            .orElse("ssh");
    return new ConnectionSpec(
        host,
        kind(kind),
        vars.text("ansible_host").or(() -> vars.text("ansible_ssh_host")).orElse(host),
        port(vars, keywords),
        vars.text("ansible_user")
            .or(() -> vars.text("ansible_ssh_user"))
            .or(() -> vars.text(keywords, Keyword.REMOTE_USER))
            .or(login::user),
        vars.text("ansible_ssh_private_key_file")
            .or(() -> vars.text("ansible_private_key_file"))
            .map(Reach::home)
            .or(login::privateKey),
        vars.secret("ansible_password")
            .or(() -> vars.secret("ansible_ssh_password"))
            .or(() -> vars.secret("ansible_ssh_pass"))
            .or(login::password),
        checking(vars),
        arguments(vars),
        vars.integer("ansible_timeout")
            .or(() -> vars.integer("ansible_ssh_timeout"))
            .map(Duration::ofSeconds)
            .orElse(login.connectTimeout()),
        login.transport());
  }

  private static ConnectionSpec.Kind kind(String word) {
    return switch (word) {
      case "ssh", "smart", "paramiko", "paramiko_ssh", "ansible.builtin.ssh" ->
          ConnectionSpec.Kind.SSH;
      case "local", "ansible.builtin.local" -> ConnectionSpec.Kind.LOCAL;
      default ->
          throw new ProvisionException(
              ErrorCode.INVALID_ARGUMENT,
              "The connection \"" + word + "\" is not known. There are \"ssh\" and \"local\".");
    };
  }

  private OptionalInt port(Rendering vars, Keywords keywords) {
    Optional<Long> port =
        vars.integer("ansible_port")
            .or(() -> vars.integer("ansible_ssh_port"))
            .or(() -> vars.integer(keywords, Keyword.PORT));
    return port.isPresent() ? OptionalInt.of(Math.toIntExact(port.get())) : options.login().port();
  }

  private static Path home(String file) {
    return Path.of(
        file.startsWith("~/") ? System.getProperty("user.home") + file.substring(1) : file);
  }

  private ConnectionSpec.HostKeyChecking checking(Rendering vars) {
    Optional<String> word =
        vars.text("ansible_host_key_checking").or(() -> vars.text("ansible_ssh_host_key_checking"));
    boolean accept =
        word.map(w -> w.toLowerCase(Locale.ROOT))
            .filter(w -> w.equals("false") || w.equals("no") || w.equals("accept-new"))
            .isPresent();
    return accept ? ConnectionSpec.HostKeyChecking.ACCEPT_NEW : options.login().hostKeyChecking();
  }

  private String arguments(Rendering vars) {
    return Stream.of(
            vars.text("ansible_ssh_args"),
            vars.text("ansible_ssh_common_args"),
            vars.text("ansible_ssh_extra_args"),
            Optional.of(options.login().sshArguments()).filter(text -> !text.isEmpty()))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" "));
  }

  Context context(Rendering vars, Keywords keywords) {
    return new Context(become(vars, keywords), vars.environment(keywords), Optional.empty());
  }

  Optional<Become> become(Rendering vars, Keywords keywords) {
    boolean wanted =
        vars.bool("ansible_become")
            .or(() -> vars.bool(keywords, Keyword.BECOME))
            .orElse(options.escalation().become());
    if (!wanted) {
      return Optional.empty();
    }
    Become.Method method =
        vars.text("ansible_become_method")
            .or(() -> vars.text(keywords, Keyword.BECOME_METHOD))
            .map(Reach::method)
            .or(() -> options.escalation().method())
            .orElse(Become.Method.SUDO);
    return Optional.of(
        new Become(
            method,
            vars.text("ansible_become_user")
                .or(() -> vars.text(keywords, Keyword.BECOME_USER))
                .or(() -> options.escalation().user())
                .orElse("root"),
            vars.text("ansible_become_exe")
                .or(() -> vars.text(keywords, Keyword.BECOME_EXE))
                .orElse(method.name().toLowerCase(Locale.ROOT)),
            vars.text("ansible_become_flags")
                .or(() -> vars.text(keywords, Keyword.BECOME_FLAGS))
                .orElse(""),
            vars.secret("ansible_become_password")
                .or(() -> vars.secret("ansible_become_pass"))
                .or(() -> vars.secret("ansible_sudo_pass"))
                .or(() -> options.escalation().password())));
  }

  private static Become.Method method(String word) {
    for (Become.Method method : Become.Method.values()) {
      if (method.name().toLowerCase(Locale.ROOT).equals(word.replace("ansible.builtin.", ""))) {
        return method;
      }
    }
    throw new ProvisionException(
        ErrorCode.INVALID_ARGUMENT,
        "The become method \""
            + word
            + "\" is not known. There are \"sudo\", \"su\" and \"doas\".");
  }
}
