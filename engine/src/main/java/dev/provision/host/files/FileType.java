package dev.provision.host.files;

/** What stands at a path. */
public enum FileType {
  ABSENT,
  FILE,
  DIRECTORY,
  LINK,
  CHARACTER,
  BLOCK,
  FIFO,
  SOCKET;

  private static final int MASK = 0170000;

  /** The type bits of {@code st_mode}. */
  static FileType ofRawMode(int raw) {
    return switch (raw & MASK) {
      case 0040000 -> DIRECTORY;
      case 0120000 -> LINK;
      case 0020000 -> CHARACTER;
      case 0060000 -> BLOCK;
      case 0010000 -> FIFO;
      case 0140000 -> SOCKET;
      default -> FILE;
    };
  }

  /** The first letter of {@code ls -l}. */
  static FileType ofLetter(char letter) {
    return switch (letter) {
      case 'd' -> DIRECTORY;
      case 'l' -> LINK;
      case 'c' -> CHARACTER;
      case 'b' -> BLOCK;
      case 'p' -> FIFO;
      case 's' -> SOCKET;
      default -> FILE;
    };
  }

  /** As Ansible's results call it. */
  public String word() {
    return switch (this) {
      case ABSENT -> "absent";
      case FILE -> "file";
      case DIRECTORY -> "directory";
      case LINK -> "link";
      case CHARACTER -> "char";
      case BLOCK -> "block";
      case FIFO -> "fifo";
      case SOCKET -> "socket";
    };
  }
}
