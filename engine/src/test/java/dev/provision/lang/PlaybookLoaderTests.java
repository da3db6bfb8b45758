package dev.provision.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.Problems;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaybookLoaderTests {

  @TempDir Path folder;
  private ProjectFiles files;

  @BeforeEach
  void setUp() {
    files = new ProjectFiles(folder);
  }

  private ProjectFiles tasks(String tasks) {
    return files.with("p.yml", "- hosts: all\n  tasks:\n" + tasks.indent(4));
  }

  // Tasks and actions

  @Test
  void keepsArgumentsWithTheirPlaces() {
    Task task = tasks("- file: {path: /etc/my.cnf, mode: '0640'}").tasks().get(0);
    assertEquals("file", task.action().module());
    assertEquals("0640", task.action().args().get("mode").orElseThrow().toString());
    assertTrue(
        task.action().args().get("mode").orElseThrow().origin().toString().endsWith("p.yml:3:39"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "copy|copy",
        "ansible.builtin.copy|copy",
        "ansible.legacy.copy|copy",
        "ansible.posix.sysctl|sysctl",
        "community.mysql.mysql_user|mysql_user",
        "ansible.mysql.mysql_user|mysql_user",
        "community.general.ini_file|ini_file",
        "other.coll.thing|other.coll.thing"
      })
  void normalisesModuleNames(String written, String module) {
    Task task = tasks("- " + written + ": {a: b}").tasks().get(0);
    assertEquals(module, task.action().module());
    assertEquals(written, task.action().written());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "action: copy src=a dest=b|{src=a, dest=b}",
        "action: {module: copy, src: a, dest: b}|{src=a, dest=b}",
        "action: {module: copy src=a, dest: b}|{dest=b, src=a}",
        "copy: src=a dest=b|{src=a, dest=b}",
        "{copy: , args: {src: a, dest: b}}|{src=a, dest=b}",
        "{copy: {src: z}, args: {src: a, dest: b}}|{src=z, dest=b}",
        "copy: src='a b' dest=\"{{ x }} y\"|{src=a b, dest={{ x }} y}",
      })
  void readsAllWaysToWriteArguments(String task, String args) {
    Action action = tasks("- " + task).tasks().get(0).action();
    assertEquals("copy", action.module());
    assertEquals(args, action.args().toString());
  }

  @Test
  void localActionIsDelegatedToThisMachine() {
    Task task = tasks("- local_action: command echo hi").tasks().get(0);
    assertEquals("localhost", task.keywords().delegateTo().orElseThrow().toString());
    assertEquals("echo hi", task.action().freeForm().orElseThrow().toString());
  }

  @Test
  void argumentsMayBeATemplate() {
    List<Task> tasks =
        tasks("- copy: \"{{ all }}\"\n- copy: {src: a}\n  args: \"{{ more }}\"").tasks();
    assertEquals("{{ all }}", tasks.get(0).action().argsTemplate().orElseThrow().reveal());
    assertEquals("{{ more }}", tasks.get(1).action().argsTemplate().orElseThrow().reveal());
    assertEquals("{src=a}", tasks.get(1).action().args().toString());
  }

  @Test
  void taskWithoutModuleIsAnError() {
    assertEquals(
        List.of("p.yml:3:7 NO_ACTION"), tasks("- name: nothing\n  when: x").problemsOfLoading());
  }

  @Test
  void taskWithTwoModulesIsAnError() {
    assertEquals(
        List.of("p.yml:4:7 CONFLICTING_ACTIONS"),
        tasks("- copy: {src: a}\n  template: {src: b}").problemsOfLoading());
  }

  @Test
  void misspelledKeywordIsSuggested() {
    assertEquals(
        List.of("p.yml:4:7 UNKNOWN_KEYWORD"),
        tasks("- copy: {src: a}\n  whn: x").problemsOfLoading());
    assertTrue(files.details().get(0).contains("Did you mean \"when\"?"), files.details().get(0));
  }

  @Test
  void knownModuleTellsTheSlipApart() {
    files.with(PlaybookOptions.DEFAULT.withModules("copy"::equals));
    assertEquals(
        List.of("p.yml:4:7 UNKNOWN_KEYWORD"),
        tasks("- copy: {src: a}\n  zzzz: x").problemsOfLoading());
  }

  @Test
  void keywordOfAnotherPlaceIsExplained() {
    assertEquals(
        List.of("p.yml:4:7 UNKNOWN_KEYWORD"),
        tasks("- copy: {src: a}\n  serial: 1").problemsOfLoading());
    assertTrue(files.details().get(0).contains("It belongs to: play"), files.details().get(0));
  }

  @Test
  void freeTextForAModuleThatTakesNoneIsAnError() {
    assertEquals(
        List.of("p.yml:3:13 INVALID_ARGUMENT"), tasks("- file: /etc/foo").problemsOfLoading());
  }

  @Test
  void allProblemsAreFoundAtOnce() {
    tasks(
        "- copy: {src: a}\n  become: perhaps\n- name: x\n- ping:\n  retries: many\n  loop: 5\n- 7");
    assertEquals(
        List.of(
            "p.yml:4:15 WRONG_TYPE",
            "p.yml:5:7 NO_ACTION",
            "p.yml:7:16 WRONG_TYPE",
            "p.yml:8:13 WRONG_TYPE",
            "p.yml:9:7 WRONG_TYPE"),
        files.problemsOfLoading());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "become: yes",
        "become: 'no'",
        "become: '{{ x }}'",
        "when: [a, b]",
        "when: true",
        "tags: a,b",
        "tags: [a]",
        "environment: {A: b}",
        "environment: [{A: b}, '{{ e }}']",
        "timeout: 5",
        "timeout: '5'",
        "vars: {a: 1}",
        "vars: [{a: 1}, {b: 2}]",
        "notify: []",
        "changed_when: false",
        "register: out",
        "loop: [1, 2]",
        "with_items: x",
        "loop: '{{ x }}'",
        "delegate_to: host",
        "port: 22",
        "until: x",
        "vars: ",
        "when: ",
        "loop_control: {loop_var: x, index_var: i, label: l, pause: 1, extended: yes, break_when:"
            + " [a]}"
      })
  void acceptsKeyword(String keyword) {
    assertEquals(List.of(), tasks("- ping:\n  " + keyword).problemsOfLoading());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "become: 7|WRONG_TYPE",
        "when: {a: b}|WRONG_TYPE",
        "tags: {a: b}|WRONG_TYPE",
        "environment: x|WRONG_TYPE",
        "timeout: soon|WRONG_TYPE",
        "vars: x|WRONG_TYPE",
        "vars: {a-b: 1}|INVALID_NAME",
        "vars: {for: 1}|INVALID_NAME",
        "register: a-b|INVALID_NAME",
        "register: [a]|WRONG_TYPE",
        "delegate_to: [a]|WRONG_TYPE",
        "notify: {a: b}|WRONG_TYPE",
        "loop: {a: b}|WRONG_TYPE",
        "loop: x|WRONG_TYPE",
        "loop_control: {loopvar: x}|UNKNOWN_KEYWORD",
        "loop_control: {loop_var: a-b}|WRONG_TYPE",
        "loop_control: x|WRONG_TYPE",
        "args: x|WRONG_TYPE"
      })
  void refusesKeyword(String keyword, String code) {
    List<String> found = tasks("- ping:\n  " + keyword).problemsOfLoading();
    assertEquals(1, found.size(), found::toString);
    assertTrue(found.get(0).endsWith(" " + code), found.get(0));
    assertTrue(found.get(0).startsWith("p.yml:4:"), found.get(0));
  }

  @Test
  void debuggerIsAcceptedWithAWarning() {
    tasks("- ping:\n  debugger: on_failed").load();
    assertEquals(List.of("p.yml:4:7 UNSUPPORTED_KEYWORD"), files.problems());
    assertFalse(files.collected().hasErrors());
  }

  @Test
  void loopsAreRead() {
    List<Task> tasks =
        tasks("- ping:\n  loop: [1]\n  loop_control: {loop_var: x}\n- ping:\n  with_dict: {a: 1}")
            .tasks();
    Loop loop = tasks.get(0).loop().orElseThrow();
    assertEquals(Optional.empty(), loop.lookup());
    assertEquals("x", loop.control().loopVar().orElseThrow().toString());
    assertEquals(Optional.of("dict"), tasks.get(1).loop().orElseThrow().lookup());
  }

  @Test
  void twoLoopsAreAnError() {
    assertEquals(
        List.of("p.yml:5:7 CONFLICTING_ACTIONS"),
        tasks("- ping:\n  loop: [1]\n  with_items: [2]").problemsOfLoading());
  }

  // Inheritance

  @Test
  void keywordsReachWhatStandsInside() {
    files.with(
        "p.yml",
        """
        - hosts: all
          become: true
          tags: play
          vars: {p: 1}
          environment: {A: 1}
          tasks:
            - when: outer
              tags: [block]
              vars: {b: 1, c: 1}
              block:
                - ping:
                  when: inner
                  tags: task
                  become: false
                  vars: {c: 2}
                  environment: {B: 2}
        """);
    Keywords keywords = files.tasks().get(0).keywords();
    assertEquals("[outer, inner]", keywords.when().toString());
    assertEquals("[play, block, task]", keywords.tags().toString());
    assertEquals("{b=1, c=2}", keywords.vars().toString());
    assertEquals("[{A=1}, {B=2}]", keywords.environment().toString());
    assertEquals(Value.FALSE, keywords.become().orElseThrow());
  }

  @Test
  void blocksKeepRescueAndAlways() {
    files.with(
        "p.yml",
        """
        - hosts: all
          tasks:
            - block:
                - ping:
              rescue:
                - debug:
              always:
                - setup:
        """);
    Block block = (Block) files.play().tasks().get(0);
    assertEquals(1, block.body().size());
    assertEquals("debug", ((Task) block.rescue().get(0)).action().module());
    assertEquals("setup", ((Task) block.always().get(0)).action().module());
  }

  @Test
  void rescueWithoutBlockIsAnError() {
    assertEquals(List.of("p.yml:3:7 MISSING_KEYWORD"), tasks("- rescue: []").problemsOfLoading());
  }

  @Test
  void loopOnABlockIsAnError() {
    assertEquals(
        List.of("p.yml:5:7 UNKNOWN_KEYWORD"),
        tasks("- block:\n    - ping:\n  loop: [1]").problemsOfLoading());
  }

  // Addresses

  @Test
  void addressesNumberTasksAcrossBlocks() {
    files.with(
        "p.yml",
        """
        - hosts: all
          pre_tasks:
            - ping:
          tasks:
            - block:
                - ping:
                - ping:
          handlers:
            - ping:
        """);
    List<String> addresses =
        files
            .play()
            .allNodes()
            .filter(Task.class::isInstance)
            .map(n -> n.address().toString())
            .toList();
    String play = files.path("p.yml") + " › play 1 › ";
    assertEquals(
        List.of(play + "task 1", play + "task 2", play + "task 3", play + "handler 1"), addresses);
  }

  @Test
  void addressesAreUniqueWhenARoleIsUsedTwice() {
    files
        .with("roles/r/tasks/main.yml", "- ping:\n")
        .with("p.yml", "- hosts: all\n  roles: [r, r]\n");
    List<String> addresses = files.tasks().stream().map(t -> t.address().toString()).toList();
    assertTrue(addresses.get(0).endsWith("play 1 › role r › task 1"), addresses.get(0));
    assertTrue(addresses.get(1).endsWith("play 1 › role r#2 › task 1"), addresses.get(1));
  }

  // Plays

  @Test
  void emptyFileIsNoPlaybook() {
    assertEquals(List.of("p.yml WRONG_TYPE"), files.with("p.yml", "").problemsOfLoading());
  }

  @Test
  void mappingIsNoPlaybook() {
    assertEquals(
        List.of("p.yml:1:1 WRONG_TYPE"), files.with("p.yml", "hosts: all\n").problemsOfLoading());
  }

  @Test
  void missingPlaybookIsAnError() {
    assertEquals(List.of(" FILE_NOT_FOUND"), files.problemsOfLoading());
  }

  @Test
  void playWithoutHostsIsAnError() {
    assertEquals(
        List.of("p.yml:1:3 MISSING_KEYWORD"),
        files.with("p.yml", "- tasks: []\n").problemsOfLoading());
  }

  @Test
  void playKeywordsAreSuggested() {
    files.with("p.yml", "- hosts: all\n  gather_fact: no\n");
    assertEquals(List.of("p.yml:2:3 UNKNOWN_KEYWORD"), files.problemsOfLoading());
    assertTrue(files.details().get(0).contains("\"gather_facts\""));
  }

  @Test
  void unknownStrategyAndOrderAreErrors() {
    files.with("p.yml", "- hosts: all\n  strategy: linaer\n  order: random\n");
    assertEquals(
        List.of("p.yml:2:13 WRONG_TYPE", "p.yml:3:10 WRONG_TYPE"), files.problemsOfLoading());
  }

  @Test
  void playOptionsAreKept() {
    files.with(
        "p.yml",
        """
        - name: it
          hosts: [a, b]
          serial: [1, "30%"]
          max_fail_percentage: 20
          gather_facts: false
          vars: {x: 1}
          vars_prompt:
            - name: password
              prompt: which?
              private: false
              default: y
        """);
    Play play = files.play();
    assertEquals("it", play.title());
    assertEquals("[a, b]", play.hosts().toString());
    assertEquals("[1, 30%]", play.serial().toString());
    assertEquals("{x=1}", play.vars().toString());
    VarsPrompt prompt = play.prompts().get(0);
    assertEquals("password", prompt.name());
    assertFalse(prompt.isPrivate());
  }

  @Test
  void varsFilesAreLookedForBesideThePlaybookAndInVars() {
    files
        .with("vars/a.yml", "x: 1\n")
        .with("b.yml", "y: 1\n")
        .with(
            "p.yml",
            "- hosts: all\n  vars_files: [a.yml, b.yml, [none.yml, b.yml], '{{ os }}.yml']\n");
    assertEquals(List.of(), files.problemsOfLoading());
  }

  @Test
  void missingOrFaultyVarsFilesAreErrors() {
    files
        .with("l.yml", "- 1\n")
        .with("p.yml", "- hosts: all\n  vars_files:\n    - none.yml\n    - l.yml\n");
    assertEquals(
        List.of("l.yml:1:1 WRONG_TYPE", "p.yml:3:7 FILE_NOT_FOUND"), files.problemsOfLoading());
  }

  // Imports and includes

  @Test
  void importedPlaybooksStandInTheirPlace() {
    files
        .with("sub/q.yml", "- hosts: b\n  tasks:\n    - include_tasks: t.yml\n")
        .with("sub/t.yml", "- ping:\n")
        .with(
            "p.yml",
            "- hosts: a\n- import_playbook: sub/q.yml\n  vars: {v: 1}\n  tags: x\n- hosts: c\n");
    Playbook playbook = files.load();
    assertEquals(List.of(), files.problems());
    assertEquals(List.of("a", "b", "c"), playbook.plays().stream().map(Play::title).toList());
    Play imported = playbook.plays().get(1);
    assertEquals(files.path("sub"), imported.folder());
    assertEquals("{v=1}", imported.importVars().toString());
    assertEquals("[x]", imported.tasks().get(0).keywords().tags().toString());
    assertEquals("play 3", playbook.plays().get(2).address().segments().get(1).toString());
  }

  @Test
  void playbookThatImportsItselfIsAnError() {
    files.with("p.yml", "- import_playbook: p.yml\n");
    assertEquals(List.of("p.yml:1:20 RECURSIVE_IMPORT"), files.problemsOfLoading());
  }

  @Test
  void importedTasksInheritKeywords() {
    files
        .with("t/a.yml", "- ping:\n- import_tasks: b.yml\n")
        .with("t/b.yml", "- debug:\n  when: inner\n");
    List<Task> tasks = tasks("- import_tasks: t/a.yml\n  when: outer\n  vars: {v: 1}").tasks();
    assertEquals("[outer, inner]", tasks.get(1).keywords().when().toString());
    assertEquals("{v=1}", tasks.get(1).keywords().vars().toString());
  }

  @Test
  void importThatLeadsToItselfIsAnError() {
    files.with("a.yml", "- import_tasks: b.yml\n").with("b.yml", "- import_tasks: a.yml\n");
    assertEquals(
        List.of("b.yml:1:17 RECURSIVE_IMPORT"), tasks("- import_tasks: a.yml").problemsOfLoading());
  }

  @Test
  void missingImportIsAnErrorAndSaysWhereItWasLookedFor() {
    assertEquals(
        List.of("p.yml:3:21 FILE_NOT_FOUND"), tasks("- import_tasks: no.yml").problemsOfLoading());
    assertTrue(files.details().get(0).contains(files.path("no.yml").toString()));
  }

  @Test
  void importCannotLoop() {
    files.with("a.yml", "[]");
    assertEquals(
        List.of("p.yml:4:13 INVALID_ARGUMENT"),
        tasks("- import_tasks: a.yml\n  loop: [1]").problemsOfLoading());
  }

  @Test
  void namesOfImportsMayUseWhatIsKnownEarly() {
    files.with("x.yml", "- ping:\n");
    PlaybookOptions.StaticNames names =
        (name, vars) -> vars.get("f").map(f -> name.toString().replace("{{ f }}", f.toString()));
    files.with(PlaybookOptions.DEFAULT.withStaticNames(names));
    files.with(
        "p.yml", "- hosts: all\n  vars: {f: x}\n  tasks:\n    - import_tasks: '{{ f }}.yml'\n");
    assertEquals(1, files.tasks().size());
  }

  @Test
  void namesOfImportsWithUnknownVariablesAreErrors() {
    assertEquals(
        List.of("p.yml:3:21 UNDEFINED_VARIABLE"),
        tasks("- import_tasks: '{{ f }}.yml'").problemsOfLoading());
  }

  @Test
  void includesAreLookedIntoForProblems() {
    files
        .with("a.yml", "- ping:\n  becom: yes\n- include_tasks: b.yml\n")
        .with("b.yml", "- name: x\n");
    assertEquals(
        List.of("a.yml:2:3 UNKNOWN_KEYWORD", "b.yml:1:3 NO_ACTION"),
        tasks("- include_tasks: a.yml").problemsOfLoading());
  }

  @Test
  void missingIncludeIsAnErrorUnlessItsNameIsATemplate() {
    tasks("- include_tasks: no.yml\n- include_tasks: '{{ x }}.yml'");
    assertEquals(List.of("p.yml:3:22 FILE_NOT_FOUND"), files.problemsOfLoading());
  }

  @Test
  void includeThatIncludesItselfIsFine() {
    files.with("a.yml", "- include_tasks: a.yml\n  when: more\n- ping:\n");
    Playbook playbook = tasks("- include_tasks: a.yml").load();
    assertEquals(List.of(), files.problems());
    assertTrue(playbook.staticTasks().anyMatch(t -> t.action().module().equals("ping")));
  }

  @Test
  void includedTasksStandUnderApplyAndTheIncludesVariablesOnly() {
    files.with("a.yml", "- ping:\n");
    tasks(
        """
        - become: true
          block:
            - include_tasks: {file: a.yml, apply: {tags: [t]}}
              when: w
              vars: {v: 1}
        """);
    Play play = files.play();
    Include include = (Include) ((Block) play.tasks().get(0)).body().get(0);
    assertEquals("[w]", include.keywords().when().toString());
    Problems problems = new Problems();
    PlaybookLoader.Included brought =
        files
            .loader()
            .include(play, include, include.action().args(), include.address().item(2), problems);
    assertTrue(problems.isEmpty());
    Task task = (Task) brought.nodes().get(0);
    assertEquals("[]", task.keywords().when().toString());
    assertEquals("[t]", task.keywords().tags().toString());
    assertEquals("{v=1}", task.keywords().includeVars().toString());
    assertEquals("{v=1}", task.keywords().vars().toString());
    assertEquals(Value.TRUE, task.keywords().become().orElseThrow());
    assertTrue(
        task.address().toString().endsWith("task 1 › item 2 › task 1"), task.address().toString());
  }

  @Test
  void unknownArgumentsOfIncludesAreErrors() {
    files.with("a.yml", "[]");
    tasks(
        """
        - include_tasks: {fil: a.yml}
        - include_role: {name: r, task_from: x}
        - import_tasks: {file: a.yml, apply: {}}
        """);
    List<String> found = files.problemsOfLoading();
    assertTrue(found.contains("p.yml:3:23 UNKNOWN_ARGUMENT"), found::toString);
    assertTrue(found.contains("p.yml:4:31 UNKNOWN_ARGUMENT"), found::toString);
    assertTrue(found.contains("p.yml:5:42 INVALID_ARGUMENT"), found::toString);
  }

  // Roles

  @Test
  void rolesAreReadWithAllTheirParts() {
    files
        .with(
            "roles/r/tasks/main.yml", "- name: t\n  template: {src: x.j2, dest: /x}\n  notify: h\n")
        .with("roles/r/handlers/main.yml", "- name: h\n  ping:\n")
        .with("roles/r/defaults/main.yml", "d: 1\n")
        .with("roles/r/vars/main/a.yml", "a: 1\nv: 1\n")
        .with("roles/r/vars/main/b.yml", "v: 2\n")
        .with("roles/r/meta/main.yml", "allow_duplicates: yes\n")
        .with("roles/r/templates/x.j2", "x")
        .with("p.yml", "- hosts: all\n  roles:\n    - {role: r, when: w, tags: t, param: 5}\n");
    Play play = files.play();
    RoleUse use = play.staticRoles().get(0);
    assertEquals("{d=1}", use.role().defaults().toString());
    assertEquals("{a=1, v=2}", use.role().vars().toString());
    assertEquals("{param=5}", use.params().toString());
    assertTrue(use.allowDuplicates());
    Task task = (Task) ((Block) play.roles().get(0)).body().get(0);
    assertEquals("[w]", task.keywords().when().toString());
    assertEquals(
        Optional.of(files.path("roles/r/templates/x.j2")), task.search().find("templates", "x.j2"));
    assertEquals("h", play.handlers().get(0).name().orElseThrow().reveal());
  }

  @Test
  void variablesOfARoleEntryRankWithTheRolesOwn() {
    files
        .with("roles/r/tasks/main.yml", "- ping:\n")
        .with("roles/r/vars/main.yml", "v: role\n")
        .with("p.yml", "- hosts: all\n  roles:\n    - {role: r, vars: {v: entry, w: entry}}\n");
    Play play = files.play();
    assertEquals("{w=entry, v=role}", play.staticRoles().get(0).role().vars().toString());
    assertEquals("{}", ((Block) play.roles().get(0)).body().get(0).keywords().vars().toString());
  }

  @Test
  void dependenciesRunFirstUnderTheKeywordsOfWhatAsksForThem() {
    files
        .with("roles/a/tasks/main.yml", "- ping:\n")
        .with("roles/a/meta/main.yml", "dependencies:\n  - {role: b, x: 1}\n")
        .with("roles/b/tasks/main.yml", "- debug:\n")
        .with("p.yml", "- hosts: all\n  roles:\n    - {role: a, tags: t}\n");
    Play play = files.play();
    List<Task> tasks = play.nodes().filter(Task.class::isInstance).map(Task.class::cast).toList();
    assertEquals(List.of("debug", "ping"), tasks.stream().map(t -> t.action().module()).toList());
    assertEquals("[t]", tasks.get(0).keywords().tags().toString());
    assertEquals(List.of("b", "a"), play.staticRoles().stream().map(u -> u.role().name()).toList());
    assertEquals("a", play.staticRoles().get(0).parent().orElseThrow().role().name());
    assertEquals("b", play.staticRoles().get(1).dependencies().get(0).role().name());
  }

  @Test
  void unknownRoleIsAnErrorWithASuggestion() {
    files
        .with("roles/mysql/tasks/main.yml", "[]")
        .with("p.yml", "- hosts: all\n  roles: [mysqk]\n");
    assertEquals(List.of("p.yml:2:11 UNKNOWN_ROLE"), files.problemsOfLoading());
    assertTrue(files.details().get(0).contains("Did you mean \"mysql\"?"), files.details().get(0));
  }

  @Test
  void encryptedNamesThatNoPasswordOpensAreErrors() {
    files.with("p.yml", "- hosts: all\n  roles: [!vault x]\n- hosts: all\n  tasks: 5\n");
    assertEquals(
        List.of("p.yml:2:11 VAULT_PASSWORD_MISSING", "p.yml:4:10 WRONG_TYPE"),
        files.problemsOfLoading());
  }

  @Test
  void roleThatDependsOnItselfIsAnError() {
    files
        .with("roles/a/meta/main.yml", "dependencies: [b]\n")
        .with("roles/b/meta/main.yml", "dependencies: [a]\n")
        .with("p.yml", "- hosts: all\n  roles: [a]\n");
    assertEquals(List.of("roles/b/meta/main.yml:1:16 RECURSIVE_IMPORT"), files.problemsOfLoading());
  }

  @Test
  void rolesAreFoundInFurtherFoldersAndCollections() {
    files
        .with("more/x/tasks/main.yml", "- ping:\n")
        .with("collections/ansible_collections/n/c/roles/y/tasks/main.yml", "- ping:\n")
        .with("z/tasks/main.yml", "- ping:\n")
        .with("p.yml", "- hosts: all\n  roles: [x, n.c.y, z]\n");
    files.with(PlaybookOptions.DEFAULT.withRolesPath(List.of(files.path("more"))));
    assertEquals(3, files.tasks().size());
  }

  @Test
  void importedRoleUsesTheFilesAskedFor() {
    files
        .with("roles/r/tasks/main.yml", "- ping:\n")
        .with("roles/r/tasks/other.yml", "- debug:\n- import_tasks: main.yml\n")
        .with("roles/r/vars/o.yml", "v: 1\n");
    tasks("- import_role: {name: r, tasks_from: other, vars_from: o.yml}\n  when: w");
    Play play = files.play();
    List<Task> tasks = play.nodes().filter(Task.class::isInstance).map(Task.class::cast).toList();
    assertEquals(List.of("debug", "ping"), tasks.stream().map(t -> t.action().module()).toList());
    assertEquals("[w]", tasks.get(0).keywords().when().toString());
    assertEquals("{v=1}", play.staticRoles().get(0).role().vars().toString());
  }

  @Test
  void missingTasksFromIsAnError() {
    files.with("roles/r/tasks/main.yml", "[]");
    assertEquals(
        List.of("p.yml:3:27 FILE_NOT_FOUND"),
        tasks("- import_role: {name: r, tasks_from: no}").problemsOfLoading());
  }

  @Test
  void includedRoleBringsHandlersAndItsUse() {
    files
        .with("roles/r/tasks/main.yml", "- ping:\n  notify: h\n")
        .with("roles/r/handlers/main.yml", "- name: h\n  ping:\n");
    Play play = tasks("- include_role: {name: r}").play();
    Include include = (Include) play.tasks().get(0);
    PlaybookLoader.Included brought =
        files
            .loader()
            .include(play, include, include.action().args(), include.address(), new Problems());
    assertEquals(1, brought.handlers().size());
    assertEquals("r", brought.roles().get(0).role().name());
    assertFalse(brought.roles().get(0).isPublic());
    assertTrue(brought.nodes().get(0) instanceof Block);
  }

  @Test
  void argumentSpecsAreKept() {
    files
        .with(
            "roles/r/meta/argument_specs.yml",
            "argument_specs: {main: {options: {x: {type: str}}}}\n")
        .with("p.yml", "- hosts: all\n  roles: [r]\n");
    assertTrue(
        files
            .play()
            .staticRoles()
            .get(0)
            .role()
            .argumentSpecs()
            .orElseThrow()
            .get("main")
            .isPresent());
  }

  // Handlers

  @Test
  void unknownHandlerIsAnErrorWithASuggestion() {
    files.with(
        "p.yml",
        """
        - hosts: all
          tasks:
            - ping:
              notify: restart mysqk
            - ping:
              notify: [restart mysql, topic, "{{ x }}"]
          handlers:
            - name: restart mysql
              ping:
              listen: topic
        """);
    assertEquals(List.of("p.yml:4:15 UNKNOWN_HANDLER"), files.problemsOfLoading());
    assertTrue(files.details().get(0).contains("\"restart mysql\""), files.details().get(0));
  }

  @Test
  void handlersOfIncludedRolesCount() {
    files
        .with("roles/r/tasks/main.yml", "- ping:\n  notify: 'r : h'\n")
        .with("roles/r/handlers/main.yml", "- name: h\n  ping:\n");
    assertEquals(
        List.of(), tasks("- include_role: {name: r}\n- ping:\n  notify: h").problemsOfLoading());
  }

  @Test
  void nothingIsSaidOfHandlersWhereOneMayYetCome() {
    assertEquals(
        List.of(),
        tasks("- include_role: {name: '{{ r }}'}\n- ping:\n  notify: h").problemsOfLoading());
  }

  @Test
  void listenBelongsToHandlers() {
    assertEquals(
        List.of("p.yml:4:7 UNKNOWN_KEYWORD"), tasks("- ping:\n  listen: x").problemsOfLoading());
  }
}
