package dev.provision.run;

import dev.provision.lang.Conversions;
import dev.provision.lang.Include;
import dev.provision.lang.Node;
import dev.provision.lang.Play;
import dev.provision.lang.Task;
import dev.provision.run.play.TagFilter;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Lists what a play holds, as far as it is known without running. */
final class Lister {

  private final Project project;
  private final TagFilter filter;

  Lister(Project project, RunOptions options) {
    this.project = project;
    this.filter = TagFilter.of(options.selection().tags(), options.selection().skipTags());
  }

  Listing.PlayListing list(Path file, Play play) {
    Scope scope = project.variables().ofHost("localhost");
    List<String> patterns = new ArrayList<>();
    for (Value pattern : play.hosts()) {
      patterns.addAll(Conversions.words(project.templar().render(pattern, scope)));
    }
    List<Listing.TaskListing> tasks = new ArrayList<>();
    Set<String> tags = new TreeSet<>();
    play.nodes()
        .filter(node -> node instanceof Task || node instanceof Include)
        .forEach(
            node -> {
              List<String> own = tags(node);
              if (filter.takes(own) && !isMeta(node)) {
                tasks.add(new Listing.TaskListing(name(node), node.address().toString(), own));
                tags.addAll(own);
              }
            });
    return new Listing.PlayListing(
        file.toString(),
        play.title(),
        String.join(",", patterns),
        project.hosts().select(patterns),
        tasks,
        List.copyOf(tags));
  }

  private static boolean isMeta(Node node) {
    return node instanceof Task task && task.action().module().equals("meta");
  }

  private static List<String> tags(Node node) {
    return node.keywords().tags().stream()
        .flatMap(
            tag -> tag.hasTemplate() ? Stream.of(tag.toString()) : Conversions.words(tag).stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static String name(Node node) {
    String own =
        node.name()
            .map(Value.Str::toString)
            .orElseGet(
                () ->
                    node instanceof Task task
                        ? task.action().written()
                        : ((Include) node).action().written());
    return node.role().map(use -> use.role().name() + " : " + own).orElse(own);
  }
}
