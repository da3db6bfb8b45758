package dev.provision;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the table of packages in docs/architecture.md: arrows point one way, each library has one
 * home.
 */
class ArchitectureTests {
  private static final String ROOT = "dev.provision.";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPath(Path.of("target", "classes"));

  /** A package, the packages of ours it may use, and the libraries that only it may import. */
  private record Room(String name, Set<String> mayUse, List<String> libraries) {
    private static Room of(String name, String mayUse, String... libraries) {
      return new Room(name, Set.of(mayUse.split(" ")), List.of(libraries));
    }

    private String[] allowed() {
      Stream<String> everywhere =
          Stream.of(
              "java..", "javax..", "org.jspecify.annotations..", "org.slf4j..", ROOT + name + "..");
      Stream<String> ours =
          mayUse.stream().filter(use -> !use.isEmpty()).map(use -> ROOT + use + "..");
      return Stream.of(everywhere, ours, libraries.stream()).flatMap(s -> s).toArray(String[]::new);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Room> ROOMS =
      List.of(
          Room.of("diag", ""),
          Room.of("value", "diag"),
          Room.of("lang", "value diag", "org.yaml.snakeyaml.."),
          Room.of("template", "value diag", "com.hubspot.jinjava.."),
          Room.of("inventory", "lang template value diag"),
          Room.of("host", "value diag"),
          Room.of(
              "connect",
              "host value diag",
              "net.schmizz..",
              "com.hierynomus..",
              "com.jcraft..",
              "com.mysql.."),
          Room.of("module", "host value diag"),
          Room.of("run", "lang template inventory module host connect value diag"),
          Room.of("report", "run value diag", "com.github.difflib.."));

  static List<Room> rooms() {
    return ROOMS;
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void usesOnlyWhatTheTableAllows(Room room) {
    classes()
        .that()
        .resideInAPackage(ROOT + room.name() + "..")
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(room.allowed()).or(dataOfEvents(room)))
        .as("package " + room.name() + " uses only " + String.join(", ", room.allowed()))
        .check(CLASSES);
  }

  /**
   * The figures of a connection travel in the events of a run, and that is how its reader sees
   * them.
   */
  private static DescribedPredicate<JavaClass> dataOfEvents(Room room) {
    return DescribedPredicate.describe(
        "figures in events",
        each ->
            room.name().equals("report")
                && each.getName().equals(ROOT + "connect.Session$Traffic"));
  }

  @Test
  void everyPackageHasItsRowInTheTable() {
    Set<String> found = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      found.add(each.getPackageName().substring(ROOT.length()).split("\\.")[0]);
    }
    assertEquals(new TreeSet<>(ROOMS.stream().map(Room::name).toList()), found);
  }

  @Test
  void everyPackageIsNullMarked() {
    for (JavaClass each : CLASSES) {
      assertTrue(
          each.getPackage().isAnnotatedWith(NullMarked.class),
          () -> each.getPackageName() + " lacks a package-info with @NullMarked");
    }
  }

  @Test
  void onlyTheCommandLineTouchesTheTerminal() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    noClasses().should().callMethod(System.class, "exit", int.class).check(CLASSES);
    noClasses().should().callMethod(System.class, "console").check(CLASSES);
  }

  @Test
  void onlyTheConnectionOpensSocketsOrStartsProcesses() {
    noClasses()
        .that(resideInAnyPackage(packages("diag", "value", "lang", "host", "module", "report")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.net..", "javax.net..", "java.nio.channels..", "java.sql..")
                .and(not(dataOfTheNetwork())))
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Process.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(ProcessBuilder.class)
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> dataOfTheNetwork() {
    Set<String> harmless =
        Set.of(
            "java.net.URI",
            "java.net.URISyntaxException",
            "java.net.URLEncoder",
            "java.net.URLDecoder",
            "java.net.URL");
    return DescribedPredicate.describe(
        "addresses as data", each -> harmless.contains(each.getName()));
  }

  /** What a module or an operation says must follow from its arguments: same input, same plan. */
  @Test
  void modulesAndOperationsAreFreeOfChanceAndClock() {
    var pure =
        noClasses()
            .that(resideInAnyPackage(packages("diag", "value", "lang", "host", "module")))
            // A vault's salt has to be random; nothing of a plan is encrypted.
            .and()
            .doNotHaveFullyQualifiedName(ROOT + "value.VaultFormat");
    for (Class<?> chance : List.of(Random.class, RandomGenerator.class, ThreadLocalRandom.class)) {
      pure.should().dependOnClassesThat().areAssignableTo(chance).check(CLASSES);
    }
    pure.should().callMethod(UUID.class, "randomUUID").check(CLASSES);
    pure.should().callMethod(System.class, "currentTimeMillis").check(CLASSES);
    pure.should().callMethod(System.class, "nanoTime").check(CLASSES);
    pure.should().callMethod(Clock.class, "systemUTC").check(CLASSES);
    pure.should().callMethod(Clock.class, "systemDefaultZone").check(CLASSES);
    for (Class<?> time :
        List.of(
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class)) {
      pure.should().callMethod(time, "now").check(CLASSES);
    }
  }

  @Test
  void failuresHaveATypeThatSaysWhatFailed() {
    NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS.check(CLASSES);
    NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CLASSES);
  }

  private static String[] packages(String... names) {
    return Stream.of(names).map(name -> ROOT + name + "..").toArray(String[]::new);
  }
}
