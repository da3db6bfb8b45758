package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProblemPrinter;
import dev.provision.diag.ProvisionException;
import dev.provision.report.View;
import dev.provision.run.event.RunEvent;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a run is shown, and where it is written down. */
final class OutputMixin {

  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      defaultValue = "tree",
      description =
          "tree (default), plain (as Ansible prints), json (one object a line) or markdown.")
  private View.Format format;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write the run as Markdown and JSON into this folder, too.")
  private @Nullable Path report;

  /** Whether people read it, and not programs. */
  boolean isHuman() {
    return format == View.Format.TREE || format == View.Format.PLAIN;
  }

  /** The folder for files, if any. */
  @Nullable Path report() {
    return report;
  }

  /** The views asked for; to be closed at the end. */
  Outputs open(Terminal terminal, boolean diff, int verbosity) {
    ProblemPrinter problems = new ProblemPrinter(new FileLines());
    View.Options options =
        new View.Options(terminal.color() && isHuman(), terminal.unicode(), diff, verbosity);
    List<View> views = new ArrayList<>();
    List<Writer> files = new ArrayList<>();
    views.add(View.of(format, terminal.out(), options, problems));
    if (report != null) {
      views.add(file(report, "run.md", View.Format.MARKDOWN, problems, files));
      views.add(file(report, "run.jsonl", View.Format.JSON, problems, files));
    }
    return new Outputs(views, files);
  }

  private static View file(
      Path folder, String name, View.Format format, ProblemPrinter problems, List<Writer> files) {
    try {
      Files.createDirectories(folder);
      Writer writer = Files.newBufferedWriter(folder.resolve(name));
      files.add(writer);
      return View.of(format, writer, new View.Options(false, true, true, 0), problems);
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE,
          "The report can't be written into \"" + folder + "\": " + e.getMessage());
    }
  }

  /** Hands each event to all views. */
  static final class Outputs implements RunEvent.Listener, AutoCloseable {

    private final List<View> views;
    private final List<Writer> files;

    Outputs(List<View> views, List<Writer> files) {
      this.views = List.copyOf(views);
      this.files = List.copyOf(files);
    }

    @Override
    public synchronized void on(RunEvent event) {
      views.forEach(view -> view.on(event));
    }

    @Override
    public void close() {
      for (Writer file : files) {
        try {
          file.close();
        } catch (IOException e) {
          throw new ProvisionException(
              ErrorCode.FILE_UNREADABLE, "The report can't be written: " + e.getMessage());
        }
      }
    }
  }
}
