package dev.provision.module;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads a module's parameter record from the arguments of a task, and tells what is wrong with
 * them.
 *
 * @param <P> the record
 */
public final class Parameters<P extends Record> {

  private final Module<P> module;
  private final ParameterList list;

  private Parameters(Module<P> module) {
    this.module = module;
    this.list = ParameterList.of(module.parameters());
  }

  public static <P extends Record> Parameters<P> of(Module<P> module) {
    return new Parameters<>(module);
  }

  /**
   * What came of binding.
   *
   * @param params there unless a problem is an error
   * @param problems all that were found
   */
  public record Bound<P>(Optional<P> params, List<Problem> problems) {
    public Bound {
      problems = List.copyOf(problems);
    }
  }

  /**
   * What can be said of arguments that are not rendered yet: names always, values where they hold
   * no template.
   *
   * @param isTemplate whether a value holds a template at any depth
   */
  public List<Problem> check(Value.Dict arguments, Position task, Predicate<Value> isTemplate) {
    List<Problem> problems = new ArrayList<>();
    Map<Parameter, Value> given = sort(arguments, problems);
    for (Parameter parameter : list.all()) {
      Value value = given.get(parameter);
      if (value == null) {
        missing(parameter, task).ifPresent(problems::add);
      } else if (!isTemplate.test(value) && !parameter.needsResolver()) {
        convert(parameter, value, arguments, Unresolved.INSTANCE, task, problems);
      }
    }
    return problems;
  }

  /** Reads rendered arguments. */
  public Bound<P> bind(Value.Dict arguments, Position task, ParamResolver resolver) {
    List<Problem> problems = new ArrayList<>();
    Map<Parameter, Value> given = sort(arguments, problems);
    Object[] components = new Object[list.all().size()];
    boolean complete = true;
    for (int i = 0; i < components.length; i++) {
      Parameter parameter = list.all().get(i);
      Value value = given.getOrDefault(parameter, Value.NULL);
      Optional<Object> component =
          parameter.isGiven(value)
              ? convert(parameter, value, arguments, resolver, task, problems)
              : parameter.whenLeftOut();
      if (component.isEmpty()) {
        missing(parameter, task).filter(p -> !parameter.isGiven(value)).ifPresent(problems::add);
        complete = false;
      } else {
        components[i] = component.get();
      }
    }
    if (!complete || problems.stream().anyMatch(Problem::isError)) {
      return new Bound<>(Optional.empty(), problems);
    }
    P params = make(components);
    problems.addAll(located(module.check(params), task));
    boolean sound = problems.stream().noneMatch(Problem::isError);
    return new Bound<>(sound ? Optional.of(params) : Optional.empty(), problems);
  }

  private static List<Problem> located(List<Problem> problems, Position task) {
    return problems.stream().map(p -> p.at().isKnown() ? p : p.withPosition(task)).toList();
  }

  private Map<Parameter, Value> sort(Value.Dict arguments, List<Problem> problems) {
    Map<Parameter, Value> given = new HashMap<>();
    Map<Value, Value> rest = new LinkedHashMap<>();
    for (Map.Entry<Value, Value> argument : arguments.entries().entrySet()) {
      Value key = argument.getKey();
      String name = key.toString();
      Optional<Parameter> known = list.named(name);
      if (known.isPresent()) {
        deprecation(known.get(), key).ifPresent(problems::add);
        // The name itself wins over an alias of it.
        if (!given.containsKey(known.get()) || known.get().name().equals(name)) {
          given.put(known.get(), argument.getValue());
        }
      } else if (list.rest().isPresent()) {
        rest.put(key, argument.getValue());
      } else {
        problems.add(unknown(key, name));
      }
    }
    list.rest().ifPresent(p -> given.put(p, Value.dictOf(rest).at(arguments.origin())));
    return given;
  }

  private Optional<Problem> deprecation(Parameter parameter, Value key) {
    return parameter
        .deprecated()
        .map(
            instead ->
                Problem.warning(
                    ErrorCode.DEPRECATED_ARGUMENT,
                    key.origin(),
                    "The argument \"" + parameter.name() + "\" is deprecated. " + instead));
  }

  private Problem unknown(Value key, String name) {
    String detail = "The module \"" + module.name() + "\" has no argument \"" + name + "\".";
    String hint = Suggestions.didYouMean(name, list.names()).map(s -> " " + s).orElse("");
    return Problem.error(
            ErrorCode.UNKNOWN_ARGUMENT,
            key.origin(),
            detail + hint + "\nTo see all arguments, run:")
        .withCommands("provision doc " + module.name());
  }

  private Optional<Problem> missing(Parameter parameter, Position task) {
    if (!parameter.isRequired()) {
      return Optional.empty();
    }
    return Optional.of(
        Problem.error(
                ErrorCode.MISSING_ARGUMENT,
                task,
                "The module \""
                    + module.name()
                    + "\" needs the argument \""
                    + parameter.name()
                    + "\": "
                    + parameter.description()
                    + "\nTo see all arguments, run:")
            .withCommands("provision doc " + module.name()));
  }

  private Optional<Object> convert(
      Parameter parameter,
      Value value,
      Value.Dict arguments,
      ParamResolver resolver,
      Position task,
      List<Problem> problems) {
    Position at = value.origin().isKnown() ? value.origin() : task;
    try {
      return Optional.of(parameter.convert(value, new Conversions(resolver, arguments, at)));
    } catch (ConversionException e) {
      problems.add(
          Problem.error(
              e.code(), at, "The argument \"" + parameter.name() + "\" " + e.getMessage()));
    } catch (ProvisionException e) {
      Problem problem = e.problem();
      problems.add(problem.at().isKnown() ? problem : problem.withPosition(at));
    }
    return Optional.empty();
  }

  private P make(Object[] components) {
    try {
      Constructor<P> constructor = list.constructor(module.parameters());
      return constructor.newInstance(components);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "The parameters of '" + module.name() + "' refuse values", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Can't make the parameters of '" + module.name() + "'", e);
    }
  }

  /** Stands in where nothing may be looked up yet. */
  private enum Unresolved implements ParamResolver {
    INSTANCE;

    @Override
    public ControllerFile file(String source, Position at) {
      throw new IllegalStateException("Files are not looked up by a static check");
    }

    @Override
    public RenderedTemplate template(String source, Value.Dict arguments, Position at) {
      throw new IllegalStateException("Templates are not rendered by a static check");
    }
  }
}
