package dev.provision.host.packages;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Has apt-get do something with all packages.
 *
 * @param verb {@code autoremove}, {@code autoclean}, {@code clean}, {@code upgrade}, {@code
 *     dist-upgrade}
 * @param purge whether configuration goes too
 */
public record TidyPackages(String verb, boolean purge, AptOptions options) implements Step {

  @Override
  public Text script() {
    StringBuilder script = new StringBuilder(PackageScripts.APT);
    script.append(PackageScripts.aptGet(options.lockTimeout()));
    for (String option : options.dpkgOptions()) {
      script.append(" -o 'Dpkg::Options::=--").append(option.replace("'", "")).append("'");
    }
    return Text.plain(
        script.append(purge ? " --purge " : " ").append(verb).append("\n").toString());
  }

  @Override
  public Duration timeout() {
    return Duration.ofHours(1);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.packages());
  }

  @Override
  public Set<Resource> writes() {
    return new ChangePackages(PackageManager.APT, ChangePackages.Verb.INSTALL, List.of(), options)
        .writes();
  }

  @Override
  public void applyTo(HostModel model) {
    model.facts().keySet().stream()
        .filter(resource -> resource.kind().equals("package"))
        .forEach(model::drop);
  }

  @Override
  public String words() {
    return verb + " packages";
  }
}
