package dev.provision.module.files;

import dev.provision.host.files.FileContent;
import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Marks in a file's old content what is likely to be an older secret: a host does not say what is
 * secret in its files, but the new content does.
 */
final class SecretLines {

  private SecretLines() {}

  /**
   * The old content with marks. A line that begins like a new line with a secret in it is marked
   * from where the secret begins; where a new secret line has no such beginning, every old line
   * that is not also a new open one is marked.
   */
  static FileContent marked(FileContent old, FileContent wanted) {
    Optional<Text> oldText = old.text();
    if (!wanted.hasSecret() || oldText.isEmpty() || old.hasSecret()) {
      return old;
    }
    List<Text> lines = TextLines.split(wanted.text().orElseThrow());
    Set<String> open = new HashSet<>();
    List<String> beginnings = new ArrayList<>();
    boolean markAll = false;
    for (Text line : lines) {
      if (!line.hasSecret()) {
        open.add(line.reveal());
        continue;
      }
      String beginning = line.reveal().substring(0, line.secrets().get(0).start());
      if (beginning.isBlank()) {
        markAll = true;
      } else {
        beginnings.add(beginning);
      }
    }
    Text.Builder marked = new Text.Builder();
    for (Text line : TextLines.split(oldText.get())) {
      marked.append(
          open.contains(line.reveal()) ? line : marked(line.reveal(), beginnings, markAll));
    }
    return FileContent.of(marked.build());
  }

  private static Text marked(String line, List<String> beginnings, boolean markAll) {
    for (String beginning : beginnings) {
      if (line.startsWith(beginning)) {
        return secretFrom(line, beginning.length());
      }
    }
    return markAll ? secretFrom(line, 0) : Text.plain(line);
  }

  private static Text secretFrom(String line, int start) {
    int end = line.endsWith("\n") ? line.length() - 1 : line.length();
    if (start >= end) {
      return Text.plain(line);
    }
    return Text.plain(line.substring(0, start))
        .plus(Text.secret(line.substring(start, end)))
        .plus(Text.plain(line.substring(end)));
  }
}
