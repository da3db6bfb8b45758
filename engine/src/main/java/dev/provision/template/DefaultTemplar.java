package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The {@link Templar} over parsed templates. */
final class DefaultTemplar implements Templar {

  private final Controller controller;
  private final Map<String, Lookup> lookups;
  private final Cache cache = new Cache();

  DefaultTemplar(Controller controller, Map<String, Lookup> lookups) {
    this.controller = controller;
    this.lookups = Map.copyOf(lookups);
  }

  Controller controller() {
    return controller;
  }

  Map<String, Lookup> lookups() {
    return lookups;
  }

  // Rendering

  @Override
  public void prepare() {
    Thread loader = new Thread(JinjavaTree::load, "template-loader");
    loader.setDaemon(true);
    loader.start();
  }

  @Override
  public Value render(Value any, Scope vars) {
    if (!any.hasTemplate()) {
      return any;
    }
    return guarded(
        () -> {
          Evaluation run = evaluation(Parsed.EMPTY, vars);
          return run.renderDeep(any, vars, "");
        });
  }

  private Evaluation evaluation(Parsed parsed, Scope vars) {
    return new Evaluation(this, parsed, vars, new Evaluation.Chain());
  }

  @Override
  public Value evaluate(String expression, Position at, Scope vars) {
    return guarded(
        () -> {
          Parsed parsed = cache.expression(Source.of(expression, at), true).orThrow();
          Evaluation run = evaluation(parsed, vars);
          Value result = run.settled(run.value(parsed.single().orElseThrow()));
          return run.isUnsafe() ? NativeTypes.unsafe(result) : result;
        });
  }

  @Override
  public boolean test(Value condition, Scope vars) {
    if (condition instanceof Value.Seq all) {
      return all.items().stream().allMatch(each -> test(each, vars));
    }
    if (!(condition instanceof Value.Str)) {
      return condition instanceof Value.Null || condition.isTruthy();
    }
    Value.Str text = (Value.Str) condition;
    if (text.hasTemplate()) {
      Value rendered = render(text, vars);
      if (!(rendered instanceof Value.Str) || !rendered.isTruthy()) {
        return rendered.isTruthy();
      }
      // What a host has sent must not be run as an expression.
      text = ((Value.Str) rendered).isUnsafe() ? text : (Value.Str) rendered.at(text.origin());
      if (rendered instanceof Value.Str str && str.isUnsafe()) {
        return unsafeCondition(str);
      }
    }
    return holds(text, vars);
  }

  /** Only the words for true and false are understood. */
  private static boolean unsafeCondition(Value.Str text) {
    return switch (text.reveal().strip().toLowerCase(java.util.Locale.ROOT)) {
      case "true", "yes", "1" -> true;
      case "false", "no", "0", "" -> false;
      default ->
          throw new ProvisionException(
              ErrorCode.INVALID_CONDITION,
              text.origin(),
              "The condition comes from a host and is neither true nor false. Write it without"
                  + " \"{{ }}\".");
    };
  }

  private boolean holds(Value.Str text, Scope vars) {
    if (text.reveal().isEmpty()) {
      return true;
    }
    return guarded(
        () -> {
          Parsed parsed = cache.condition(text).orThrow();
          Evaluation run = evaluation(parsed, vars);
          Expr expr = parsed.single().orElseThrow();
          try {
            return run.value(expr).isTruthy();
          } catch (Fault fault) {
            throw fault.locate(run.place(expr));
          }
        });
  }

  @Override
  public Text renderFile(TemplateSource source, Scope vars, TemplateOptions options) {
    return guarded(() -> renderFile(source, vars, options, new Evaluation.Chain()));
  }

  Text renderFile(
      TemplateSource source, Scope vars, TemplateOptions options, Evaluation.Chain chain) {
    Parsed parsed = cache.file(source, options).orThrow();
    Evaluation run = new Evaluation(this, parsed, vars, chain);
    Output out = new Output();
    parsed.render(run, out);
    return parsed.withLineBreaks(out.text());
  }

  /** A template that another one includes. */
  Optional<Parsed> load(String name, Evaluation run) {
    Optional<Path> path = controller.find("templates", name, run.scope());
    if (path.isEmpty()) {
      path = beside(name, run);
    }
    return path.map(
        file ->
            cache
                .file(
                    TemplateSource.ofFile(file.toString(), controller.read(file)),
                    run.template().options())
                .orThrow());
  }

  private Optional<Path> beside(String name, Evaluation run) {
    String file = run.source().origin().file();
    Path folder = file.isEmpty() ? null : Path.of(file).getParent();
    return folder == null
        ? Optional.empty()
        : controller.find(
            "templates", folder.toAbsolutePath().resolve(name).toString(), run.scope());
  }

  Parsed parsed(Value.Str str) {
    return cache.inline(str).orThrow();
  }

  private <T> T guarded(Supplier<T> body) {
    try {
      return body.get();
    } catch (Fault fault) {
      throw fault.exception();
    } catch (StackOverflowError e) {
      throw new ProvisionException(
          ErrorCode.TEMPLATE_ERROR, "The template calls itself, or is nested, too deeply.");
    }
  }

  // Looking without rendering

  @Override
  public List<Problem> check(Value any) {
    List<Problem> problems = new ArrayList<>();
    check(any, problems);
    return List.copyOf(problems);
  }

  private void check(Value any, List<Problem> problems) {
    if (!any.hasTemplate()) {
      return;
    }
    if (any instanceof Value.Str str) {
      problems.addAll(cache.inline(str).problems());
    } else if (any instanceof Value.Seq seq) {
      seq.items().forEach(item -> check(item, problems));
    } else if (any instanceof Value.Dict dict) {
      dict.entries()
          .forEach(
              (key, value) -> {
                check(key, problems);
                check(value, problems);
              });
    }
  }

  @Override
  public List<Problem> checkExpression(String expression, Position at) {
    return cache.expression(Source.of(expression, at), true).problems();
  }

  @Override
  public List<Problem> checkCondition(Value condition) {
    if (condition instanceof Value.Seq all) {
      return all.items().stream().flatMap(each -> checkCondition(each).stream()).toList();
    }
    if (!(condition instanceof Value.Str text) || text.reveal().isEmpty()) {
      return List.of();
    }
    return text.hasTemplate() ? check(text) : cache.condition(text).problems();
  }

  @Override
  public List<Problem> checkFile(TemplateSource source, TemplateOptions options) {
    return cache.file(source, options).problems();
  }

  @Override
  public Analysis analyze(Value any, Scope vars) {
    Closure closure = new Closure(vars);
    closure.value(any);
    return closure.result();
  }

  @Override
  public Analysis analyzeExpression(String expression, Scope vars) {
    Closure closure = new Closure(vars);
    closure.template(cache.expression(Source.of(expression, Position.NONE), true));
    return closure.result();
  }

  @Override
  public Analysis analyzeCondition(Value condition, Scope vars) {
    Closure closure = new Closure(vars);
    closure.condition(condition);
    return closure.result();
  }

  @Override
  public Analysis analyzeFile(TemplateSource source, Scope vars, TemplateOptions options) {
    Closure closure = new Closure(vars);
    closure.template(cache.file(source, options));
    return closure.result();
  }

  /** Follows what templates read through variables and included files. */
  private final class Closure {

    private final Scope vars;
    private final Set<String> variables = new HashSet<>();
    private final Set<String> calls = new HashSet<>();
    private final Set<String> files = new HashSet<>();

    Closure(Scope vars) {
      this.vars = vars;
    }

    Analysis result() {
      return new Analysis(variables, calls);
    }

    void value(Value any) {
      if (!any.hasTemplate()) {
        return;
      }
      if (any instanceof Value.Str str) {
        template(cache.inline(str));
      } else if (any instanceof Value.Seq seq) {
        seq.items().forEach(this::value);
      } else if (any instanceof Value.Dict dict) {
        dict.entries()
            .forEach(
                (key, value) -> {
                  value(key);
                  value(value);
                });
      }
    }

    void condition(Value condition) {
      if (condition instanceof Value.Seq all) {
        all.items().forEach(this::condition);
      } else if (condition instanceof Value.Str text && text.hasTemplate()) {
        value(text);
      } else if (condition instanceof Value.Str text && !text.reveal().isEmpty()) {
        template(cache.condition(text));
      }
    }

    void template(Parsed parsed) {
      Reads reads = new Reads();
      parsed.scan(reads);
      calls.addAll(reads.calls());
      for (String name : reads.variables()) {
        boolean function = Globals.NAMES.contains(name) && vars.lookup(name).isEmpty();
        if (!function && variables.add(name)) {
          vars.lookup(name).ifPresent(this::value);
        }
      }
      reads.includes().stream().filter(files::add).forEach(name -> include(name, parsed));
    }

    /** A file that is not there fails when it is rendered; until then it reads nothing. */
    private void include(String name, Parsed from) {
      Evaluation run = new Evaluation(DefaultTemplar.this, from, vars, new Evaluation.Chain());
      try {
        load(name, run).ifPresent(this::template);
      } catch (Fault | ProvisionException e) {
        calls.add("include");
      }
    }
  }
}
