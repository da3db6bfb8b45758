package dev.provision.host;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.provision.diag.ProvisionException;
import dev.provision.host.facts.FactGroup;
import dev.provision.host.facts.FactsProbe;
import dev.provision.host.files.DigestProbe;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.GlobProbe;
import dev.provision.host.files.TreeProbe;
import dev.provision.host.packages.IndexAgeProbe;
import dev.provision.host.packages.PackageManager;
import dev.provision.host.packages.PackagesProbe;
import dev.provision.host.sysctl.SysctlFilesProbe;
import dev.provision.host.sysctl.SysctlKey;
import dev.provision.host.sysctl.SysctlProbe;
import dev.provision.host.units.UnitProbe;
import dev.provision.host.units.UnitScope;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a host sends, a probe gives an answer or a coded failure. */
class DecodeTests {

  private static final int ROUNDS = 400;

  /** Pieces of real answers, so that junk gets past the first line. */
  private static final List<String> PIECES =
      List.of(
          "folder /etc\n",
          "real /etc/x\n",
          "stat 81a4 0 0 1 2 3 4 5 6 7\n",
          "root\n",
          "absent\n",
          "stat",
          "ls -rw-r--r-- 1 0 0 5 x\n",
          "link \n",
          "sha256 \n",
          "content\n",
          "none",
          "yes",
          "value yes\n",
          "hidden no",
          "file /etc/sysctl.d/x.conf\n",
          "3:a.b = 1\n",
          "99999999999:=\n",
          "LoadState=loaded\n",
          "ActiveState=\n",
          "=",
          "installed a\n",
          "candidate a 1.0\n",
          "end\n",
          "age 5 7",
          "age x",
          " 3 81a4:0:root:0:root\n",
          "9999999999999999999 81a4:0:r:0:r\n",
          "#:section uname\n",
          "#:section end\n",
          "#:section net eth0\n",
          "#:section date\n",
          "#:section cpuinfo\nprocessor : 0\nsiblings : 0\ncpu cores : 0\n",
          "#:section addresses\n1: lo inet 1.2.3.4/99 scope\n",
          "#:section mounts\n/dev/x / ext4 rw\n",
          "#:section statfs\n/ 1 2 3 4 5 x\n",
          "#:section local /a.fact\n{\"a\":",
          "2026 12 01 ",
          ":",
          "\u0000");

  static List<Probe<?>> probes() {
    return List.of(
        FileProbe.content("/etc/x", true),
        FileProbe.stat("/etc/x", false),
        new DigestProbe("/etc/x", DigestProbe.Algorithm.SHA1),
        new GlobProbe("/etc/*"),
        new TreeProbe("/etc"),
        new SysctlProbe(new SysctlKey("a.b")),
        new SysctlFilesProbe(),
        new UnitProbe("x.service", UnitScope.SYSTEM),
        new PackagesProbe(PackageManager.APT, List.of("a"), true),
        new IndexAgeProbe(),
        new FactsProbe(EnumSet.allOf(FactGroup.class), "/etc/ansible/facts.d"),
        new EchoProbe(),
        new ClockProbe(),
        new PortProbe("h", 1, Duration.ofSeconds(1), true));
  }

  @ParameterizedTest
  @MethodSource("probes")
  void anyBytesGiveAnAnswerOrACodedFailure(Probe<?> probe) {
    Random random = new Random(20261201);
    for (int i = 0; i < ROUNDS; i++) {
      FrameResult junk =
          new FrameResult(
              FrameResult.Status.values()[i % 20 == 0 ? random.nextInt(5) : 0],
              random.nextInt(3),
              bytes(random),
              bytes(random),
              Duration.ZERO);
      try {
        assertNotNull(probe.decode(junk));
      } catch (ProvisionException e) {
        assertNotNull(e.code());
      }
    }
  }

  private static byte[] bytes(Random random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int pieces = random.nextInt(12);
    for (int i = 0; i < pieces; i++) {
      if (random.nextInt(4) == 0) {
        byte[] noise = new byte[random.nextInt(30)];
        random.nextBytes(noise);
        out.writeBytes(noise);
      } else {
        String piece = PIECES.get(random.nextInt(PIECES.size()));
        out.writeBytes(piece.getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toByteArray();
  }
}
