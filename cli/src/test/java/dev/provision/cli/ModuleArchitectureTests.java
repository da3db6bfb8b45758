package dev.provision.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What holds for the Maven modules above engine; engine's own packages have a test there. */
class ModuleArchitectureTests {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importPaths(
              List.of(
                  Path.of("..", "verify", "target", "classes"),
                  Path.of("..", "lab", "target", "classes"),
                  Path.of("target", "classes")));

  @Test
  void onlyTheCommandLineUsesItsLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.provision.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..")
        .check(CLASSES);
  }

  @Test
  void onlyTheCommandLineTouchesTheTerminalAndExits() {
    var others = noClasses().that().resideOutsideOfPackage("dev.provision.cli..");
    others.should(GeneralCodingRules.ACCESS_STANDARD_STREAMS).check(CLASSES);
    others.should().callMethod(System.class, "exit", int.class).check(CLASSES);
    others.should().callMethod(Runtime.class, "halt", int.class).check(CLASSES);
  }

  @Test
  void librariesStayInTheirRooms() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.yaml..",
            "com.hubspot..",
            "net.schmizz..",
            "com.hierynomus..",
            "com.jcraft..",
            "com.mysql..",
            "com.github.difflib..",
            "com.google..",
            "com.fasterxml..",
            "org.bouncycastle..")
        .check(CLASSES);
  }

  /** The outside view must not believe what the modules believe. */
  @Test
  void checksFromOutsideShareNoCodeWithModules() {
    classes()
        .that()
        .resideInAPackage("dev.provision.verify..")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackages(
            "dev.provision.module..", "dev.provision.cli..", "dev.provision.lab..")
        .check(CLASSES);
  }

  @Test
  void everyPackageIsNullMarked() {
    for (JavaClass each : CLASSES) {
      assertTrue(
          each.getPackage().isAnnotatedWith(NullMarked.class),
          () -> each.getPackageName() + " lacks a package-info with @NullMarked");
    }
  }
}
