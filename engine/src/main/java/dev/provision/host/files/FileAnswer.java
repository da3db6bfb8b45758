package dev.provision.host.files;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Reads what {@link FileProbe}'s script printed: lines, then perhaps raw bytes. */
final class FileAnswer {

  private final String path;
  private final byte[] bytes;
  private int at;

  private String folder = "";
  private String real = "";
  private FileStat stat = FileStat.ABSENT;
  private boolean readable = true;
  private boolean described;
  private String sha256 = "";
  private long size;
  private Optional<byte[]> content = Optional.empty();

  private FileAnswer(String path, byte[] bytes) {
    this.path = path;
    this.bytes = bytes;
    this.real = path;
  }

  static FileAnswer parse(String path, FrameResult result) {
    FileAnswer answer = new FileAnswer(path, result.stdout());
    if (result.status() != FrameResult.Status.ENDED) {
      throw answer.unreadable(result.status().toString());
    }
    while (answer.at < answer.bytes.length && answer.content.isEmpty()) {
      answer.line(answer.nextLine());
    }
    if (!answer.described) {
      throw answer.unreadable(result.err().strip());
    }
    return answer;
  }

  private ProvisionException unreadable(String why) {
    return new ProvisionException(
        ErrorCode.MODULE_FAILED, "The host did not tell what stands at " + path + ": " + why);
  }

  private String nextLine() {
    int end = at;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    String line = new String(bytes, at, end - at, StandardCharsets.UTF_8);
    at = Math.min(end + 1, bytes.length);
    return line;
  }

  private void line(String line) {
    int blank = line.indexOf(' ');
    String rest = blank < 0 ? "" : line.substring(blank + 1);
    switch (blank < 0 ? line : line.substring(0, blank)) {
      case "folder" -> folder = rest;
      case "real" -> real = rest;
      case "stat" -> stat(rest.strip().split(" "));
      case "ls" -> listing(rest.strip().split(" +"));
      case "link" -> stat = withTarget(rest);
      case "absent" -> described = true;
      case "denied" ->
          throw new ProvisionException(
              ErrorCode.PERMISSION_DENIED,
              "The account may not look at " + path + ". Does the task need \"become: true\"?");
      case "unreadable" -> readable = false;
      case "sha256" -> digest(rest.strip().split(" +"));
      case "content" -> content = Optional.of(Arrays.copyOfRange(bytes, at, bytes.length));
      default -> {
        // A line of somebody's rc file or a second line of an odd link: no answer of ours.
      }
    }
  }

  private void stat(String[] f) {
    String owner = nextLine();
    String group = nextLine();
    if (f.length < 10) {
      return;
    }
    int raw = (int) number(f[0], 16);
    stat =
        new FileStat(
            FileType.ofRawMode(raw),
            new Mode(raw & 07777),
            named(owner, number(f[1], 10)),
            named(group, number(f[2], 10)),
            number(f[3], 10),
            "",
            Optional.of(
                new FileStat.Detail(
                    number(f[5], 10),
                    number(f[6], 10),
                    number(f[4], 10),
                    number(f[7], 10),
                    number(f[8], 10),
                    number(f[9], 10))));
    described = true;
  }

  private void listing(String[] f) {
    if (f.length < 5 || f[0].length() < 10) {
      return;
    }
    long user = number(f[2], 10);
    long group = number(f[3], 10);
    stat =
        new FileStat(
            FileType.ofLetter(f[0].charAt(0)),
            Permissions.parse(f[0].substring(1, 10)),
            new Owner(Long.toString(user), user),
            new Owner(Long.toString(group), group),
            number(f[4], 10),
            "",
            Optional.empty());
    described = true;
  }

  private static Owner named(String name, long id) {
    return new Owner(name.isEmpty() || name.equals("UNKNOWN") ? Long.toString(id) : name, id);
  }

  private FileStat withTarget(String target) {
    return new FileStat(
        stat.type(), stat.mode(), stat.owner(), stat.group(), stat.size(), target, stat.detail());
  }

  private void digest(String[] f) {
    if (f.length == 2) {
      sha256 = f[0];
      size = number(f[1], 10);
    } else if (f.length == 1) {
      size = number(f[0], 10);
    }
  }

  private static long number(String digits, int radix) {
    try {
      return Long.parseLong(digits, radix);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  FileSeen seen(Optional<FileContent> expected) {
    boolean isFile = stat.type() == FileType.FILE;
    return new FileSeen(
        stat, isFile ? contentOf(expected) : Optional.empty(), readable, folder, real);
  }

  private Optional<FileContent> contentOf(Optional<FileContent> expected) {
    if (content.isPresent()) {
      FileContent sent = FileContent.of(content.get());
      return Optional.of(expected.filter(sent::equals).orElse(sent));
    }
    if (sha256.length() != 64) {
      return Optional.empty();
    }
    FileContent known = FileContent.digestOnly(sha256, size);
    return Optional.of(expected.filter(known::equals).orElse(known));
  }
}
