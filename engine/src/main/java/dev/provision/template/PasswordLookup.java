package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The lookup {@code password}: a password kept in a file, made at the first call. */
final class PasswordLookup {

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String DIGITS = "0123456789";
  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  private PasswordLookup() {}

  static List<Value> run(List<Value> terms, Map<String, Value> options, LookupCall call) {
    List<Value> values = new ArrayList<>();
    for (String term : Lookups.strings(terms)) {
      Map<String, String> how = FileLookups.merged(term, options);
      values.add(Value.of(Text.secret(password(FileLookups.key(term), how, call))));
    }
    return values;
  }

  private static String password(String file, Map<String, String> how, LookupCall call) {
    Controller controller = call.controller();
    RandomGenerator random = controller.random();
    boolean kept = !file.equals("/dev/null");
    Optional<String> known = kept ? read(file, call) : Optional.empty();
    String salt = known.flatMap(line -> part(line, "salt=")).orElse("");
    String password =
        known.map(line -> line.split(" salt=| ident=", 2)[0]).orElseGet(() -> make(how, random));
    String encrypt = how.getOrDefault("encrypt", "");
    boolean needsSalt = !encrypt.isEmpty() && salt.isEmpty();
    if (needsSalt) {
      salt = Crypt.salt(Crypt.kind(encrypt).saltSize(), random);
    }
    if (kept && (known.isEmpty() || needsSalt)) {
      String line = password + (salt.isEmpty() ? "" : " salt=" + salt) + "\n";
      controller.writePrivate(Path.of(controller.absolute(file)), line);
    }
    if (encrypt.isEmpty()) {
      return password;
    }
    Crypt.Kind kind = Crypt.kind(encrypt);
    return Crypt.hash(kind, password, salt, kind.rounds());
  }

  private static Optional<String> read(String file, LookupCall call) {
    Optional<Path> found = call.controller().find("files", file, call.scope());
    return found.map(path -> call.controller().read(path).reveal().strip());
  }

  private static Optional<String> part(String line, String name) {
    int at = line.indexOf(" " + name);
    return at < 0
        ? Optional.empty()
        : Optional.of(line.substring(at + 1 + name.length()).split(" ", 2)[0]);
  }

  private static String make(Map<String, String> how, RandomGenerator random) {
    String alphabet = alphabet(how.getOrDefault("chars", "ascii_letters,digits,.,:-_"), how);
    int length = FileLookups.number(how, "length", 20);
    StringBuilder password = new StringBuilder();
    for (int i = 0; i < length; i++) {
      password.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return password.toString();
  }

  private static String alphabet(String chars, Map<String, String> how) {
    if (!how.containsKey("chars")) {
      return LETTERS + DIGITS + ".,:-_";
    }
    StringBuilder all = new StringBuilder();
    for (String part : chars.replace(",,", ",\u0000").split(",")) {
      all.append(
          switch (part) {
            case "ascii_letters", "letters" -> LETTERS;
            case "ascii_lowercase" -> LETTERS.substring(0, 26);
            case "ascii_uppercase" -> LETTERS.substring(26);
            case "digits" -> DIGITS;
            case "hexdigits" -> DIGITS + "abcdefABCDEF";
            case "punctuation" -> PUNCTUATION;
            default -> part.replace('\u0000', ',');
          });
    }
    if (all.isEmpty()) {
      throw Fault.of("The lookup \"password\" has no characters to choose from.");
    }
    return all.toString();
  }
}
