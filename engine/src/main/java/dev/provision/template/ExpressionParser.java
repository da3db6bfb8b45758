package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Jinja2's grammar of expressions. Its precedence differs from Python's: a sign binds closer than
 * {@code **}, which groups from the left, and {@code ~} binds closer than {@code +}.
 */
final class ExpressionParser {

  private static final int MAX_DEPTH = 150;
  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");

  private final Source source;
  private final List<Token> tokens;
  private final Consumer<Problem> problems;
  private int at;
  private int depth;

  /**
   * @param tokens the last one is {@code END}
   * @param problems gets unknown filters and tests; anything else that is wrong is thrown
   */
  ExpressionParser(Source source, List<Token> tokens, Consumer<Problem> problems) {
    this.source = source;
    this.tokens = tokens;
    this.problems = problems;
  }

  // What template tags need

  Token peek() {
    return tokens.get(at);
  }

  Token peek(int ahead) {
    return tokens.get(Math.max(0, Math.min(at + ahead, tokens.size() - 1)));
  }

  Token next() {
    Token token = tokens.get(at);
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }

  boolean isAtEnd() {
    return peek().kind() == Token.Kind.END;
  }

  boolean skipName(String name) {
    boolean found = peek().isName(name);
    if (found) {
      next();
    }
    return found;
  }

  boolean skipOperator(String operator) {
    boolean found = peek().isOperator(operator);
    if (found) {
      next();
    }
    return found;
  }

  Token expectName() {
    if (peek().kind() != Token.Kind.NAME) {
      throw unexpected("a name");
    }
    return next();
  }

  void expectName(String name) {
    if (!skipName(name)) {
      throw unexpected("\"" + name + "\"");
    }
  }

  void expectOperator(String operator) {
    if (!skipOperator(operator)) {
      throw unexpected("\"" + operator + "\"");
    }
  }

  void expectEnd() {
    if (!isAtEnd()) {
      throw unexpected(peekEnd().shown());
    }
  }

  private Token peekEnd() {
    return tokens.get(tokens.size() - 1);
  }

  Fault unexpected(String wanted) {
    Token token = peek();
    return Fault.syntax(
        "Here must be " + wanted + ", not " + token.shown() + "." + hint(token), place(token));
  }

  private static String hint(Token token) {
    return token.isOperator("=") ? " To compare, write \"==\"." : "";
  }

  Position place(Token token) {
    return source.at(token.start(), token.end() - token.start());
  }

  /** The whole text as one expression; {@code a, b} is a tuple where {@code tuple} says so. */
  Expr whole(boolean tuple) {
    if (isAtEnd()) {
      throw Fault.syntax("Here must be an expression.", place(peek()));
    }
    Expr parsed = tuple ? tuple(true, false) : expression();
    expectEnd();
    return parsed;
  }

  /** An expression, or several with commas: a tuple. */
  Expr tuple(boolean withConditional, boolean explicit) {
    Token first = peek();
    List<Expr> items = new ArrayList<>();
    boolean comma = false;
    while (!endsTuple()) {
      items.add(withConditional ? expression() : or());
      comma = skipOperator(",");
      if (!comma) {
        break;
      }
    }
    if (items.size() == 1 && !comma) {
      return items.get(0);
    }
    if (items.isEmpty() && !explicit) {
      throw unexpected("an expression");
    }
    return new Expr.Items(items, true, first.start(), previousEnd());
  }

  private boolean endsTuple() {
    return isAtEnd() || peek().isOperator(")") || peek().isOperator("]") || peek().isOperator("}");
  }

  private int previousEnd() {
    return tokens.get(Math.max(0, at - 1)).end();
  }

  // Grammar

  Expr expression() {
    if (++depth > MAX_DEPTH) {
      throw Fault.syntax("The expression is nested too deeply.", place(peek()));
    }
    try {
      return conditional();
    } finally {
      depth--;
    }
  }

  private Expr conditional() {
    Expr result = or();
    while (peek().isName("if")) {
      Token word = next();
      Expr test = or();
      Optional<Expr> otherwise =
          skipName("else") ? Optional.of(expression()) : Optional.<Expr>empty();
      result = new Expr.Conditional(test, result, otherwise, word.start(), word.end());
    }
    return result;
  }

  Expr or() {
    Expr left = and();
    while (peek().isName("or")) {
      Token word = next();
      left = new Expr.Logic(false, left, and(), word.start(), word.end());
    }
    return left;
  }

  private Expr and() {
    Expr left = not();
    while (peek().isName("and")) {
      Token word = next();
      left = new Expr.Logic(true, left, not(), word.start(), word.end());
    }
    return left;
  }

  private Expr not() {
    if (!peek().isName("not")) {
      return comparison();
    }
    Token word = next();
    deeper(word);
    Expr operand = not();
    depth--;
    return new Expr.Unary("not", operand, word.start(), word.end());
  }

  private void deeper(Token token) {
    if (++depth > MAX_DEPTH) {
      throw Fault.syntax("The expression is nested too deeply.", place(token));
    }
  }

  private Expr comparison() {
    Token begin = peek();
    Expr first = sum();
    List<String> operators = new ArrayList<>();
    List<Expr> others = new ArrayList<>();
    Token operator = peek();
    while (true) {
      Token here = peek();
      if (here.kind() == Token.Kind.OPERATOR && COMPARISONS.contains(here.text())) {
        operators.add(next().text());
      } else if (here.isName("in")) {
        next();
        operators.add("in");
      } else if (here.isName("not") && peek(1).isName("in")) {
        next();
        next();
        operators.add("not in");
      } else {
        break;
      }
      others.add(sum());
    }
    if (operators.isEmpty()) {
      return first;
    }
    int start = operators.size() == 1 ? operator.start() : begin.start();
    int end = operators.size() == 1 ? operator.end() : previousEnd();
    return new Expr.Compare(first, operators, others, start, end);
  }

  private Expr sum() {
    Expr left = concatenation();
    while (peek().isOperator("+") || peek().isOperator("-")) {
      Token operator = next();
      left =
          new Expr.Binary(operator.text(), left, concatenation(), operator.start(), operator.end());
    }
    return left;
  }

  private Expr concatenation() {
    Expr first = product();
    if (!peek().isOperator("~")) {
      return first;
    }
    Token operator = peek();
    List<Expr> parts = new ArrayList<>();
    parts.add(first);
    while (skipOperator("~")) {
      parts.add(product());
    }
    return new Expr.Concat(parts, operator.start(), operator.end());
  }

  private Expr product() {
    Expr left = power();
    while (peek().isOperator("*")
        || peek().isOperator("/")
        || peek().isOperator("//")
        || peek().isOperator("%")) {
      Token operator = next();
      left = new Expr.Binary(operator.text(), left, power(), operator.start(), operator.end());
    }
    return left;
  }

  private Expr power() {
    Expr left = unary(true);
    while (peek().isOperator("**")) {
      Token operator = next();
      left = new Expr.Binary("**", left, unary(true), operator.start(), operator.end());
    }
    return left;
  }

  Expr unary(boolean withFilters) {
    Token token = peek();
    Expr result;
    if (token.isOperator("-") || token.isOperator("+")) {
      next();
      deeper(token);
      result = new Expr.Unary(token.text(), unary(false), token.start(), token.end());
      depth--;
    } else {
      result = primary();
    }
    result = postfix(result);
    return withFilters ? filtersAndTests(result) : result;
  }

  private Expr primary() {
    Token token = peek();
    return switch (token.kind()) {
      case NAME -> name(next());
      case STRING -> string();
      case INTEGER -> integer(next());
      case FLOAT -> {
        next();
        yield new Expr.Const(
            Value.of(Double.parseDouble(token.text())), token.start(), token.end());
      }
      case OPERATOR -> bracketed(token);
      case END -> throw unexpected("an expression");
    };
  }

  private Expr bracketed(Token token) {
    switch (token.text()) {
      case "(" -> {
        next();
        deeper(token);
        Expr inside = tuple(true, true);
        depth--;
        expectOperator(")");
        return inside;
      }
      case "[" -> {
        return list();
      }
      case "{" -> {
        return dict();
      }
      default -> throw unexpected("an expression");
    }
  }

  private static Expr name(Token token) {
    Value constant =
        switch (token.text()) {
          case "true", "True" -> Value.TRUE;
          case "false", "False" -> Value.FALSE;
          case "none", "None" -> Value.NULL;
          default -> null;
        };
    return constant == null
        ? new Expr.Name(token.text(), token.start(), token.end())
        : new Expr.Const(constant, token.start(), token.end());
  }

  private Expr string() {
    Token first = next();
    StringBuilder text = new StringBuilder(first.text());
    while (peek().kind() == Token.Kind.STRING) {
      text.append(next().text());
    }
    return new Expr.Const(Value.of(text.toString()), first.start(), previousEnd());
  }

  private static Expr integer(Token token) {
    String digits = token.text();
    BigInteger value = Numbers.parseInt(digits, 0).orElseGet(() -> new BigInteger(digits));
    return new Expr.Const(Value.of(value), token.start(), token.end());
  }

  private Expr list() {
    Token open = next();
    List<Expr> items = new ArrayList<>();
    while (!peek().isOperator("]")) {
      if (!items.isEmpty()) {
        expectOperator(",");
      }
      if (peek().isOperator("]")) {
        break;
      }
      items.add(expression());
    }
    expectOperator("]");
    return new Expr.Items(items, false, open.start(), previousEnd());
  }

  private Expr dict() {
    Token open = next();
    List<Expr> keys = new ArrayList<>();
    List<Expr> values = new ArrayList<>();
    while (!peek().isOperator("}")) {
      if (!keys.isEmpty()) {
        expectOperator(",");
      }
      if (peek().isOperator("}")) {
        break;
      }
      keys.add(expression());
      expectOperator(":");
      values.add(expression());
    }
    expectOperator("}");
    return new Expr.Entries(keys, values, open.start(), previousEnd());
  }

  Expr postfix(Expr target) {
    Expr result = target;
    while (true) {
      if (peek().isOperator(".")) {
        result = attribute(result);
      } else if (peek().isOperator("[")) {
        result = subscript(result);
      } else if (peek().isOperator("(")) {
        result = call(result);
      } else {
        return result;
      }
    }
  }

  private Expr attribute(Expr target) {
    next();
    Token token = peek();
    if (token.kind() == Token.Kind.NAME) {
      next();
      return new Expr.Attribute(target, token.text(), token.start(), token.end());
    }
    if (token.kind() == Token.Kind.INTEGER) {
      next();
      return new Expr.Item(target, integer(token), token.start(), token.end());
    }
    throw unexpected("a name");
  }

  private Expr subscript(Expr target) {
    Token open = next();
    deeper(open);
    List<Expr> indexes = new ArrayList<>();
    while (!peek().isOperator("]")) {
      if (!indexes.isEmpty()) {
        expectOperator(",");
      }
      if (peek().isOperator(":")) {
        return slice(target, null, open);
      }
      Expr index = expression();
      if (peek().isOperator(":")) {
        return slice(target, index, open);
      }
      indexes.add(index);
    }
    depth--;
    expectOperator("]");
    if (indexes.isEmpty()) {
      throw Fault.syntax("The brackets are empty.", place(open));
    }
    Expr index =
        indexes.size() == 1
            ? indexes.get(0)
            : new Expr.Items(indexes, true, open.start(), previousEnd());
    return new Expr.Item(target, index, open.start(), previousEnd());
  }

  private Expr slice(Expr target, @Nullable Expr from, Token open) {
    next();
    Expr to = null;
    Expr step = null;
    if (!peek().isOperator("]") && !peek().isOperator(":")) {
      to = expression();
    }
    if (skipOperator(":") && !peek().isOperator("]")) {
      step = expression();
    }
    depth--;
    expectOperator("]");
    return new Expr.Slice(target, from, to, step, open.start(), previousEnd());
  }

  Expr call(Expr target) {
    Token open = peek();
    Expr.Args args = arguments();
    if (target instanceof Expr.Name name && Lookups.FUNCTIONS.contains(name.name())) {
      checkLookup(args);
    }
    boolean named = target instanceof Expr.Name || target instanceof Expr.Attribute;
    return new Expr.Call(
        target, args, named ? target.start() : open.start(), named ? target.end() : previousEnd());
  }

  private void checkLookup(Expr.Args args) {
    if (args.positional().isEmpty()
        || !(args.positional().get(0) instanceof Expr.Const first)
        || !(first.value() instanceof Value.Str name)) {
      return;
    }
    Position place = source.at(first.start(), first.end() - first.start());
    if (!Lookups.isKnown(name.reveal())) {
      problems.accept(
          Problem.error(ErrorCode.UNKNOWN_LOOKUP, place, Lookups.unknown(name.reveal())));
    } else if (Lookups.isMissing(name.reveal())) {
      problems.accept(
          Problem.warning(
              ErrorCode.UNKNOWN_LOOKUP,
              place,
              "The lookup \""
                  + name.reveal()
                  + "\" is known but not built in; using it may fail."));
    }
  }

  private Expr.Args arguments() {
    Token open = next();
    deeper(open);
    List<Expr> positional = new ArrayList<>();
    Map<String, Expr> keywords = new LinkedHashMap<>();
    Expr more = null;
    Expr moreKeywords = null;
    boolean first = true;
    while (!peek().isOperator(")")) {
      if (!first) {
        expectOperator(",");
        if (peek().isOperator(")")) {
          break;
        }
      }
      first = false;
      Token token = peek();
      if (skipOperator("*")) {
        more = expression();
      } else if (skipOperator("**")) {
        moreKeywords = expression();
      } else if (token.kind() == Token.Kind.NAME && peek(1).isOperator("=")) {
        next();
        next();
        keywords.put(token.text(), expression());
      } else if (!keywords.isEmpty() || moreKeywords != null) {
        throw Fault.syntax("A positional argument can't follow a named one.", place(token));
      } else {
        positional.add(expression());
      }
    }
    depth--;
    expectOperator(")");
    return new Expr.Args(positional, keywords, more, moreKeywords);
  }

  Expr filtersAndTests(Expr target) {
    Expr result = target;
    while (true) {
      if (peek().isOperator("|")) {
        next();
        result = filter(result);
      } else if (peek().isName("is")) {
        next();
        result = test(result);
      } else if (peek().isOperator("(")) {
        result = call(result);
      } else {
        return result;
      }
    }
  }

  /** Filters after a bar that was read: {@code upper | trim}. */
  Expr filters(@Nullable Expr target) {
    Expr result = filter(target);
    while (skipOperator("|")) {
      result = filter(result);
    }
    return result;
  }

  private Expr filter(@Nullable Expr target) {
    Token first = peek();
    String name = dotted();
    int end = previousEnd();
    Expr.Args args = peek().isOperator("(") ? arguments() : Expr.Args.NONE;
    Filter filter = Filters.find(name).orElse(null);
    Position place = source.at(first.start(), end - first.start());
    if (filter == null) {
      problems.accept(
          Problem.error(
              ErrorCode.UNKNOWN_FILTER,
              place,
              "There is no filter \"" + name + "\"." + Messages.didYouMean(name, Filters.names())));
      filter = Filters.unknown(name);
    } else if (filter.missing()) {
      problems.accept(
          Problem.warning(
              ErrorCode.UNKNOWN_FILTER,
              place,
              "The filter \"" + name + "\" is known but not built in; using it fails."));
    }
    return new Expr.FilterCall(target, filter, args, first.start(), end);
  }

  private String dotted() {
    StringBuilder name = new StringBuilder(expectName().text());
    while (peek().isOperator(".")) {
      next();
      name.append('.').append(expectName().text());
    }
    return name.toString();
  }

  private Expr test(Expr target) {
    boolean negated = skipName("not");
    Token first = peek();
    String name = dotted();
    int end = previousEnd();
    Expr.Args args = testArguments();
    Test test = Tests.find(name).orElse(null);
    if (test == null) {
      problems.accept(
          Problem.error(
              ErrorCode.UNKNOWN_TEST,
              source.at(first.start(), end - first.start()),
              "There is no test \"" + name + "\"." + Messages.didYouMean(name, Tests.names())));
      test = Tests.unknown(name);
    }
    Expr result = new Expr.TestCall(target, test, args, first.start(), end);
    return negated ? new Expr.Unary("not", result, first.start(), end) : result;
  }

  private Expr.Args testArguments() {
    if (peek().isOperator("(")) {
      return arguments();
    }
    Token token = peek();
    boolean operand =
        switch (token.kind()) {
          case STRING, INTEGER, FLOAT -> true;
          case NAME -> !Set.of("else", "or", "and").contains(token.text());
          case OPERATOR -> token.isOperator("[") || token.isOperator("{");
          case END -> false;
        };
    if (!operand) {
      return Expr.Args.NONE;
    }
    if (token.isName("is")) {
      throw Fault.syntax("Two tests can't follow one another; join them by \"and\".", place(token));
    }
    Expr argument = postfix(primary());
    return new Expr.Args(List.of(argument), Map.of(), null, null);
  }
}
