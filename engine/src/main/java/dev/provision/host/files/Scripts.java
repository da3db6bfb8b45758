package dev.provision.host.files;

import dev.provision.host.Sh;
import dev.provision.host.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shell text that several steps share. {@code $f} is the file, {@code $d} its folder, {@code $t}
 * the temporary file beside it.
 */
final class Scripts {

  private Scripts() {}

  /**
   * Makes the temporary file; it goes away however the step ends, and a former one's leftover does
   * too.
   */
  static String temporary(String path) {
    String prefix = PutFile.temporaryPrefix(path);
    return variables(path)
        + """
        [ -d "$d" ] || { echo "The folder $d does not exist" >&2; exit 1; }
        if [ -d "$f" ] && [ ! -L "$f" ]; then echo "$f is a folder" >&2; exit 1; fi
        umask 077
        rm -f "$d"/PREFIX??????
        t=$(mktemp "$d/PREFIXXXXXXX") || exit 1
        trap 'rm -f "$t"' EXIT
        trap 'exit 143' HUP INT TERM
        """
            .replace("PREFIX??", prefix + "??")
            .replace("PREFIXXX", prefix + "XX");
  }

  static String variables(String path) {
    return "f=" + Sh.quote(path) + " d=" + Sh.quote(HostPath.parent(path)) + "\n";
  }

  /**
   * Gives the temporary file what the old one has: owner, mode, label, ACL, extended attributes.
   * Where cp can't, what stat tells and setfacl takes.
   */
  static final String KEEP_ATTRIBUTES =
      """
      if [ -f "$f" ] && [ ! -L "$f" ]; then
        cp --attributes-only --preserve=all "$f" "$t" 2>/dev/null || {
          chown "$(stat -c %u:%g "$f")" "$t" 2>/dev/null
          chmod "$(stat -c %a "$f")" "$t" || exit 1
          if command -v getfacl >/dev/null 2>&1 && command -v setfacl >/dev/null 2>&1; then
            getfacl -p "$f" 2>/dev/null | setfacl --set-file=- "$t" || exit 1
          fi
        }
      fi
      """;

  static final String BACKUP =
      """
      if [ -e "$f" ]; then
        b="$f.$$.$(date '+%Y-%m-%d@%H:%M:%S')~"
        cp -p "$f" "$b" || exit 1
        printf 'backup %s\\n' "$b"
      fi
      """;

  /** A bind-mounted file can't be renamed over (EBUSY): it is written in place, as Ansible does. */
  static final String RENAME =
      """
      sync "$t" 2>/dev/null
      new=; [ -e "$f" ] || new=1
      if [ -L "$f" ] && [ -d "$f" ]; then rm -f "$f" || exit 1; fi
      if ! m=$(mv -f "$t" "$f" 2>&1); then
        case $m in
          *busy*) cat "$t" >"$f" && chmod "$(stat -c %a "$t")" "$f" || exit 1;;
          *) printf '%s\\n' "$m" >&2; exit 1;;
        esac
      fi
      if [ -n "$new" ] && [ -e /sys/fs/selinux/enforce ] && command -v restorecon >/dev/null 2>&1; then
        restorecon "$f" 2>/dev/null
      fi
      trap - EXIT
      rm -f "$t"
      """;

  /** Five digits: with four, GNU chmod keeps a folder's setgid bit. */
  static String exact(Mode mode) {
    return "0" + mode;
  }

  static String owners(String quotedPath, Optional<String> owner, Optional<String> group) {
    return owners("chown", quotedPath, owner, group);
  }

  static String owners(
      String chown, String quotedPath, Optional<String> owner, Optional<String> group) {
    if (owner.isEmpty() && group.isEmpty()) {
      return "";
    }
    String spec = owner.orElse("") + group.map(g -> ":" + g).orElse("");
    return chown + " " + Sh.quote(spec) + " " + quotedPath + " || exit 1\n";
  }

  /**
   * The user's check of the new file; {@code %s} stands for it. Run without a shell's expansions.
   */
  static String validated(String command) {
    List<String> words = new ArrayList<>();
    for (String word : ShellWords.split(command)) {
      List<String> pieces = new ArrayList<>();
      for (String piece : word.split("%s", -1)) {
        pieces.add(piece.isEmpty() ? "" : Sh.quote(piece));
      }
      words.add(String.join("\"$t\"", pieces));
    }
    return "if ! m=$("
        + String.join(" ", words)
        + " 2>&1 </dev/null); then\n"
        + "  printf 'The new file was not accepted by its check: %s\\n' \"$m\" >&2; exit 1\nfi\n";
  }
}
