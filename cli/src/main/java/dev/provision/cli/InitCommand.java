package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lays out a folder to start from; never touches a file that is there. */
@Command(
    name = "init",
    description = "Lay out a folder with an inventory, a playbook and settings to start from.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class InitCommand implements Callable<Integer> {

  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put(
        "provision.yml",
        """
        ---
        # Settings; `provision config` shows them all and where each comes from.
        inventory: inventories/hosts.yml
        """);
    FILES.put(
        "inventories/hosts.yml",
        """
        ---
        all:
          vars:
            ansible_user: deploy
          children:
            db:
              hosts:
                db-1.example.com:
        """);
    FILES.put(
        "playbooks/site.yml",
        """
        ---
        - name: First steps
          hosts: db
          become: true
          tasks:
            - name: Connections are probed before a NAT forgets them
              sysctl:
                name: net.ipv4.tcp_keepalive_time
                value: 60
                sysctl_file: /etc/sysctl.d/60-keepalive.conf
        """);
  }

  @Parameters(paramLabel = "FOLDER", defaultValue = ".", description = "Default: this one.")
  private Path folder;

  private final Terminal terminal;

  InitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    FILES.forEach(this::write);
    terminal.out().println("Next: put your hosts into the inventory, then run: provision plan");
    return 0;
  }

  private void write(String name, String content) {
    Path file = folder.resolve(name);
    try {
      if (Files.exists(file)) {
        terminal.out().println("kept    " + file);
        return;
      }
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.writeString(file, content);
      terminal.out().println("written " + file);
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE, "\"" + file + "\" can't be written: " + e.getMessage());
    }
  }
}
