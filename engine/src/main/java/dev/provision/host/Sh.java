package dev.provision.host;

import dev.provision.value.Text;
import java.util.List;
import java.util.regex.Pattern;

/** Quoting for POSIX sh that keeps the marks of secrets. */
public final class Sh {

  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private Sh() {}

  /** One word, whatever it holds. */
  public static String quote(String word) {
    return SAFE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** One word; secret ranges stay marked, the quotes around them are not part of them. */
  public static Text quote(Text word) {
    if (!word.hasSecret()) {
      return Text.plain(quote(word.reveal()));
    }
    Text.Builder out = new Text.Builder().append("'");
    int from = 0;
    String text = word.reveal();
    for (int at = text.indexOf('\''); at >= 0; at = text.indexOf('\'', from)) {
      out.append(word.slice(from, at));
      boolean inSecret = word.slice(at, at + 1).hasSecret();
      out.append(inSecret ? Text.secret("'\\''") : Text.plain("'\\''"));
      from = at + 1;
    }
    return out.append(word.slice(from, text.length())).append("'").build();
  }

  /** Words joined by blanks, each quoted. */
  public static String words(List<String> words) {
    return words.stream().map(Sh::quote).reduce((a, b) -> a + " " + b).orElse("");
  }
}
