package dev.provision.host.files;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.Optional;
import java.util.Set;

/**
 * Sets the times of an existing path.
 *
 * @param accessed as {@code touch -t} takes it, {@code now}, or {@code preserve}
 * @param modified the same for the time of the last change
 */
public record Touch(String path, String accessed, String modified) implements Step {

  public static final String NOW = "now";
  public static final String PRESERVE = "preserve";

  @Override
  public Text script() {
    return Text.plain(one("-a", accessed) + one("-m", modified));
  }

  private String one(String which, String time) {
    if (time.equals(PRESERVE)) {
      return "";
    }
    String when = time.equals(NOW) ? "" : " -t " + Sh.quote(time);
    return "touch -c " + which + when + " " + Sh.quote(path) + " || exit 1\n";
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.file(path));
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(Resource.file(path));
  }

  @Override
  public void applyTo(HostModel model) {
    FileModel files = FileModel.of(model);
    files.change(
        files.canonical(path),
        s ->
            new FileStat(
                s.type(),
                s.mode(),
                s.owner(),
                s.group(),
                s.size(),
                s.linkTarget(),
                Optional.empty()));
  }

  @Override
  public String words() {
    return "touch " + path;
  }
}
