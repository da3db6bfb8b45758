package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Filters about URLs. */
final class Urls {

  private Urls() {}

  static Value encode(Value in, Evaluation run) {
    Numbers.defined(in);
    Optional<Value.Dict> dict = run.dict(in);
    List<Value> pairs = null;
    if (dict.isPresent()) {
      pairs = DictMethods.items(dict.get()).items();
    } else if (in instanceof Value.Seq seq) {
      pairs = seq.items();
    }
    if (pairs == null) {
      return Value.of(quote(Printing.str(in), "/", false));
    }
    List<Text> parts = new ArrayList<>();
    for (Value pair : pairs) {
      List<Value> two = Walking.items(pair);
      if (two.size() != 2) {
        throw Fault.of("The filter \"urlencode\" needs pairs in a list.");
      }
      parts.add(
          quote(Printing.str(two.get(0)), "", true)
              .plus(Text.plain("="))
              .plus(quote(Printing.str(two.get(1)), "", true)));
    }
    return Value.of(Texts.join(Text.plain("&"), parts));
  }

  private static Text quote(Text text, String safe, boolean plusForBlank) {
    Text.Builder out = new Text.Builder();
    for (Text one : Texts.characters(text)) {
      String c = one.reveal();
      if (c.equals(" ") && plusForBlank) {
        out.append(Texts.like(one, "+"));
      } else if (c.matches("[A-Za-z0-9_.~-]") || safe.contains(c)) {
        out.append(one);
      } else {
        StringBuilder code = new StringBuilder();
        for (byte b : c.getBytes(StandardCharsets.UTF_8)) {
          code.append(String.format("%%%02X", b & 0xff));
        }
        out.append(Texts.like(one, code.toString()));
      }
    }
    return out.build();
  }

  static Value decode(Value in) {
    Text text = Printing.str(Numbers.defined(in));
    try {
      return Value.of(Texts.like(text, URLDecoder.decode(text.reveal(), StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      throw Fault.of("The filter \"urldecode\" got a \"%\" without two digits.");
    }
  }

  static Value split(Value in, String wanted) {
    Text text = Printing.str(Numbers.defined(in));
    Map<String, Value> parts = parts(text);
    if (wanted.isEmpty()) {
      return Value.dict(parts);
    }
    Value part = parts.get(wanted);
    if (part == null) {
      throw Fault.of(
          "The filter \"urlsplit\" has no part \""
              + wanted
              + "\"."
              + Messages.didYouMean(wanted, parts.keySet()));
    }
    return part;
  }

  private static Map<String, Value> parts(Text url) {
    String rest = url.reveal();
    int hash = rest.indexOf('#');
    String fragment = hash < 0 ? "" : rest.substring(hash + 1);
    rest = hash < 0 ? rest : rest.substring(0, hash);
    int question = rest.indexOf('?');
    String query = question < 0 ? "" : rest.substring(question + 1);
    rest = question < 0 ? rest : rest.substring(0, question);
    int colon = rest.indexOf(':');
    boolean hasScheme = colon > 0 && rest.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]*");
    String scheme = hasScheme ? rest.substring(0, colon).toLowerCase(Locale.ROOT) : "";
    rest = hasScheme ? rest.substring(colon + 1) : rest;
    String net = "";
    if (rest.startsWith("//")) {
      int slash = rest.indexOf('/', 2);
      net = slash < 0 ? rest.substring(2) : rest.substring(2, slash);
      rest = slash < 0 ? "" : rest.substring(slash);
    }
    Map<String, Value> parts = new LinkedHashMap<>();
    parts.put("fragment", part(fragment, url));
    host(net, url, parts);
    parts.put("netloc", part(net, url));
    parts.put("path", part(rest, url));
    parts.put("query", part(query, url));
    parts.put("scheme", part(scheme, url));
    return parts;
  }

  private static Value part(String part, Text url) {
    return Value.of(Texts.like(url, part));
  }

  private static void host(String net, Text url, Map<String, Value> parts) {
    int at = net.lastIndexOf('@');
    String account = at < 0 ? "" : net.substring(0, at);
    String host = net.substring(at + 1);
    int colon = host.indexOf(':', Math.max(0, host.indexOf(']')));
    String name = colon < 0 ? host : host.substring(0, colon);
    String port = colon < 0 ? "" : host.substring(colon + 1);
    name = name.startsWith("[") ? name.replaceAll("[\\[\\]]", "") : name;
    int separator = account.indexOf(':');
    boolean hasPassword = separator >= 0;
    String user = hasPassword ? account.substring(0, separator) : account;
    parts.put("hostname", name.isEmpty() ? Value.NULL : part(name.toLowerCase(Locale.ROOT), url));
    parts.put("password", hasPassword ? part(account.substring(separator + 1), url) : Value.NULL);
    parts.put("port", port.matches("\\d{1,5}") ? Value.of(Long.parseLong(port)) : Value.NULL);
    parts.put("username", at < 0 ? Value.NULL : part(user, url));
  }
}
