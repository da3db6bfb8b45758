package dev.provision.diag;

/**
 * A place in a file: where a value, an argument or a fault was written.
 *
 * @param file the file's name as shown to users; empty where there is none
 * @param line 1-based; 0 where there is none
 * @param column 1-based, counted in characters; 0 where there is none
 * @param length how many characters to underline; at least 1 where there is a column
 */
public record Position(String file, int line, int column, int length) {

  /** No place known: the thing comes from no file. */
  public static final Position NONE = new Position("", 0, 0, 0);

  public static Position of(String file, int line, int column) {
    return new Position(file, line, column, 1);
  }

  /** A whole file, where no line can be named. */
  public static Position ofFile(String file) {
    return new Position(file, 0, 0, 0);
  }

  public Position withLength(int newLength) {
    return new Position(file, line, column, newLength);
  }

  public boolean isKnown() {
    return !file.isEmpty();
  }

  /** {@code file:line:column}, as compilers write it; empty where nothing is known. */
  @Override
  public String toString() {
    if (line == 0) {
      return file;
    }
    return file + ":" + line + ":" + column;
  }
}
