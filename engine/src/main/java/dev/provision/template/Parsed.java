package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.value.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

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

  private static final Pattern SINGLE =
      Pattern.compile("\\{\\{\\s*\\w+\\s*\\}\\}\\n?", Pattern.UNICODE_CHARACTER_CLASS);

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

  /** The expression, where the template is nothing but one print tag. */
  Optional<Expr> single() {
    return nodes.size() == 1 && nodes.get(0) instanceof Node.Print print
        ? Optional.of(print.expr())
        : Optional.empty();
  }

  /**
   * The variable, where the template is {@code {{ name }}} and nothing else: it keeps numbers as
   * they are.
   */
  Optional<Expr.Name> singleName() {
    return single()
        .filter(
            expr -> expr instanceof Expr.Name && SINGLE.matcher(source.text().reveal()).matches())
        .map(Expr.Name.class::cast);
  }

  void scan(Reads reads) {
    reads.all(nodes);
  }

  /** What it prints, with the line breaks at its end that Ansible gives it. */
  Text withLineBreaks(Text printed) {
    if (options.keepTrailingNewline()) {
      return printed;
    }
    int missing = lineBreaksAtEnd(source.text().reveal()) - lineBreaksAtEnd(printed.reveal());
    return missing > 0 ? printed.plus(Text.plain(options.newline().repeat(missing))) : printed;
  }

  private static int lineBreaksAtEnd(String text) {
    int at = text.length();
    while (at > 0 && text.charAt(at - 1) == '\n') {
      at--;
    }
    return text.length() - at;
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
