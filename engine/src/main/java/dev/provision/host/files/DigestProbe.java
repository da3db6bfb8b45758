package dev.provision.host.files;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The digest of what is in a regular file, as hex digits; nothing for all else and for what the
 * account may not read.
 *
 * @param path absolute; a link is followed
 */
public record DigestProbe(String path, Algorithm algorithm) implements Probe<Optional<String>> {

  private static final Pattern HEX = Pattern.compile("^(?:[^=]*= ?)?([0-9a-f]{32,128})\\b");

  /** The algorithms that hosts have tools for. */
  public enum Algorithm {
    MD5("MD5"),
    SHA1("SHA-1"),
    SHA224("SHA-224"),
    SHA256("SHA-256"),
    SHA384("SHA-384"),
    SHA512("SHA-512");

    private final String javaName;

    Algorithm(String javaName) {
      this.javaName = javaName;
    }

    private String tool() {
      return name().toLowerCase(Locale.ROOT) + "sum";
    }
  }

  @Override
  public Text script() {
    return Text.plain(
        "f="
            + Sh.quote(path)
            + "\nif [ -f \"$f\" ] && [ -r \"$f\" ]; then\n  "
            + algorithm.tool()
            + " <\"$f\" 2>/dev/null || openssl dgst -"
            + algorithm.name().toLowerCase(Locale.ROOT)
            + " <\"$f\"\nelse\n  echo none\nfi\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.file(path));
  }

  @Override
  public Optional<String> decode(FrameResult result) {
    String out = result.out().strip();
    if (out.equals("none")) {
      return Optional.empty();
    }
    Matcher hex = HEX.matcher(out);
    if (!result.succeeded() || !hex.find()) {
      throw new ProvisionException(
          ErrorCode.MODULE_FAILED,
          "The host has no tool that tells the " + algorithm.javaName + " digest of " + path + ".");
    }
    return Optional.of(hex.group(1));
  }

  @Override
  public Known<Optional<String>> answer(HostModel model) {
    Known<FileNode> node = FileModel.of(model).followed(path);
    if (!node.isKnown()) {
      return Known.unknown();
    }
    if (node.get().type() != FileType.FILE) {
      return Known.of(Optional.empty());
    }
    Optional<byte[]> bytes = node.get().content().flatMap(FileContent::reveal);
    return bytes.isEmpty()
        ? Known.unknown()
        : Known.of(bytes.map(b -> FileContent.digest(algorithm.javaName, b)));
  }

  /** A digest alone tells the model nothing that it could answer other questions from. */
  @Override
  public void learn(HostModel model, Optional<String> answer) {
    // Nothing to keep.
  }
}
