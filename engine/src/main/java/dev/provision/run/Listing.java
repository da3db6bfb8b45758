package dev.provision.run;

import java.util.List;

/**
 * What playbooks hold, read without any host.
 *
 * @param exit 0, or 65 where something is wrong with the files (told as events)
 */
public record Listing(ExitCode exit, List<PlayListing> plays) {

  public Listing {
    plays = List.copyOf(plays);
  }

  /**
   * A play.
   *
   * @param playbook its file
   * @param pattern of hosts, as written
   * @param tags all tags of its tasks, sorted
   */
  public record PlayListing(
      String playbook,
      String name,
      String pattern,
      List<String> hosts,
      List<TaskListing> tasks,
      List<String> tags) {

    public PlayListing {
      hosts = List.copyOf(hosts);
      tasks = List.copyOf(tasks);
      tags = List.copyOf(tags);
    }
  }

  /**
   * A task that the tags given would select.
   *
   * @param name {@code role : name}, as Ansible lists it
   */
  public record TaskListing(String name, String address, List<String> tags) {

    public TaskListing {
      tags = List.copyOf(tags);
    }
  }
}
