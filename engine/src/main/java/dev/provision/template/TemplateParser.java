package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Turns a template's text into its tree. Used once. */
final class TemplateParser {

  private static final Set<String> TAGS =
      Set.of(
          "if",
          "elif",
          "else",
          "endif",
          "for",
          "endfor",
          "set",
          "endset",
          "macro",
          "endmacro",
          "call",
          "endcall",
          "filter",
          "endfilter",
          "with",
          "endwith",
          "block",
          "endblock",
          "autoescape",
          "endautoescape",
          "include",
          "import",
          "from",
          "extends",
          "do",
          "print",
          "break",
          "continue",
          "raw",
          "endraw");

  private final Source source;
  private final TemplateOptions options;
  private final int from;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Node.Block> blocks = new HashMap<>();
  private List<Segment> segments = List.of();
  private int loops;

  private TemplateParser(Source source, TemplateOptions options, int from) {
    this.source = source;
    this.options = options;
    this.from = from;
  }

  /**
   * @param from where the template starts in the source's text
   */
  static Parsed parse(Source source, TemplateOptions options, int from) {
    return new TemplateParser(source, options, from).run();
  }

  /** A bare expression as a template that prints it. */
  static Parsed expression(Source source, boolean keepBackslashes) {
    List<Problem> problems = new ArrayList<>();
    List<Node> nodes = new ArrayList<>();
    boolean changes = false;
    try {
      List<Token> tokens = new ExpressionLexer(source, keepBackslashes).all();
      changes = changesValues(tokens);
      nodes.add(new Node.Print(new ExpressionParser(source, tokens, problems::add).whole(true)));
    } catch (Fault fault) {
      problems.add(fault.problem());
    }
    return new Parsed(source, TemplateOptions.INLINE, nodes, Map.of(), changes, problems);
  }

  private Parsed run() {
    List<Node> nodes = List.of();
    boolean changes = false;
    try {
      segments = new Segments(source, options, from).cut();
      changes = segments.stream().anyMatch(TemplateParser::changesValues);
      nodes = nodes(branches());
    } catch (Fault fault) {
      problems.add(hinted(fault).problem());
    }
    return new Parsed(source, options, nodes, blocks, changes, problems);
  }

  private Fault hinted(Fault fault) {
    return fault.code() == ErrorCode.TEMPLATE_SYNTAX ? fault : fault.locate(source.origin());
  }

  private static boolean changesValues(Segment segment) {
    if (segment instanceof Segment.Print print) {
      return changesValues(print.tokens());
    }
    return segment instanceof Segment.Tag tag && changesValues(tag.tokens());
  }

  /** Whether a method is named that changes a list or dict in place. */
  private static boolean changesValues(List<Token> tokens) {
    return IntStream.range(1, tokens.size())
        .anyMatch(
            i ->
                tokens.get(i).kind() == Token.Kind.NAME
                    && tokens.get(i - 1).isOperator(".")
                    && Methods.CHANGING.contains(tokens.get(i).text()));
  }

  // Structure

  private List<JinjavaTree.Branch> branches() {
    List<String> tags = segments.stream().map(this::shape).toList();
    if (tags.stream().allMatch(String::isEmpty)) {
      return IntStream.range(0, tags.size())
          .mapToObj(i -> new JinjavaTree.Branch(i, List.of()))
          .toList();
    }
    JinjavaTree.Result result = JinjavaTree.read(tags);
    for (JinjavaTree.Mismatch mismatch : result.mismatches()) {
      throw mismatched(mismatch.piece());
    }
    return result.branches();
  }

  /** The name by which the tree knows a piece; empty for text and prints. */
  private String shape(Segment segment) {
    if (!(segment instanceof Segment.Tag tag)) {
      return "";
    }
    String name = tag.name();
    if (!TAGS.contains(name) || name.endsWith("raw")) {
      throw Fault.syntax(
          "There is no tag \"" + name + "\"." + Messages.didYouMean(name, TAGS), namePlace(tag));
    }
    return name.equals("set") && isBlockSet(tag) ? "set_block" : name;
  }

  private static boolean isBlockSet(Segment.Tag tag) {
    int depth = 0;
    for (Token token : tag.tokens()) {
      if (token.kind() == Token.Kind.OPERATOR) {
        depth += "([{".contains(token.text()) ? 1 : ")]}".contains(token.text()) ? -1 : 0;
        if (depth == 0 && token.isOperator("=")) {
          return false;
        }
      }
    }
    return true;
  }

  private Position namePlace(Segment.Tag tag) {
    Token name = tag.tokens().get(0);
    return source.at(name.start(), name.end() - name.start());
  }

  private Fault mismatched(int piece) {
    if (!(segments.get(piece) instanceof Segment.Tag tag)) {
      return Fault.syntax("The tags of this template do not match.", source.origin());
    }
    String name = tag.name();
    String detail =
        JinjavaTree.isEnd(name)
            ? "\"{% " + name + " %}\" closes nothing that is open here." + openTag(piece)
            : "\"{% " + name + " %}\" has no \"{% " + JinjavaTree.endOf(shape(tag)) + " %}\".";
    return Fault.syntax(detail, namePlace(tag));
  }

  /** Names the innermost tag that is open before a piece. */
  private String openTag(int piece) {
    List<Segment.Tag> open = new ArrayList<>();
    for (Segment segment : segments.subList(0, piece)) {
      if (segment instanceof Segment.Tag tag) {
        if (JinjavaTree.isBlock(shape(tag))) {
          open.add(tag);
        } else if (JinjavaTree.isEnd(tag.name()) && !open.isEmpty()) {
          open.remove(open.size() - 1);
        }
      }
    }
    if (open.isEmpty()) {
      return "";
    }
    Segment.Tag last = open.get(open.size() - 1);
    String line =
        source.at(last.start(), 1).line() > 0
            ? " in line " + source.at(last.start(), 1).line()
            : "";
    return " What is open is \"{% " + last.name() + " %}\"" + line + ".";
  }

  private List<Node> nodes(List<JinjavaTree.Branch> branches) {
    List<Node> nodes = new ArrayList<>();
    for (JinjavaTree.Branch branch : branches) {
      Segment segment = segments.get(branch.piece());
      if (segment instanceof Segment.Data data) {
        nodes.add(new Node.Data(data.text()));
      } else if (segment instanceof Segment.Print print) {
        nodes.add(new Node.Print(parser(print.tokens()).whole(true)));
      } else {
        nodes.addAll(tag((Segment.Tag) segment, branch.children()));
      }
    }
    return nodes;
  }

  private ExpressionParser parser(List<Token> tokens) {
    return new ExpressionParser(source, tokens, problems::add);
  }

  private List<Node> tag(Segment.Tag tag, List<JinjavaTree.Branch> children) {
    ExpressionParser parser = parser(tag.tokens());
    parser.next();
    List<Node> nodes =
        switch (tag.name()) {
          case "if" -> List.of(ifNode(parser, children));
          case "for" -> List.of(forNode(parser, children));
          case "set" -> List.of(setNode(parser, tag, children));
          case "macro" -> List.of(macro(parser, children));
          case "call" -> List.of(callBlock(parser, children));
          case "filter" -> List.of(new Node.FilterBlock(parser.filters(null), nodes(children)));
          case "with" -> List.of(with(parser, children));
          case "autoescape" -> List.of(autoescape(parser, children));
          case "block" -> List.of(block(parser, children));
          case "include" -> List.of(include(parser));
          case "import" -> List.of(importNode(parser));
          case "from" -> List.of(fromImport(parser));
          case "extends" -> List.of(new Node.Extends(parser.expression()));
          case "do" -> List.of(new Node.Do(parser.tuple(true, false)));
          case "print" -> prints(parser);
          case "break", "continue" -> List.of(jump(tag));
          default ->
              throw Fault.syntax(
                  "\"{% " + tag.name() + " %}\" has no \"{% if %}\" or \"{% for %}\" around it.",
                  namePlace(tag));
        };
    parser.expectEnd();
    return nodes;
  }

  // Tags

  private Node ifNode(ExpressionParser parser, List<JinjavaTree.Branch> children) {
    List<Node.Arm> arms = new ArrayList<>();
    Optional<Expr> test = Optional.of(parser.tuple(false, false));
    List<JinjavaTree.Branch> body = new ArrayList<>();
    for (JinjavaTree.Branch child : children) {
      Segment.Tag tag = tagAt(child);
      if (tag == null || !(tag.name().equals("elif") || tag.name().equals("else"))) {
        body.add(child);
        continue;
      }
      if (test.isEmpty()) {
        throw Fault.syntax(
            "\"{% " + tag.name() + " %}\" stands after \"{% else %}\".", namePlace(tag));
      }
      arms.add(new Node.Arm(test, nodes(body)));
      body = new ArrayList<>();
      test = armTest(tag);
    }
    arms.add(new Node.Arm(test, nodes(body)));
    return new Node.If(List.copyOf(arms));
  }

  private Optional<Expr> armTest(Segment.Tag tag) {
    ExpressionParser parser = parser(tag.tokens());
    parser.next();
    Optional<Expr> test =
        tag.name().equals("else") ? Optional.empty() : Optional.of(parser.tuple(false, false));
    parser.expectEnd();
    return test;
  }

  private Segment.@Nullable Tag tagAt(JinjavaTree.Branch branch) {
    return segments.get(branch.piece()) instanceof Segment.Tag tag ? tag : null;
  }

  private Node forNode(ExpressionParser parser, List<JinjavaTree.Branch> children) {
    Token name = parser.peek();
    Target target = target(parser, true, "in");
    if (target instanceof Target.Variable variable && variable.name().equals("loop")) {
      throw Fault.syntax("The loop's own variable can't be \"loop\".", parser.place(name));
    }
    parser.expectName("in");
    Expr items = loopItems(parser);
    Expr test = parser.skipName("if") ? parser.expression() : null;
    boolean recursive = parser.skipName("recursive");
    int elseAt = elseIndex(children);
    List<JinjavaTree.Branch> body = elseAt < 0 ? children : children.subList(0, elseAt);
    loops++;
    List<Node> inside = nodes(body);
    loops--;
    List<Node> otherwise =
        elseAt < 0 ? List.of() : nodes(children.subList(elseAt + 1, children.size()));
    return new Node.For(target, items, test, recursive, inside, otherwise);
  }

  private static Expr loopItems(ExpressionParser parser) {
    Token first = parser.peek();
    Expr one = parser.or();
    if (!parser.peek().isOperator(",")) {
      return one;
    }
    List<Expr> items = new ArrayList<>(List.of(one));
    while (parser.skipOperator(",")) {
      if (parser.isAtEnd() || parser.peek().isName("if") || parser.peek().isName("recursive")) {
        break;
      }
      items.add(parser.or());
    }
    return new Expr.Items(items, true, first.start(), items.get(items.size() - 1).end());
  }

  private int elseIndex(List<JinjavaTree.Branch> children) {
    for (int i = 0; i < children.size(); i++) {
      Segment.Tag tag = tagAt(children.get(i));
      if (tag != null && tag.name().equals("else")) {
        armTest(tag);
        return i;
      }
    }
    return -1;
  }

  private Target target(ExpressionParser parser, boolean several, String end) {
    Token first = parser.peek();
    List<Target> targets = new ArrayList<>();
    boolean comma = false;
    do {
      if (!targets.isEmpty()
          && (parser.isAtEnd() || parser.peek().isName(end) || parser.peek().isOperator(end))) {
        break;
      }
      targets.add(oneTarget(parser));
      comma = several && parser.skipOperator(",");
    } while (comma);
    boolean single = targets.size() == 1 && !parser.peek(-1).isOperator(",");
    return single
        ? targets.get(0)
        : new Target.Several(List.copyOf(targets), first.start(), parser.peek(-1).end());
  }

  private Target oneTarget(ExpressionParser parser) {
    if (parser.skipOperator("(")) {
      Target inside = target(parser, true, ")");
      parser.expectOperator(")");
      return inside;
    }
    Token name = parser.expectName();
    if (Set.of("true", "false", "none", "True", "False", "None").contains(name.text())) {
      throw Fault.syntax("\"" + name.text() + "\" can't be set.", parser.place(name));
    }
    if (parser.skipOperator(".")) {
      return new Target.NamespaceItem(
          new Expr.Name(name.text(), name.start(), name.end()), parser.expectName().text());
    }
    return new Target.Variable(name.text());
  }

  private Node setNode(
      ExpressionParser parser, Segment.Tag tag, List<JinjavaTree.Branch> children) {
    Target target = target(parser, true, "=");
    if (!isBlockSet(tag)) {
      parser.expectOperator("=");
      return new Node.Set(target, parser.tuple(true, false));
    }
    Expr filters = parser.skipOperator("|") ? parser.filters(null) : null;
    return new Node.SetBlock(target, filters, nodes(children));
  }

  private Node.MacroNode macro(ExpressionParser parser, List<JinjavaTree.Branch> children) {
    String name = parser.expectName().text();
    List<Node.Parameter> parameters = parameters(parser);
    return macro(name, parameters, children);
  }

  private Node.MacroNode macro(
      String name, List<Node.Parameter> parameters, List<JinjavaTree.Branch> children) {
    int loopsOutside = loops;
    loops = 0;
    List<Node> body = nodes(children);
    loops = loopsOutside;
    Reads reads = new Reads();
    reads.all(body);
    Set<String> used = reads.variables();
    Macro.Uses uses =
        new Macro.Uses(used.contains("varargs"), used.contains("kwargs"), used.contains("caller"));
    return new Node.MacroNode(name, parameters, body, uses);
  }

  private static List<Node.Parameter> parameters(ExpressionParser parser) {
    parser.expectOperator("(");
    List<Node.Parameter> parameters = new ArrayList<>();
    boolean preset = false;
    while (!parser.peek().isOperator(")")) {
      if (!parameters.isEmpty()) {
        parser.expectOperator(",");
      }
      if (parser.peek().isOperator(")")) {
        break;
      }
      Token name = parser.expectName();
      Expr value = parser.skipOperator("=") ? parser.expression() : null;
      if (value == null && preset) {
        throw Fault.syntax(
            "A parameter without default can't follow one with a default.", parser.place(name));
      }
      preset |= value != null;
      parameters.add(new Node.Parameter(name.text(), value));
    }
    parser.expectOperator(")");
    return List.copyOf(parameters);
  }

  private Node callBlock(ExpressionParser parser, List<JinjavaTree.Branch> children) {
    List<Node.Parameter> parameters =
        parser.peek().isOperator("(") ? parameters(parser) : List.of();
    Token first = parser.peek();
    Expr call = parser.expression();
    if (!(call instanceof Expr.Call target)) {
      throw Fault.syntax("\"{% call %}\" needs a call, such as name().", parser.place(first));
    }
    return new Node.CallBlock(target, macro("", parameters, children));
  }

  private Node with(ExpressionParser parser, List<JinjavaTree.Branch> children) {
    List<Target> targets = new ArrayList<>();
    List<Expr> values = new ArrayList<>();
    while (!parser.isAtEnd()) {
      if (!targets.isEmpty()) {
        parser.expectOperator(",");
      }
      targets.add(target(parser, false, "="));
      parser.expectOperator("=");
      values.add(parser.expression());
    }
    return new Node.With(targets, values, nodes(children));
  }

  /** Ansible never escapes for HTML, whatever the tag says. */
  private Node autoescape(ExpressionParser parser, List<JinjavaTree.Branch> children) {
    parser.expression();
    return new Node.With(List.of(), List.of(), nodes(children));
  }

  private Node block(ExpressionParser parser, List<JinjavaTree.Branch> children) {
    Token name = parser.expectName();
    boolean scoped = parser.skipName("scoped");
    boolean required = parser.skipName("required");
    Node.Block block = new Node.Block(name.text(), scoped, required, nodes(children));
    if (blocks.put(name.text(), block) != null) {
      throw Fault.syntax(
          "There are two blocks \"" + name.text() + "\" in this template.", parser.place(name));
    }
    return block;
  }

  private static Node include(ExpressionParser parser) {
    Expr name = parser.expression();
    boolean ignore = parser.peek().isName("ignore") && parser.peek(1).isName("missing");
    if (ignore) {
      parser.next();
      parser.next();
    }
    return new Node.Include(name, ignore, context(parser, true));
  }

  private static boolean context(ExpressionParser parser, boolean preset) {
    boolean with = parser.peek().isName("with");
    boolean without = parser.peek().isName("without");
    if (!(with || without) || !parser.peek(1).isName("context")) {
      return preset;
    }
    parser.next();
    parser.next();
    return with;
  }

  private static Node importNode(ExpressionParser parser) {
    Expr name = parser.expression();
    parser.expectName("as");
    String alias = parser.expectName().text();
    return new Node.Import(name, alias, context(parser, false));
  }

  private static Node fromImport(ExpressionParser parser) {
    Expr name = parser.expression();
    parser.expectName("import");
    Map<String, String> aliases = new LinkedHashMap<>();
    do {
      if (!aliases.isEmpty() && isContext(parser)) {
        break;
      }
      Token wanted = parser.expectName();
      if (wanted.text().startsWith("_")) {
        throw Fault.syntax("Names that start with \"_\" can't be imported.", parser.place(wanted));
      }
      aliases.put(
          wanted.text(), parser.skipName("as") ? parser.expectName().text() : wanted.text());
    } while (!isContext(parser) && parser.skipOperator(","));
    boolean withContext = context(parser, false);
    return new Node.FromImport(name, aliases, withContext);
  }

  private static boolean isContext(ExpressionParser parser) {
    return (parser.peek().isName("with") || parser.peek().isName("without"))
        && parser.peek(1).isName("context");
  }

  private static List<Node> prints(ExpressionParser parser) {
    List<Node> prints = new ArrayList<>();
    do {
      prints.add(new Node.Print(parser.expression()));
    } while (parser.skipOperator(","));
    return prints;
  }

  private Node jump(Segment.Tag tag) {
    if (loops == 0) {
      throw Fault.syntax(
          "\"{% " + tag.name() + " %}\" has no \"{% for %}\" around it.", namePlace(tag));
    }
    return new Node.Jump(tag.name().equals("break") ? Flow.BREAK : Flow.CONTINUE);
  }
}
