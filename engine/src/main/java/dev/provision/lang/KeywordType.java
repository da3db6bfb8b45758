package dev.provision.lang;

/** What a keyword takes. Each may also be a template, unless it is a structure or a name. */
public enum KeywordType {
  BOOL("a boolean"),
  INT("a whole number"),
  STRING("a string"),
  STRINGS("a string or a list of strings"),
  /** As {@link #STRINGS}, and commas part the words of a string. */
  WORDS("words, as a list or parted by commas"),
  DICTS("a mapping or a list of mappings"),
  VARIABLES("a mapping of variables"),
  CONDITIONS("a condition or a list of conditions"),
  PERCENTAGE("a number of percent"),
  NUMBERS_OR_PERCENTAGES("a number, a percentage, or a list of them"),
  FILES("a list of file names, each perhaps a list of which the first that exists is taken"),
  /** A variable's name. */
  NAME("the name of a variable"),
  /** Read by code of its own. */
  STRUCTURE("a structure of its own"),
  ANY("any value");

  private final String words;

  KeywordType(String words) {
    this.words = words;
  }

  /** For messages: {@code a boolean}. */
  public String words() {
    return words;
  }

  /** How a keyword's value reaches what stands inside. */
  public enum Inheritance {
    /** Not at all. */
    NONE,
    /** The nearest one counts. */
    NEAREST,
    /** All count, the outermost first. */
    EXTENDED,
    /**
     * Mappings are laid over each other, the innermost wins. A play's variables are no part of it.
     */
    MERGED
  }
}
