package dev.provision.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands, handing the terminal to those whose constructor takes it. */
final class CommandFactory implements IFactory {

  private final Terminal terminal;
  private final IFactory others = CommandLine.defaultFactory();

  CommandFactory(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 1
          && constructor.getParameterTypes()[0] == Terminal.class) {
        constructor.setAccessible(true);
        return type.cast(constructor.newInstance(terminal));
      }
    }
    return others.create(type);
  }
}
