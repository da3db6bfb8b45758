package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.List;
import java.util.Map;

/**
 * Renders templates with Jinja2's meaning and Ansible's conversions. Used by many threads at once;
 * parsed templates are kept by their text.
 */
public interface Templar {

  /** A templar over one controller. */
  static Templar of(Controller controller) {
    return of(controller, Map.of());
  }

  /**
   * A templar with lookups of its own.
   *
   * @param lookups by short name: those that need the inventory or the network
   */
  static Templar of(Controller controller, Map<String, Lookup> lookups) {
    return new DefaultTemplar(controller, lookups);
  }

  /**
   * Loads, on a thread of its own, what templates with block tags need: worth a third of a second
   * where such templates will be rendered and there is something else to wait for.
   */
  void prepare();

  /**
   * Renders the strings in {@code any} at any depth. Strings without a tag and unsafe ones are kept
   * as they are. A string that is one expression gives what Ansible makes of it: a list, a dict, a
   * bool, else text.
   *
   * @throws dev.provision.diag.ProvisionException at the place of the expression that failed
   */
  Value render(Value any, Scope vars);

  /**
   * The value of a bare expression, its type kept: {@code var}, {@code until}, {@code loop} without
   * braces.
   */
  Value evaluate(String expression, Position at, Scope vars);

  /**
   * Whether a condition holds ({@code when}, {@code changed_when}, {@code that}): a bool, an
   * expression, or a list of which all must hold.
   */
  boolean test(Value condition, Scope vars);

  /** Renders a template file. The marks of secrets survive. */
  Text renderFile(TemplateSource source, Scope vars, TemplateOptions options);

  /**
   * What is wrong with the templates in {@code any} that can be seen without variables; empty where
   * nothing is.
   */
  List<Problem> check(Value any);

  /** The same for a bare expression. */
  List<Problem> checkExpression(String expression, Position at);

  /** The same for a condition, which may be a list. */
  List<Problem> checkCondition(Value condition);

  /** The same for a template file; what it includes is not looked at. */
  List<Problem> checkFile(TemplateSource source, TemplateOptions options);

  /**
   * What the templates in {@code any} read, through the variables they name as {@code vars} holds
   * them.
   */
  Analysis analyze(Value any, Scope vars);

  /** The same for a bare expression. */
  Analysis analyzeExpression(String expression, Scope vars);

  /** The same for a condition, which may be a list. */
  Analysis analyzeCondition(Value condition, Scope vars);

  /** The same for a template file and the files it includes by a constant name. */
  Analysis analyzeFile(TemplateSource source, Scope vars, TemplateOptions options);
}
