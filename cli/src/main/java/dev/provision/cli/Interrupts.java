package dev.provision.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Catches Ctrl-C and a polite kill while a run goes on. The JDK has a class for it that compilers
 * warn of, and nothing else, so it is called by reflection.
 */
final class Interrupts {

  private Interrupts() {}

  /** From now on INT and TERM call {@code handler} and no longer end the program. */
  static void handle(Runnable handler) {
    install("INT", handler);
    install("TERM", handler);
  }

  private static void install(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Interrupts.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, args) -> handled(method.getName(), self, action));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      // A JVM without it ends at once on Ctrl-C; the hosts' fences then hold.
      return;
    }
  }

  private static Object handled(String method, Object self, Runnable action) {
    return switch (method) {
      case "hashCode" -> System.identityHashCode(self);
      case "equals" -> false;
      case "toString" -> "Interrupts";
      default -> {
        action.run();
        yield 0;
      }
    };
  }
}
