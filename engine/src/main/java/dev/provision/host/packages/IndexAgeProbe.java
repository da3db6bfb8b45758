package dev.provision.host.packages;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.value.Text;
import java.util.Set;

/**
 * How many seconds ago the package index was fetched, by the host's own clock; very many where
 * never.
 */
public record IndexAgeProbe() implements Probe<Long> {

  static final Resource INDEX = new Resource("package-index", PackageManager.APT.name());

  /** Longer than any cache is valid. */
  public static final long NEVER = Integer.MAX_VALUE;

  @Override
  public Text script() {
    return Text.plain(
        """
        n=$(date +%s) t=0
        for f in /var/lib/apt/periodic/update-success-stamp /var/lib/apt/lists; do
          m=$(stat -c %Y "$f" 2>/dev/null) && [ "$m" -gt "$t" ] && t=$m
        done
        ls /var/lib/apt/lists/*_*Release >/dev/null 2>&1 || t=0
        echo "age $((n - t)) $t"
        """);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(INDEX);
  }

  @Override
  public Long decode(FrameResult result) {
    String[] words = result.out().strip().split(" ");
    try {
      if (words.length == 3 && words[0].equals("age")) {
        return words[2].equals("0") ? NEVER : Long.parseLong(words[1]);
      }
    } catch (NumberFormatException e) {
      // The same as any other nonsense.
    }
    throw new ProvisionException(
        ErrorCode.MODULE_FAILED,
        "The host did not tell the age of its package index: " + result.err().strip());
  }

  @Override
  public Known<Long> answer(HostModel model) {
    Known<Long> known = model.fact(INDEX, Long.class);
    return !known.isKnown() && model.isClosed() ? Known.of(NEVER) : known;
  }

  @Override
  public void learn(HostModel model, Long answer) {
    model.put(INDEX, answer);
  }
}
