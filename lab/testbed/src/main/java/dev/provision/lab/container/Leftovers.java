package dev.provision.lab.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;

/** Containers of tests whose JVM died before it could remove them. */
final class Leftovers {
  private static final String OWNER = "dev.provision.lab.owner";
  private static final String SINCE = "dev.provision.lab.owner-since";
  private static boolean swept;

  private Leftovers() {}

  /** Marks a container as this JVM's. A pid alone would do only until it is used again. */
  static Map<String, String> labels() {
    ProcessHandle self = ProcessHandle.current();
    return Map.of(OWNER, Long.toString(self.pid()), SINCE, since(self));
  }

  /** Removes what dead owners left behind; once for each JVM. */
  static synchronized void sweep() {
    if (swept) {
      return;
    }
    swept = true;
    DockerClient engine = DockerClientFactory.instance().client();
    List<Container> ours =
        engine.listContainersCmd().withShowAll(true).withLabelFilter(List.of(OWNER)).exec();
    for (Container each : ours) {
      if (!ownerLives(each.getLabels())) {
        remove(engine, each.getId());
      }
    }
  }

  private static void remove(DockerClient engine, String id) {
    try {
      engine.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
    } catch (NotFoundException e) {
      // Another run swept it at the same time.
      return;
    }
  }

  private static boolean ownerLives(Map<String, String> labels) {
    Optional<ProcessHandle> owner =
        ProcessHandle.of(Long.parseLong(labels.getOrDefault(OWNER, "0")));
    return owner.isPresent() && since(owner.get()).equals(labels.get(SINCE));
  }

  private static String since(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }
}
