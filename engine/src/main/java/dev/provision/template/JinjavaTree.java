package dev.provision.template;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.LegacyOverrides;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.lib.tag.Tag;
import com.hubspot.jinjava.tree.ExpressionNode;
import com.hubspot.jinjava.tree.Node;
import com.hubspot.jinjava.tree.TagNode;
import com.hubspot.jinjava.tree.TreeParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Jinjava's part: it reads the structure of a template, which tag stands inside of which.
 *
 * <p>It gets a text in which each piece is a tag of its own that holds the piece's number. So what
 * it reads otherwise than Jinja2 (white space, escapes, brackets, comments) never reaches it, and
 * every fault can be led back to its place. Loaded only for templates with block tags: the first
 * use takes a third of a second.
 */
final class JinjavaTree {

  /** Block tags and the tag that ends each. */
  private static final Map<String, String> ENDS =
      Map.ofEntries(
          Map.entry("if", "endif"),
          Map.entry("for", "endfor"),
          Map.entry("set_block", "endset"),
          Map.entry("macro", "endmacro"),
          Map.entry("call", "endcall"),
          Map.entry("filter", "endfilter"),
          Map.entry("with", "endwith"),
          Map.entry("block", "endblock"),
          Map.entry("autoescape", "endautoescape"));

  private static final List<String> SINGLE =
      List.of(
          "else",
          "elif",
          "set",
          "include",
          "import",
          "from",
          "extends",
          "do",
          "print",
          "break",
          "continue");

  /** A piece by its number, with what stands inside of it. */
  record Branch(int piece, List<Branch> children) {}

  /** A tag whose partner is missing or stands elsewhere. */
  record Mismatch(int piece) {}

  record Result(List<Branch> branches, List<Mismatch> mismatches) {}

  private JinjavaTree() {}

  static boolean isBlock(String tag) {
    return ENDS.containsKey(tag);
  }

  static boolean isEnd(String tag) {
    return ENDS.containsValue(tag);
  }

  static String endOf(String tag) {
    return ENDS.getOrDefault(tag, "");
  }

  /** Loads Jinjava. */
  static void load() {
    Holder.interpreter();
  }

  /**
   * @param tags the name of the tag for each piece, empty for text and prints
   */
  static synchronized Result read(List<String> tags) {
    StringBuilder text = new StringBuilder();
    TreeMap<Integer, Integer> pieces = new TreeMap<>();
    for (int i = 0; i < tags.size(); i++) {
      pieces.put(text.length(), i);
      String tag = tags.get(i);
      text.append(tag.isEmpty() ? "{{ " + i + " }}" : "{% " + tag + " " + i + " %}");
    }
    JinjavaInterpreter interpreter = Holder.interpreter();
    Node root = new TreeParser(interpreter, text.toString()).buildTree();
    List<Mismatch> mismatches = new ArrayList<>();
    for (TemplateError error : interpreter.getErrorsCopy()) {
      int offset = Math.max(0, error.getStartPosition() - 1);
      mismatches.add(new Mismatch(pieces.floorEntry(offset).getValue()));
    }
    return new Result(branches(root), mismatches);
  }

  private static List<Branch> branches(Node parent) {
    List<Branch> branches = new ArrayList<>();
    for (Node child : parent.getChildren()) {
      if (child instanceof TagNode tag) {
        branches.add(new Branch(number(tag.getHelpers()), branches(tag)));
      } else if (child instanceof ExpressionNode) {
        branches.add(new Branch(number(child.getMaster().getImage()), List.of()));
      }
    }
    return branches;
  }

  private static int number(String text) {
    return Integer.parseInt(text.replaceAll("[^0-9]", ""));
  }

  /** Made at the first template with block tags, never for a plain {@code {{ x }}}. */
  private static final class Holder {

    private static final JinjavaConfig CONFIG =
        JinjavaConfig.newBuilder()
            .withLegacyOverrides(LegacyOverrides.ALL)
            .withNestedInterpretationEnabled(false)
            .build();
    private static final Jinjava JINJAVA = new Jinjava(CONFIG);

    private Holder() {}

    /** Holds the tags; reading a tree does not change it. */
    private static final Context CONTEXT = context();

    private static Context context() {
      Context context = new Context(JINJAVA.getGlobalContext(), Map.of(), Map.of());
      ENDS.forEach((name, end) -> context.registerTag(new Shape(name, end)));
      SINGLE.forEach(name -> context.registerTag(new Shape(name, "")));
      return context;
    }

    /** Collects the errors of one reading. */
    static JinjavaInterpreter interpreter() {
      return new JinjavaInterpreter(JINJAVA, CONTEXT, CONFIG);
    }
  }

  /** A tag as far as the tree needs it: its name and what ends it. */
  private static final class Shape implements Tag {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final String end;

    Shape(String name, String end) {
      this.name = name;
      this.end = end;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public @Nullable String getEndTagName() {
      return end.isEmpty() ? null : end;
    }

    @Override
    public String interpret(TagNode node, JinjavaInterpreter interpreter) {
      throw new UnsupportedOperationException("Templates are rendered from their own tree.");
    }
  }
}
