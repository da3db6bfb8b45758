package dev.provision.run;

import dev.provision.value.Vault;
import java.nio.file.Path;
import java.util.List;

/**
 * A run that somebody wants.
 *
 * @param inventory as after {@code -i}, in order: files, folders, executables, bare names, lists of
 *     hosts
 * @param playbooks empty for {@code provision_playbook} of the inventory, else {@code
 *     playbooks/site.yml}
 * @param vault opens encrypted values
 */
public record RunRequest(
    List<String> inventory, List<Path> playbooks, Vault vault, RunOptions options) {

  public RunRequest {
    inventory = List.copyOf(inventory);
    playbooks = List.copyOf(playbooks);
  }
}
