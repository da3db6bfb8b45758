package dev.provision.cli;

import dev.provision.run.History;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the runs whose journals are kept here. */
@Command(
    name = "history",
    description = "List former runs, newest first.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class HistoryCommand implements Callable<Integer> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many (default: 20).")
  private int count;

  private final Terminal terminal;

  HistoryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<History.Entry> entries = new History(Engine.state(terminal.environment())).list();
    entries.stream().limit(count).forEach(this::print);
    if (entries.isEmpty()) {
      terminal.err().println("No runs yet.");
    }
    return 0;
  }

  private void print(History.Entry entry) {
    String end = entry.exit() < 0 ? "not ended" : "exit " + entry.exit();
    terminal
        .out()
        .printf(
            "%s  %s  %-6s  %d changed  %s  %s on %s%n",
            entry.run(),
            TIME.format(entry.start()),
            entry.mode(),
            entry.changes(),
            end,
            String.join(" ", entry.playbooks()),
            String.join(", ", entry.hosts()));
  }
}
