package dev.provision.lab;

/** Hears what is being done, a short sentence each time. Called from several threads. */
@FunctionalInterface
public interface Progress {

  Progress SILENT = text -> {};

  void say(String text);
}
