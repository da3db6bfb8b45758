package dev.provision.lab;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where files go, all of them outside the source tree.
 *
 * @param cache what can be made again: images, kernels
 * @param state the labs that exist, a folder each
 */
public record LabPaths(Path cache, Path state) {

  /** By the XDG rules; {@code PROVISION_CACHE} and {@code PROVISION_STATE} win. */
  public static LabPaths of(Map<String, String> environment) {
    Path home = Path.of(environment.getOrDefault("HOME", "/"));
    return new LabPaths(
        root(environment, "PROVISION_CACHE", "XDG_CACHE_HOME", home.resolve(".cache"))
            .resolve("lab"),
        root(environment, "PROVISION_STATE", "XDG_STATE_HOME", home.resolve(".local/state"))
            .resolve("lab"));
  }

  public static LabPaths ofEnvironment() {
    return of(System.getenv());
  }

  private static Path root(Map<String, String> environment, String own, String xdg, Path fallback) {
    String explicit = environment.getOrDefault(own, "");
    if (!explicit.isEmpty()) {
      return Path.of(explicit).toAbsolutePath();
    }
    // The XDG rules say that a relative path is to be ignored.
    String base = environment.getOrDefault(xdg, "");
    return (base.startsWith("/") ? Path.of(base) : fallback).resolve("provision");
  }
}
