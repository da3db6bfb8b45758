package dev.provision.lang;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a task list stands while it is read.
 *
 * @param play what is gathered for the whole play
 * @param numbers numbers the tasks of the play or role
 * @param outer the keywords of what encloses the list
 * @param files the task files that lead here by imports, the innermost last
 * @param handlers whether the list holds handlers
 */
record Frame(
    PlayFrame play,
    Numbers numbers,
    Keywords outer,
    Optional<RoleUse> role,
    SearchPath search,
    List<Path> files,
    boolean handlers) {

  Frame under(Keywords own) {
    return new Frame(play, numbers, own.under(outer), role, search, files, handlers);
  }

  Frame inFile(Path file) {
    List<Path> more = new ArrayList<>(files);
    more.add(file);
    Path folder = file.getParent();
    SearchPath wider = folder == null ? search : search.beforeLast(folder);
    return new Frame(play, numbers, outer, role, wider, List.copyOf(more), handlers);
  }

  Frame inRole(RoleUse use, Numbers roleNumbers, SearchPath roleSearch) {
    return new Frame(play, roleNumbers, outer, Optional.of(use), roleSearch, List.of(), handlers);
  }

  Frame forHandlers() {
    return new Frame(play, numbers, outer, role, search, files, true);
  }

  /** The folder of the task file; the playbook's where the tasks stand in the play itself. */
  Path folder() {
    Path file = files.isEmpty() ? null : files.get(files.size() - 1).getParent();
    return file == null ? play.folder() : file;
  }

  Keyword.Place place() {
    return handlers ? Keyword.Place.HANDLER : Keyword.Place.TASK;
  }

  TaskAddress next() {
    return handlers ? numbers.nextHandler() : numbers.nextTask();
  }

  /** Numbers the tasks and handlers of one play or role. */
  static final class Numbers {
    private final TaskAddress container;
    private int tasks;
    private int handlers;

    Numbers(TaskAddress container) {
      this.container = container;
    }

    TaskAddress container() {
      return container;
    }

    TaskAddress nextTask() {
      return container.task(++tasks);
    }

    TaskAddress nextHandler() {
      return container.handler(++handlers);
    }

    /** The address that the next task will have. */
    TaskAddress peek(boolean handler) {
      return handler ? container.handler(handlers + 1) : container.task(tasks + 1);
    }
  }
}
