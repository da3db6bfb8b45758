package dev.provision.host.files;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.Set;

/**
 * Removes what stands at a path; a link, never what it leads to.
 *
 * @param recursive whether a folder goes with all that is in it; else it must be empty
 */
public record Remove(String path, boolean recursive) implements Step {

  public Remove {
    if (path.equals("/") || !path.startsWith("/")) {
      throw new IllegalArgumentException("[" + path + "] must not be removed");
    }
  }

  @Override
  public Text script() {
    String quoted = Sh.quote(path);
    return Text.plain(
        recursive
            ? "rm -rf " + quoted + "\n"
            : "if [ -d "
                + quoted
                + " ] && [ ! -L "
                + quoted
                + " ]; then rmdir "
                + quoted
                + "; else rm -f "
                + quoted
                + "; fi\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.file(path));
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(Resource.tree(path));
  }

  @Override
  public void applyTo(HostModel model) {
    FileModel.of(model).remove(path);
  }

  @Override
  public String words() {
    return "remove " + path;
  }
}
