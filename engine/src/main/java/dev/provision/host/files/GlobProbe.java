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
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whether anything fits a path in which {@code *}, {@code ?} and {@code [a-z]} stand for others.
 *
 * @param pattern absolute
 */
public record GlobProbe(String pattern) implements Probe<Boolean> {

  private static final Pattern SPECIAL = Pattern.compile("[*?\\[]");

  @Override
  public Text script() {
    return Text.plain(
        "for f in "
            + unquotedGlob()
            + "; do\n  if [ -e \"$f\" ] || [ -L \"$f\" ]; then echo yes; exit 0; fi\ndone\necho no\n");
  }

  private String unquotedGlob() {
    StringBuilder out = new StringBuilder();
    for (char c : pattern.toCharArray()) {
      boolean isPlain = "*?[]!-".indexOf(c) >= 0;
      out.append(isPlain ? String.valueOf(c) : Sh.quote(String.valueOf(c)));
    }
    return out.toString();
  }

  private boolean isGlob() {
    return SPECIAL.matcher(pattern).find();
  }

  @Override
  public Set<Resource> reads() {
    String known = isGlob() ? pattern.substring(0, firstSpecial()) : pattern;
    return isGlob()
        ? Set.of(Resource.tree(HostPath.normal(HostPath.parent(known))))
        : Set.of(Resource.file(HostPath.normal(pattern)));
  }

  private int firstSpecial() {
    var matcher = SPECIAL.matcher(pattern);
    return matcher.find() ? matcher.start() : pattern.length();
  }

  @Override
  public Boolean decode(FrameResult result) {
    return switch (result.out().strip()) {
      case "yes" -> true;
      case "no" -> false;
      default ->
          throw new ProvisionException(
              ErrorCode.MODULE_FAILED,
              "The host did not tell whether " + pattern + " exists: " + result.err().strip());
    };
  }

  @Override
  public Known<Boolean> answer(HostModel model) {
    if (isGlob()) {
      return Known.unknown();
    }
    return FileModel.of(model).node(HostPath.normal(pattern)).map(FileNode::exists);
  }

  @Override
  public void learn(HostModel model, Boolean answer) {
    if (!answer && !isGlob()) {
      FileModel.of(model).put(HostPath.normal(pattern), FileNode.ABSENT);
    }
  }
}
