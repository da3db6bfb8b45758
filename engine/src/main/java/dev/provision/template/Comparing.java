package dev.provision.template;

import dev.provision.value.Value;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's {@code ==}, {@code <} and {@code in}. */
final class Comparing {

  private Comparing() {}

  static boolean equal(Value left, Value right) {
    if (left instanceof Undefined a && !a.isLenient()) {
      throw a.fault();
    }
    if (right instanceof Undefined b && !b.isLenient()) {
      throw b.fault();
    }
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return numbersEqual(left, right);
    }
    if (left instanceof Value.Seq a && right instanceof Value.Seq b) {
      return a.isTuple() == b.isTuple() && listsEqual(a.items(), b.items());
    }
    if (left instanceof Value.Dict a && right instanceof Value.Dict b) {
      return dictsEqual(a.entries(), b.entries());
    }
    if (left instanceof LazyList a && right instanceof LazyList b) {
      return a.typeName().equals(b.typeName()) && listsEqual(a.items(), b.items());
    }
    return left.equals(right);
  }

  private static boolean numbersEqual(Value left, Value right) {
    if (left instanceof Value.Float || right instanceof Value.Float) {
      double a = left instanceof Value.Float x ? x.value() : 0;
      double b = right instanceof Value.Float x ? x.value() : 0;
      if (Double.isNaN(a) || Double.isNaN(b)) {
        return false;
      }
    }
    return compareNumbers(left, right) == 0;
  }

  private static boolean listsEqual(List<Value> left, List<Value> right) {
    if (left.size() != right.size()) {
      return false;
    }
    Iterator<Value> other = right.iterator();
    for (Value item : left) {
      if (!equal(item, other.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean dictsEqual(Map<Value, Value> left, Map<Value, Value> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (Map.Entry<Value, Value> entry : left.entrySet()) {
      Value other = Walking.find(right, entry.getKey());
      if (other == null || !equal(entry.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  private static int compareNumbers(Value left, Value right) {
    if (left instanceof Value.Float a && right instanceof Value.Float b) {
      return a.value() == b.value() ? 0 : Double.compare(a.value(), b.value());
    }
    if (left instanceof Value.Float a && Double.isInfinite(a.value())) {
      return a.value() > 0 ? 1 : -1;
    }
    if (right instanceof Value.Float b && Double.isInfinite(b.value())) {
      return b.value() > 0 ? -1 : 1;
    }
    return exact(left).compareTo(exact(right));
  }

  private static BigDecimal exact(Value number) {
    return number instanceof Value.Float real
        ? new BigDecimal(real.value())
        : new BigDecimal(Numbers.whole(number).orElseThrow());
  }

  /**
   * The order of two values of one kind.
   *
   * @param operator for the message
   */
  static int compare(Value left, Value right, String operator) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return compareNumbers(left, right);
    }
    if (left instanceof Value.Str a && right instanceof Value.Str b) {
      return compareText(a.reveal(), b.reveal());
    }
    if (left instanceof Value.Seq a && right instanceof Value.Seq b && a.isTuple() == b.isTuple()) {
      return compareLists(a.items(), b.items(), operator);
    }
    if (left instanceof Moment a && right instanceof Moment b) {
      return a.time().compareTo(b.time());
    }
    if (left instanceof Duration a && right instanceof Duration b) {
      return Long.compare(a.micros(), b.micros());
    }
    Numbers.defined(left);
    Numbers.defined(right);
    throw Fault.of(
        "\""
            + operator
            + "\" can't compare "
            + Messages.aType(left)
            + " with "
            + Messages.aType(right)
            + ".");
  }

  /** By code points, as Python does. */
  private static int compareText(String left, String right) {
    int limit = Math.min(left.length(), right.length());
    for (int i = 0; i < limit; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        boolean surrogates = Character.isSurrogate(a) || Character.isSurrogate(b);
        return surrogates && Character.isSurrogate(a) != Character.isSurrogate(b)
            ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b))
            : Character.compare(a, b);
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  private static int compareLists(List<Value> left, List<Value> right, String operator) {
    Iterator<Value> other = right.iterator();
    for (Value item : left) {
      if (!other.hasNext()) {
        return 1;
      }
      Value against = other.next();
      if (!equal(item, against)) {
        return compare(item, against, operator);
      }
    }
    return other.hasNext() ? -1 : 0;
  }

  /** For sorting: throws a fault where two values have no order. */
  static final Comparator<Value> ORDER = (left, right) -> compare(left, right, "<");

  static boolean holds(String operator, Value left, Value right) {
    return switch (operator) {
      case "==" -> equal(left, right);
      case "!=" -> !equal(left, right);
      case "in" -> contains(right, left);
      case "not in" -> !contains(right, left);
      default -> ordered(operator, left, right);
    };
  }

  private static boolean ordered(String operator, Value left, Value right) {
    if (isNan(left) || isNan(right)) {
      return false;
    }
    int order = compare(left, right, operator);
    return switch (operator) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static boolean isNan(Value value) {
    return value instanceof Value.Float number && Double.isNaN(number.value());
  }

  static boolean contains(Value container, Value item) {
    if (container instanceof Value.Str text) {
      Numbers.defined(item);
      if (item instanceof Value.Str part) {
        return text.reveal().contains(part.reveal());
      }
      throw Fault.of(
          "\"in\" looks for a string in a string, not for " + Messages.aType(item) + ".");
    }
    if (container instanceof Value.Dict dict) {
      Numbers.defined(item);
      return Walking.find(dict.entries(), item) != null;
    }
    if (container instanceof LazyDict lazy) {
      return item instanceof Value.Str key && lazy.get(key.reveal()).isPresent();
    }
    return indexOf(Walking.items(container), item) >= 0;
  }

  static int indexOf(List<Value> items, @Nullable Value wanted) {
    for (int i = 0; i < items.size(); i++) {
      if (wanted != null && (items.get(i) == wanted || equal(items.get(i), wanted))) {
        return i;
      }
    }
    return -1;
  }
}
