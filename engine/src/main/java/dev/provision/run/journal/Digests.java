package dev.provision.run.journal;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Puts keyed digests in the place of secrets: equal secrets can be told to be equal, and nothing
 * else. The key never leaves this machine.
 */
public final class Digests {

  private static final int KEY_BYTES = 32;
  private static final String MARK = "digest:";

  private final byte[] key;

  Digests(byte[] key) {
    this.key = key.clone();
  }

  /** With the key that {@code folder} holds, made where there is none. */
  static Digests in(Path folder) {
    Path file = folder.resolve("digest-key");
    try {
      if (!Files.exists(file)) {
        byte[] fresh = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(fresh);
        Path draft =
            Files.createTempFile(
                folder,
                "digest-key",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(draft, fresh);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return new Digests(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.JOURNAL_UNUSABLE, "The key [" + file + "] can't be had: " + e);
    }
  }

  /** The same value without secrets. */
  public Value.Dict clean(Value.Dict dict) {
    Map<Value, Value> entries = new LinkedHashMap<>();
    dict.entries().forEach((k, v) -> entries.put(clean(k), clean(v)));
    return Value.dictOf(entries);
  }

  Value clean(Value value) {
    if (!value.hasSecret()) {
      return value;
    }
    if (value instanceof Value.Dict dict) {
      return clean(dict);
    }
    if (value instanceof Value.Seq seq) {
      List<Value> items = seq.items().stream().map(this::clean).toList();
      return Value.list(items);
    }
    if (value instanceof Value.Str str) {
      return Value.of(clean(str.text()));
    }
    if (value instanceof Value.Int number) {
      return Value.of(clean(number.text()));
    }
    return Value.of(Text.MASK);
  }

  /** Each secret range as its own digest. */
  private String clean(Text text) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (Text.Span span : text.secrets()) {
      out.append(text.reveal(), at, span.start());
      out.append(digest(text.reveal().substring(span.start(), span.end())));
      at = span.end();
    }
    return out.append(text.reveal().substring(at)).toString();
  }

  public String digest(String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      byte[] hash = mac.doFinal(secret.getBytes(StandardCharsets.UTF_8));
      return MARK + HexFormat.of().formatHex(hash, 0, 16);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no HmacSHA256", e);
    }
  }
}
