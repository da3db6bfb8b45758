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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is below a folder, the folder itself left out, counted by type, mode and owners. The answer
 * is short however big the tree; what is no folder has nothing below it.
 */
public record TreeProbe(String path) implements Probe<TreeGroups> {

  private static final Pattern LINE =
      Pattern.compile("\\s*(\\d{1,18}) ([0-9a-f]{1,8}):(\\d{1,18}):(.*):(\\d{1,18}):(.*)");

  @Override
  public Text script() {
    return Text.plain(
        "if [ -d "
            + Sh.quote(path)
            + " ]; then\n  cd "
            + Sh.quote(path)
            + " && find . ! -name . -exec stat -c '%f:%u:%U:%g:%G' {} + | sort | uniq -c\nfi\necho end\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.tree(path));
  }

  @Override
  public boolean isCostly() {
    return true;
  }

  @Override
  public TreeGroups decode(FrameResult result) {
    List<TreeGroup> groups = new ArrayList<>();
    List<String> lines = result.out().lines().toList();
    if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("end")) {
      throw new ProvisionException(
          ErrorCode.MODULE_FAILED,
          "The host did not tell what is below " + path + ": " + result.err().strip());
    }
    for (String line : lines) {
      Matcher m = LINE.matcher(line);
      if (m.matches()) {
        int raw = (int) Long.parseLong(m.group(2), 16);
        groups.add(
            new TreeGroup(
                FileType.ofRawMode(raw),
                new Mode(raw & 07777),
                new Owner(m.group(4), Long.parseLong(m.group(3))),
                new Owner(m.group(6), Long.parseLong(m.group(5))),
                Long.parseLong(m.group(1))));
      }
    }
    return new TreeGroups(groups);
  }

  /** What was told stays true until something below is changed. */
  @Override
  public Known<TreeGroups> answer(HostModel model) {
    FileModel files = FileModel.of(model);
    String real = files.canonical(path);
    Known<TreeGroups> told = model.fact(FileModel.treeFact(real), TreeGroups.class);
    if (told.isKnown()) {
      return told;
    }
    Known<FileNode> node = files.node(real);
    if (!node.isKnown()) {
      return Known.unknown();
    }
    if (node.get().type() != FileType.DIRECTORY) {
      return Known.of(TreeGroups.NONE);
    }
    return model.isClosed() || node.get().complete() ? counted(files, real) : Known.unknown();
  }

  private static Known<TreeGroups> counted(FileModel files, String folder) {
    Map<TreeGroup, Long> counts = new LinkedHashMap<>();
    for (String below : files.below(folder)) {
      FileNode node = files.node(below).get();
      Optional<FileStat> stat = node.stat();
      if (stat.isEmpty() || node.type() == FileType.DIRECTORY && !files.isWhole(node)) {
        return Known.unknown();
      }
      if (node.exists()) {
        FileStat s = stat.get();
        counts.merge(new TreeGroup(s.type(), s.mode(), s.owner(), s.group(), 0), 1L, Long::sum);
      }
    }
    List<TreeGroup> groups = new ArrayList<>();
    counts.forEach(
        (g, count) -> groups.add(new TreeGroup(g.type(), g.mode(), g.owner(), g.group(), count)));
    return Known.of(new TreeGroups(groups));
  }

  @Override
  public void learn(HostModel model, TreeGroups answer) {
    model.put(FileModel.treeFact(FileModel.of(model).canonical(path)), answer);
  }
}
