package dev.provision.run;

import java.util.Optional;

/** Asks the person at the terminal, if there is one. */
public interface Prompter {

  /** Nobody is there: nothing is ever asked. */
  Prompter NOBODY =
      new Prompter() {
        @Override
        public boolean isInteractive() {
          return false;
        }

        @Override
        public Optional<String> ask(String question, boolean hidden) {
          return Optional.empty();
        }
      };

  boolean isInteractive();

  /**
   * The answer, or nothing where nobody answers.
   *
   * @param hidden whether the answer must not be seen while it is typed
   */
  Optional<String> ask(String question, boolean hidden);
}
