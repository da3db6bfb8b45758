package dev.provision.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a run of the launcher script, or of another command, ended with and printed. */
record LauncherRun(int exit, String stdout, String stderr) {

  /** The script at the top of the tree. Tests run in the folder of their module. */
  static Path script() {
    Path script = Path.of("..", "provision").toAbsolutePath().normalize();
    if (!Files.isExecutable(script)) {
      throw new IllegalStateException(script + " is missing");
    }
    return script;
  }

  static ProcessBuilder command(Path script, String... arguments) {
    List<String> line = new ArrayList<>(List.of(script.toString()));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line);
  }

  static LauncherRun of(ProcessBuilder builder) throws IOException, InterruptedException {
    builder.environment().remove("PROVISION_JAVA_OPTIONS");
    return with(builder);
  }

  /** As {@link #of}, with the Java options that the builder's environment holds. */
  static LauncherRun with(ProcessBuilder builder) throws IOException, InterruptedException {
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    process.getOutputStream().close();
    CompletableFuture<String> errors =
        CompletableFuture.supplyAsync(
            () ->
                process
                    .errorReader(StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line + "\n")
                    .reduce("", String::concat));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new LauncherRun(process.waitFor(), output, errors.join());
  }
}
