package dev.provision.host.facts;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Facts in one exchange. The answer's keys have Ansible's names with {@code ansible_} in front.
 *
 * @param groups what is asked
 * @param factPath where local facts are; empty for none
 */
public record FactsProbe(Set<FactGroup> groups, String factPath) implements Probe<Value.Dict> {

  public FactsProbe {
    groups = groups.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(groups));
  }

  @Override
  public Text script() {
    StringBuilder script = new StringBuilder(FactScripts.PRELUDE);
    if (groups.contains(FactGroup.MIN)) {
      script.append(FactScripts.SYSTEM);
    }
    if (groups.contains(FactGroup.HARDWARE)) {
      script.append(FactScripts.HARDWARE);
    }
    if (groups.contains(FactGroup.NETWORK)) {
      script.append(FactScripts.NETWORK);
    }
    if (groups.contains(FactGroup.VIRTUAL)) {
      script.append(FactScripts.VIRTUAL);
    }
    if (groups.contains(FactGroup.LOCAL) && !factPath.isEmpty()) {
      script.append(FactScripts.LOCAL.replace("FACT_PATH", Sh.quote(factPath)));
    }
    return Text.plain(script.append("s end\n").toString());
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(new Resource("facts", "*"));
  }

  @Override
  public Value.Dict decode(FrameResult result) {
    Sections sections = Sections.parse(result.out());
    if (!sections.has("end")) {
      throw new ProvisionException(
          ErrorCode.MODULE_FAILED, "The host did not tell its facts: " + result.err().strip());
    }
    Map<String, Value> facts = new LinkedHashMap<>();
    if (groups.contains(FactGroup.MIN)) {
      new SystemFacts(sections).addTo(facts);
    }
    if (groups.contains(FactGroup.HARDWARE)) {
      new HardwareFacts(sections).addTo(facts);
    }
    if (groups.contains(FactGroup.NETWORK)) {
      new NetworkFacts(sections).addTo(facts);
    }
    if (groups.contains(FactGroup.VIRTUAL)) {
      new VirtualFacts(sections).addTo(facts);
    }
    if (groups.contains(FactGroup.LOCAL)) {
      facts.put("ansible_local", LocalFacts.of(sections));
    }
    return Value.dict(facts);
  }

  @Override
  public Known<Value.Dict> answer(HostModel model) {
    return model.fact(resource(), Value.Dict.class);
  }

  @Override
  public void learn(HostModel model, Value.Dict answer) {
    model.put(resource(), answer);
  }

  private Resource resource() {
    return new Resource("facts", groups + factPath);
  }
}
