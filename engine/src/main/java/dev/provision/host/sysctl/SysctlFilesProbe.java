package dev.provision.host.sysctl;

import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileModel;
import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All settings in the files that are loaded at boot; /etc/sysctl.conf's link in sysctl.d is left
 * out.
 */
public record SysctlFilesProbe() implements Probe<SysctlFiles> {

  private static final Resource FACT = new Resource("sysctl-files", "*");
  private static final String SCRIPT =
      """
      p() {
        printf 'file %s\\n' "$1"
        grep -n '^[[:space:]]*[^#;[:space:]]' "$1" 2>/dev/null
      }
      for d in FOLDERS; do
        if [ "$d" = /lib/sysctl.d ] && [ -L /lib ]; then continue; fi
        for f in "$d"/*.conf; do
          if [ -f "$f" ] && [ "$(readlink -f "$f")" != MAIN ]; then p "$f"; fi
        done
      done
      if [ -f MAIN ]; then p MAIN; fi
      true
      """
          .replace("FOLDERS", String.join(" ", SysctlFiles.FOLDERS))
          .replace("MAIN", SysctlFiles.MAIN);

  @Override
  public Text script() {
    return Text.plain(SCRIPT);
  }

  @Override
  public Set<Resource> reads() {
    Set<Resource> reads = new LinkedHashSet<>();
    SysctlFiles.FOLDERS.forEach(folder -> reads.add(Resource.tree(folder)));
    reads.add(Resource.file(SysctlFiles.MAIN));
    return reads;
  }

  @Override
  public SysctlFiles decode(FrameResult result) {
    Map<String, List<SysctlFiles.Entry>> files = new LinkedHashMap<>();
    List<SysctlFiles.Entry> current = new ArrayList<>();
    for (String line : result.out().split("\n", -1)) {
      if (line.startsWith("file ")) {
        current = new ArrayList<>();
        files.put(line.substring("file ".length()), current);
      } else {
        numbered(line).ifPresent(current::add);
      }
    }
    return new SysctlFiles(files);
  }

  private static Optional<SysctlFiles.Entry> numbered(String line) {
    int colon = line.indexOf(':');
    boolean isNumber =
        colon > 0 && colon < 9 && line.chars().limit(colon).allMatch(c -> c >= '0' && c <= '9');
    return isNumber
        ? SysctlFiles.entry(Integer.parseInt(line.substring(0, colon)), line.substring(colon + 1))
        : Optional.empty();
  }

  /** What was told before, with the files that were changed since. */
  @Override
  public Known<SysctlFiles> answer(HostModel model) {
    Known<SysctlFiles> told = model.fact(FACT, SysctlFiles.class);
    if (!told.isKnown() && !model.isClosed()) {
      return Known.unknown();
    }
    SysctlFiles files = told.isKnown() ? told.get() : new SysctlFiles(Map.of());
    for (Map.Entry<String, Optional<FileContent>> known :
        FileModel.of(model).regularFiles().entrySet()) {
      if (SysctlFiles.isLoaded(known.getKey())) {
        Optional<FileContent> content = known.getValue();
        if (content.isPresent() && content.get().text().isEmpty()) {
          return Known.unknown();
        }
        files = files.with(known.getKey(), content.flatMap(FileContent::text).map(Text::reveal));
      }
    }
    return Known.of(files);
  }

  @Override
  public void learn(HostModel model, SysctlFiles answer) {
    model.put(FACT, answer);
  }
}
