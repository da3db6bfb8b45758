package dev.provision.template;

import dev.provision.diag.ProvisionException;
import dev.provision.value.Json;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Filters between values and their coded forms: JSON, YAML, base64, hashes, URLs. */
final class CodeFilters {

  private CodeFilters() {}

  static void register(Filters.Registry r) {
    r.text("to_json", "**options", (in, a, run) -> toJson(in, a.options(), run));
    r.text("to_nice_json", "indent=4, sort_keys=true, **options", CodeFilters::toNiceJson);
    r.add("tojson", "indent=none", CodeFilters::htmlJson);
    r.add("from_json", "", (in, a, run) -> fromJson(in));
    r.text("to_yaml", "**options", (in, a, run) -> toYaml(in, false, a.options(), run));
    r.text("to_nice_yaml", "indent=none, **options", CodeFilters::toNiceYaml);
    r.add("from_yaml", "", (in, a, run) -> fromYaml(in, run, false));
    r.add("from_yaml_all", "", (in, a, run) -> fromYaml(in, run, true));
    r.add("b64encode", "encoding='utf-8'", (in, a, run) -> encode(in, a.text("encoding")));
    r.add("b64decode", "encoding='utf-8'", (in, a, run) -> decode(in, a.text("encoding")));
    r.add("hash", "hashtype='sha1'", (in, a, run) -> hash(in, a.text("hashtype")));
    r.add("md5", "", (in, a, run) -> hash(in, "md5"));
    r.add("sha1", "", (in, a, run) -> hash(in, "sha1"));
    r.add("checksum", "", (in, a, run) -> hash(in, "sha1"));
    r.varying(
        "password_hash",
        "hashtype='sha512', salt=none, salt_size=none, rounds=none, ident=none",
        "salt",
        CodeFilters::passwordHash);
    r.add(
        "to_uuid", "namespace='361E6D51-FAEC-444A-9079-341386DA8E2E'", (in, a, run) -> uuid(in, a));
    r.add("urlencode", "", (in, a, run) -> Urls.encode(in, run));
    r.add("urldecode", "", (in, a, run) -> Urls.decode(in));
    r.add("urlsplit", "query=''", (in, a, run) -> Urls.split(in, a.text("query")));
    r.varying("random_mac", "seed=none", "seed", CodeFilters::randomMac);
  }

  // JSON and YAML

  private static Value toJson(Value in, Map<String, Value> options, Evaluation run) {
    Value separators = options.getOrDefault("separators", Value.NULL);
    String indent = indent(options.getOrDefault("indent", Value.NULL));
    String item = indent == null ? ", " : ",";
    String key = ": ";
    if (separators instanceof Value.Seq two && two.items().size() == 2) {
      item = Printing.str(two.items().get(0)).reveal();
      key = Printing.str(two.items().get(1)).reveal();
    }
    boolean sort = options.getOrDefault("sort_keys", Value.FALSE).isTruthy();
    boolean ascii = options.getOrDefault("ensure_ascii", Value.TRUE).isTruthy();
    return Value.of(new JsonText(indent, item, key, sort, ascii).write(run.settled(in)));
  }

  private static @Nullable String indent(Value indent) {
    if (indent instanceof Value.Null) {
      return null;
    }
    return indent instanceof Value.Str str
        ? str.reveal()
        : TextFilters.blanks(Numbers.toInt(indent, "The indent"));
  }

  private static Value toNiceJson(Value in, Signature.Bound a, Evaluation run) {
    Map<String, Value> options = new LinkedHashMap<>(a.options());
    options.put("indent", a.value("indent"));
    options.put("sort_keys", a.value("sort_keys"));
    return toJson(in, options, run);
  }

  /** Safe inside of HTML, as Jinja2's own filter is. */
  private static Value htmlJson(Value in, Signature.Bound a, Evaluation run) {
    String indent = indent(a.value("indent"));
    Text json =
        new JsonText(indent, indent == null ? ", " : ",", ": ", true, true).write(run.settled(in));
    for (String c : List.of("<", ">", "&", "'")) {
      Text code = Text.plain(String.format("\\u%04x", (int) c.charAt(0)));
      json = Texts.replace(json, Text.plain(c), code, -1);
    }
    return Value.of(json);
  }

  private static Text string(Value in, String filter) {
    if (Numbers.defined(in) instanceof Value.Str str) {
      return str.text();
    }
    throw Fault.of("The filter \"" + filter + "\" needs a string, not " + Messages.aType(in) + ".");
  }

  private static Value fromJson(Value in) {
    Text text = string(in, "from_json");
    try {
      Value parsed = Json.parse(text.reveal(), "the text");
      return text.hasSecret() ? Secrets.mark(parsed) : Secrets.withoutOrigin(parsed);
    } catch (ProvisionException e) {
      throw Fault.of(
          text.hasSecret()
              ? "The filter \"from_json\" got a secret that is no JSON."
              : "The filter \"from_json\" got no JSON: " + e.problem().detail());
    }
  }

  private static final String END = "\n...\n";

  /** Without the mark of the document's end, which Ansible's writer leaves out. */
  private static Value toYaml(Value in, boolean nice, Map<String, Value> options, Evaluation run) {
    Text text = run.controller().toYaml(run.settled(in), nice, options);
    int length = text.reveal().length();
    boolean marked = text.reveal().endsWith(END) && !options.containsKey("explicit_end");
    return Value.of(marked ? text.slice(0, length - END.length() + 1) : text);
  }

  private static Value toNiceYaml(Value in, Signature.Bound a, Evaluation run) {
    Map<String, Value> options = new LinkedHashMap<>(a.options());
    if (!a.isNone("indent")) {
      options.put("indent", a.value("indent"));
    }
    return toYaml(in, true, options, run);
  }

  private static Value fromYaml(Value in, Evaluation run, boolean all) {
    if (!(Numbers.defined(in) instanceof Value.Str str)) {
      return in;
    }
    try {
      Controller controller = run.controller();
      Value read = all ? controller.fromYamlAll(str.text()) : controller.fromYaml(str.text());
      return str.hasSecret() ? Secrets.mark(read) : Secrets.withoutOrigin(read);
    } catch (ProvisionException e) {
      throw Fault.of(
          str.hasSecret()
              ? "The filter \"from_yaml\" got a secret that is no YAML."
              : "The filter \"from_yaml\" got no YAML: " + e.problem().detail());
    }
  }

  // Bytes

  private static Charset charset(String name) {
    try {
      String plain = name.toLowerCase(Locale.ROOT).replace('_', '-');
      return plain.startsWith("latin-")
          ? Charset.forName("latin" + plain.substring(6))
          : Charset.forName(name);
    } catch (UnsupportedCharsetException | java.nio.charset.IllegalCharsetNameException e) {
      throw Fault.of("There is no encoding \"" + name + "\".");
    }
  }

  private static Value encode(Value in, String encoding) {
    Text text = Printing.str(Numbers.defined(in));
    byte[] bytes = text.reveal().getBytes(charset(encoding));
    return Value.of(Texts.like(text, Base64.getEncoder().encodeToString(bytes)));
  }

  private static Value decode(Value in, String encoding) {
    Text text = Printing.str(Numbers.defined(in));
    String clean = text.reveal().replaceAll("[^A-Za-z0-9+/=]", "");
    try {
      byte[] bytes = Base64.getDecoder().decode(clean);
      return Value.of(Texts.like(text, new String(bytes, charset(encoding))));
    } catch (IllegalArgumentException e) {
      throw Fault.of("The filter \"b64decode\" got no base64.");
    }
  }

  private static final Map<String, String> DIGESTS =
      Map.ofEntries(
          Map.entry("md5", "MD5"),
          Map.entry("sha1", "SHA-1"),
          Map.entry("sha224", "SHA-224"),
          Map.entry("sha256", "SHA-256"),
          Map.entry("sha384", "SHA-384"),
          Map.entry("sha512", "SHA-512"),
          Map.entry("sha512_224", "SHA-512/224"),
          Map.entry("sha512_256", "SHA-512/256"),
          Map.entry("sha3_224", "SHA3-224"),
          Map.entry("sha3_256", "SHA3-256"),
          Map.entry("sha3_384", "SHA3-384"),
          Map.entry("sha3_512", "SHA3-512"));

  private static Value hash(Value in, String type) {
    Text text = Printing.str(Numbers.defined(in));
    String algorithm = DIGESTS.get(type);
    if (algorithm == null) {
      throw Fault.of(
          "There is no hash \"" + type + "\"." + Messages.didYouMean(type, DIGESTS.keySet()));
    }
    byte[] digest = digest(algorithm, text.reveal().getBytes(StandardCharsets.UTF_8));
    return Value.of(Texts.like(text, HexFormat.of().formatHex(digest)));
  }

  static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What it gives is a secret whether its input was marked or not. */
  private static Value passwordHash(Value in, Signature.Bound a, Evaluation run) {
    Text password = string(in, "password_hash");
    Crypt.Kind kind = Crypt.kind(a.text("hashtype"));
    String salt = a.isNone("salt") ? "" : a.text("salt");
    if (salt.isEmpty()) {
      int size = a.isNone("salt_size") ? kind.saltSize() : a.integer("salt_size");
      salt = Crypt.salt(size, run.controller().random());
    }
    int rounds = a.isNone("rounds") ? kind.rounds() : a.integer("rounds");
    return Value.of(Text.secret(Crypt.hash(kind, password.reveal(), salt, rounds)));
  }

  private static Value uuid(Value in, Signature.Bound a) {
    Text text = Printing.str(Numbers.defined(in));
    UUID space;
    try {
      space = UUID.fromString(a.text("namespace"));
    } catch (IllegalArgumentException e) {
      throw Fault.of("The namespace of the filter \"to_uuid\" is no UUID.");
    }
    byte[] name = text.reveal().getBytes(StandardCharsets.UTF_8);
    ByteBuffer both = ByteBuffer.allocate(16 + name.length);
    both.putLong(space.getMostSignificantBits()).putLong(space.getLeastSignificantBits()).put(name);
    ByteBuffer digest = ByteBuffer.wrap(digest("SHA-1", both.array()));
    long high = digest.getLong() & ~0xf000L | 0x5000L;
    long low = digest.getLong() & 0x3fffffffffffffffL | 0x8000000000000000L;
    return Value.of(Texts.like(text, new UUID(high, low).toString()));
  }

  private static Value randomMac(Value in, Signature.Bound a, Evaluation run) {
    String prefix = string(in, "random_mac").reveal().toLowerCase(Locale.ROOT);
    List<String> parts = new ArrayList<>(List.of(prefix.split(":")));
    boolean wrong = parts.size() > 5 || parts.stream().anyMatch(p -> !p.matches("[0-9a-f]{2}"));
    if (wrong) {
      throw Fault.of("The filter \"random_mac\" needs 1 to 5 bytes such as \"52:54:00\".");
    }
    PythonRandom random =
        a.isNone("seed")
            ? PythonRandom.any(run.controller().random())
            : PythonRandom.seeded(a.value("seed"));
    while (parts.size() < 6) {
      parts.add(String.format("%02x", random.below(256)));
    }
    return Value.of(String.join(":", parts));
  }
}
