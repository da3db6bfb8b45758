package dev.provision.host.packages;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which of some packages are installed. What an installation would bring is told for those that are
 * not, and with {@code candidates} for all.
 */
public record PackagesProbe(PackageManager manager, List<String> names, boolean candidates)
    implements Probe<PackagesProbe.Answer> {

  /** By name, in the order in which they were asked. */
  public record Answer(Map<String, PackageSeen> packages) {
    public Answer {
      packages = Map.copyOf(packages);
    }

    public PackageSeen of(String name) {
      return packages.getOrDefault(name, PackageSeen.ABSENT);
    }
  }

  public PackagesProbe {
    names = List.copyOf(names);
  }

  // dpkg-query reports what it does not know on stderr, which is no failure here.
  private static final String APT =
      """
      m=
      for n in NAMES; do
        s=$(dpkg-query -W -f '${db:Status-Status} ${Version}\\n' "$n" 2>/dev/null | grep -m1 -E '^(installed|config-files|half|unpacked|trigger)')
        case $s in
          installed*|trigger*) echo "installed $n ${s#* }"; [ CANDIDATES = 0 ] || m="$m $n";;
          config-files*) echo "config $n"; m="$m $n";;
          *) m="$m $n";;
        esac
      done
      if [ -n "$m" ]; then
        p=$(dpkg-query -W -f '${db:Status-Status} ${Provides}\\n' 2>/dev/null | sed -n 's/^installed //p' | tr ',' '\\n' | sed 's/^ *//; s/ .*//' | sort -u)
        for n in $m; do
          printf '%s\\n' "$p" | grep -qxF "$n" && echo "provided $n"
          c=$(apt-cache policy "$n" 2>/dev/null | sed -n 's/^  Candidate: //p')
          case $c in ''|'(none)') ;; *) echo "candidate $n $c";; esac
        done
      fi
      echo end
      """;

  private static final String RPM =
      """
      for n in NAMES; do
        if v=$(rpm -q --qf '%{VERSION}-%{RELEASE}\\n' "$n" 2>/dev/null); then
          echo "installed $n $(printf '%s\\n' "$v" | tail -n 1)"
        elif rpm -q --whatprovides "$n" >/dev/null 2>&1; then
          echo "provided $n"
        fi
        if [ CANDIDATES = 1 ] && command -v dnf >/dev/null 2>&1; then
          c=$(dnf -q repoquery --latest-limit 1 --qf '%{version}-%{release}\\n' "$n" 2>/dev/null | tail -n 1)
          [ -z "$c" ] || echo "candidate $n $c"
        fi
      done
      echo end
      """;

  private static final String APK =
      """
      for n in NAMES; do
        if apk info -e "$n" >/dev/null 2>&1; then
          v=$(apk info -ve "$n" 2>/dev/null | tail -n 1)
          echo "installed $n ${v#"$n"-}"
        fi
        if [ CANDIDATES = 1 ]; then
          c=$(apk policy "$n" 2>/dev/null | sed -n '2s/^ *\\(.*\\):$/\\1/p')
          [ -z "$c" ] || echo "candidate $n $c"
        fi
      done
      echo end
      """;

  @Override
  public Text script() {
    String template =
        switch (manager) {
          case APT -> APT;
          case DNF5, DNF, YUM, ZYPPER -> RPM;
          case APK -> APK;
        };
    return Text.plain(
        template.replace("NAMES", Sh.words(names)).replace("CANDIDATES", candidates ? "1" : "0"));
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.packages(), new Resource("package-index", manager.name()));
  }

  /** The candidates' versions take a while where the index is big. */
  @Override
  public Answer decode(FrameResult result) {
    Map<String, PackageSeen> packages = new LinkedHashMap<>();
    names.forEach(name -> packages.put(name, PackageSeen.ABSENT));
    boolean isWhole = false;
    for (String line : result.out().split("\n")) {
      String[] words = line.strip().split(" ", 3);
      isWhole |= line.equals("end");
      if (words.length >= 2 && packages.containsKey(words[1])) {
        String version = words.length == 3 ? words[2] : "";
        packages.computeIfPresent(words[1], (name, seen) -> with(seen, words[0], version));
      }
    }
    if (!isWhole) {
      throw new ProvisionException(
          ErrorCode.MODULE_FAILED,
          "The host did not tell which packages it has: " + result.err().strip());
    }
    return new Answer(packages);
  }

  private static PackageSeen with(PackageSeen seen, String word, String version) {
    return switch (word) {
      case "installed" -> new PackageSeen(version, seen.candidate(), seen.provided(), false);
      case "config" -> new PackageSeen("", seen.candidate(), seen.provided(), true);
      case "provided" ->
          new PackageSeen(seen.installed(), seen.candidate(), true, seen.configured());
      case "candidate" ->
          new PackageSeen(seen.installed(), version, seen.provided(), seen.configured());
      default -> seen;
    };
  }

  @Override
  public Known<Answer> answer(HostModel model) {
    Map<String, PackageSeen> packages = new LinkedHashMap<>();
    for (String name : names) {
      Known<PackageSeen> known = model.fact(fact(name), PackageSeen.class);
      if (!known.isKnown() && !model.isClosed()) {
        return Known.unknown();
      }
      packages.put(name, known.isKnown() ? known.get() : PackageSeen.ABSENT);
    }
    return Known.of(new Answer(packages));
  }

  @Override
  public void learn(HostModel model, Answer answer) {
    answer.packages().forEach((name, seen) -> model.put(fact(name), seen));
  }

  static Resource fact(String name) {
    return new Resource("package", name);
  }
}
