package dev.provision.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskAddressTests {

  private final TaskAddress task =
      TaskAddress.playbook("playbooks/db.yml").play(1).role("my role").task(7).item(2);

  @Test
  void printsAndReadsBack() {
    String text = "playbooks/db.yml › play 1 › role my role › task 7 › item 2";
    assertEquals(text, task.toString());
    assertEquals(Optional.of(task), TaskAddress.parse(text));
  }

  @Test
  void canBeTypedWithoutSpecialCharacters() {
    assertEquals(
        Optional.of(task),
        TaskAddress.parse("playbooks/db.yml > play 1 > role my role > task 7 > item 2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Install mysql",
        "db.yml",
        "db.yml › task",
        "db.yml › task x",
        "db.yml › job 1",
        " › play 1"
      })
  void otherTextIsNoAddress(String text) {
    assertEquals(Optional.empty(), TaskAddress.parse(text));
  }

  @Test
  void knowsWhatItStandsIn() {
    assertTrue(task.startsWith(TaskAddress.playbook("playbooks/db.yml").play(1)));
    assertFalse(task.startsWith(TaskAddress.playbook("playbooks/db.yml").play(2)));
  }
}
