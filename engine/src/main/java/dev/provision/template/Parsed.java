package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.value.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A template as a tree, ready to be rendered by many threads at once. */
final class Parsed {

  /** A template without anything in it. */
  static final Parsed EMPTY =
      new Parsed(
          new Source(Text.plain(""), Position.NONE, false),
          TemplateOptions.INLINE,
          List.of(),
          Map.of(),
          false,
          List.of());

  private final Source source;
  private final TemplateOptions options;
  private final List<Node> nodes;
  private final Map<String, Node.Block> blocks;
  private final boolean changesValues;
  private final List<Problem> problems;

  /**
   * @param changesValues whether it names a method that changes a list or dict
   * @param problems what is wrong with it; with an error in it, it can't be rendered
   */
  Parsed(
      Source source,
      TemplateOptions options,
      List<Node> nodes,
      Map<String, Node.Block> blocks,
      boolean changesValues,
      List<Problem> problems) {
    this.source = source;
    this.options = options;
    this.nodes = List.copyOf(nodes);
    this.blocks = Map.copyOf(blocks);
    this.changesValues = changesValues;
    this.problems = List.copyOf(problems);
  }

  /** A template that can't be read. */
  static Parsed broken(Source source, TemplateOptions options, Problem problem) {
    return new Parsed(source, options, List.of(), Map.of(), false, List.of(problem));
  }

  Source source() {
    return source;
  }

  TemplateOptions options() {
    return options;
  }

  Map<String, Node.Block> blocks() {
    return blocks;
  }

  boolean changesValues() {
    return changesValues;
  }

  List<Problem> problems() {
    return problems;
  }

  /** Itself, if it can be rendered. */
  Parsed orThrow() {
    Optional<Problem> first = problems.stream().filter(Problem::isError).findFirst();
    if (first.isPresent()) {
      Problem problem = first.get();
      throw new Fault(problem.code(), problem.detail(), problem.at());
    }
    return this;
  }

  /** The expression, where the template is nothing but one print tag, perhaps with a line break. */
  Optional<Expr> single() {
    return !nodes.isEmpty() && nodes.get(0) instanceof Node.Print print && isOnlyTag()
        ? Optional.of(print.expr())
        : Optional.empty();
  }

  private boolean isOnlyTag() {
    return nodes.size() == 1
        || nodes.size() == 2
            && nodes.get(1) instanceof Node.Data data
            && data.text().reveal().equals("\n");
  }

  /** Whether it is {@code {{ name }}}: such a template keeps numbers as they are. */
  boolean isSingleName() {
    return single().filter(expr -> expr instanceof Expr.Name).isPresent();
  }

  void scan(Reads reads) {
    reads.all(nodes);
  }

  void render(Evaluation run, Output out) {
    Blocks mine = run.blocks();
    mine.add(this, run.frame());
    Output target = out;
    for (Node node : nodes) {
      node.render(run, target);
      if (target == out && mine.isExtending()) {
        target = new Output();
      }
    }
    Optional<Parsed> parent = mine.takeParent();
    if (parent.isPresent()) {
      run.deeper(
          () ->
              run.inTemplate(
                  parent.get(),
                  run.frame(),
                  mine,
                  () -> {
                    parent.get().render(run, out);
                    return out;
                  }));
    }
  }
}
