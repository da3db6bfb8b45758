package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the mirror of Debian's archive that this machine takes its own packages from, so that
 * images come from the same place.
 */
final class PackageSource {

  private static final Set<String> RELEASES =
      Set.of("bullseye", "bookworm", "trixie", "forky", "sid", "stable", "testing", "unstable");

  private final Path apt;

  /**
   * @param apt apt's folder of settings, {@code /etc/apt}
   */
  PackageSource(Path apt) {
    this.apt = apt;
  }

  /** The mirror's address. */
  String mirror() {
    return find()
        .orElseThrow(
            () ->
                new ProvisionException(
                    ErrorCode.TOOL_MISSING,
                    "Images are made from Debian's packages, but the package sources in "
                        + apt
                        + " name no mirror of Debian. Build them on a Debian machine."));
  }

  /** Empty where this machine uses no mirror of Debian. */
  Optional<String> find() {
    List<String> mirrors = new ArrayList<>();
    for (Path file : files()) {
      String text = read(file);
      if (file.toString().endsWith(".sources")) {
        stanzas(text).forEach(stanza -> fromStanza(stanza).ifPresent(mirrors::add));
      } else {
        text.lines().forEach(line -> fromLine(line).ifPresent(mirrors::add));
      }
    }
    return mirrors.stream().findFirst();
  }

  private List<Path> files() {
    List<Path> files = new ArrayList<>();
    Path single = apt.resolve("sources.list");
    if (Files.isReadable(single)) {
      files.add(single);
    }
    Path parts = apt.resolve("sources.list.d");
    if (Files.isDirectory(parts)) {
      try (Stream<Path> found = Files.list(parts)) {
        found
            .filter(file -> file.toString().matches(".*\\.(list|sources)"))
            .sorted()
            .forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code deb [options] address suite component…}. */
  private static Optional<String> fromLine(String line) {
    List<String> words = List.of(line.replaceAll("\\[[^]]*]", "").strip().split("\\s+"));
    if (words.size() < 4 || !words.get(0).equals("deb")) {
      return Optional.empty();
    }
    return accept(words.get(1), List.of(words.get(2)), words.subList(3, words.size()));
  }

  private static Optional<String> fromStanza(Map<String, String> stanza) {
    if (!words(stanza, "types").contains("deb") || words(stanza, "enabled").contains("no")) {
      return Optional.empty();
    }
    List<String> addresses = words(stanza, "uris");
    return addresses.isEmpty()
        ? Optional.empty()
        : accept(addresses.get(0), words(stanza, "suites"), words(stanza, "components"));
  }

  private static Optional<String> accept(
      String address, List<String> suites, List<String> components) {
    boolean isArchive =
        suites.stream().anyMatch(RELEASES::contains)
            && components.contains("main")
            && address.matches("(https?|file|copy):.*");
    return isArchive ? Optional.of(address) : Optional.empty();
  }

  private static List<String> words(Map<String, String> stanza, String field) {
    String value = stanza.getOrDefault(field, "").strip();
    return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
  }

  private static List<Map<String, String>> stanzas(String text) {
    List<Map<String, String>> stanzas = new ArrayList<>();
    for (String block : text.split("\\n\\s*\\n")) {
      Map<String, String> fields = new HashMap<>();
      String name = "";
      for (String line : block.lines().filter(each -> !each.startsWith("#")).toList()) {
        boolean goesOn = line.startsWith(" ") || line.startsWith("\t");
        int colon = line.indexOf(':');
        if (!goesOn && colon > 0) {
          name = line.substring(0, colon).toLowerCase(Locale.ROOT);
          fields.put(name, line.substring(colon + 1));
        } else if (goesOn) {
          fields.merge(name, line, String::concat);
        }
      }
      stanzas.add(fields);
    }
    return stanzas;
  }
}
