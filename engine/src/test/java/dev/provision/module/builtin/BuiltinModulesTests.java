package dev.provision.module.builtin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.provision.module.Module;
import dev.provision.module.ModuleDoc;
import dev.provision.module.ModuleLaws;
import dev.provision.module.StateModule;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltinModulesTests {

  private static final Path DOCS = Path.of("../docs/modules");

  static Collection<Module<?>> modules() {
    return BuiltinModules.registry().modules();
  }

  @Test
  void everyStateModuleHasItsLawsTested() throws ReflectiveOperationException {
    JavaClasses classes = new ClassFileImporter().importPackages("dev.provision.module");
    TreeSet<String> tested = new TreeSet<>();
    for (JavaClass each : classes) {
      if (each.isAssignableTo(ModuleLaws.class) && !each.isInterface()) {
        Constructor<?> constructor = Class.forName(each.getName()).getDeclaredConstructor();
        constructor.setAccessible(true);
        ModuleLaws laws = (ModuleLaws) constructor.newInstance();
        assertFalse(laws.cases().isEmpty(), each.getName());
        tested.add(laws.module());
      }
    }
    TreeSet<String> needed = new TreeSet<>();
    modules().stream().filter(m -> m instanceof StateModule).forEach(m -> needed.add(m.name()));
    assertEquals(needed, tested);
  }

  /** Run with {@code -Dprovision.write=true} to write the pages anew. */
  @ParameterizedTest
  @MethodSource("modules")
  void hasThePageThatItsParametersGive(Module<?> module) throws IOException {
    Path page = DOCS.resolve(module.name() + ".md");
    String text = ModuleDoc.of(module).markdown();
    if (Boolean.getBoolean("provision.write")) {
      Files.createDirectories(DOCS);
      Files.writeString(page, text);
    }
    assertTrue(Files.exists(page), page + " is missing");
    assertEquals(text, Files.readString(page));
  }

  @Test
  void noPageIsLeftOfAModuleThatIsGone() throws IOException {
    TreeSet<String> pages = new TreeSet<>();
    try (Stream<Path> files = Files.list(DOCS)) {
      files.forEach(f -> pages.add(f.getFileName().toString().replace(".md", "")));
    }
    TreeSet<String> names = new TreeSet<>();
    modules().forEach(m -> names.add(m.name()));
    assertEquals(names, pages);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void isDescribedInWholeSentences(Module<?> module) {
    ModuleDoc doc = ModuleDoc.of(module);
    assertTrue(doc.summary().endsWith("."), doc.summary());
    doc.arguments().forEach(a -> assertTrue(a.description().endsWith("."), a.description()));
  }

  @Test
  void findsModulesByAllTheirNames() {
    assertEquals(
        "copy", BuiltinModules.registry().find("ansible.builtin.copy").orElseThrow().name());
    assertEquals(
        "sysctl", BuiltinModules.registry().find("ansible.posix.sysctl").orElseThrow().name());
    assertEquals("systemd", BuiltinModules.registry().find("systemd_service").orElseThrow().name());
    assertTrue(BuiltinModules.registry().find("cpoy").isEmpty());
  }

  @Test
  void knowsTheNamesOfModulesThatItLacks() {
    assertTrue(KnownModules.isKnown("ansible.builtin.get_url"));
    assertTrue(KnownModules.isKnown("mysql_user"));
    assertTrue(KnownModules.isKnown("community.mysql.mysql_user"));
    assertTrue(KnownModules.isKnown("community.docker.docker_container"));
    assertFalse(KnownModules.isKnown("cpoy"));
    assertFalse(KnownModules.isKnown("community.docker.no_such_thing"));
    assertTrue(KnownModules.isKnownCollection("community.docker"));
    assertFalse(KnownModules.isKnownCollection("my.own"));
  }

  @Test
  @Tag("oracle")
  void theListHasAllThatAnsibleLists() throws IOException, InterruptedException {
    Process ansible =
        new ProcessBuilder("ansible-doc", "--list")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(ansible.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, ansible.waitFor());
    TreeSet<String> missing = new TreeSet<>();
    for (String line : out.split("\n")) {
      String name = line.split(" ")[0];
      if (name.matches("[a-z0-9_]+(\\.[a-z0-9_]+){2,}") && !KnownModules.isKnown(name)) {
        missing.add(name);
      }
    }
    assertEquals(new TreeSet<>(), missing);
  }
}
