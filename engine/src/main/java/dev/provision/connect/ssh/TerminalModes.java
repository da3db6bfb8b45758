package dev.provision.connect.ssh;

import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.SSHPacket;

/** The request for a terminal, RFC 4254 section 6.2 and 8. */
final class TerminalModes {

  private static final int END = 0;

  /**
   * ISTRIP, INLCR, IGNCR, ICRNL, IXON, IXOFF, ISIG, ICANON, ECHO, ECHOE, ECHOK, ECHONL, IEXTEN,
   * OPOST.
   */
  private static final int[] OFF_WHEN_RAW = {
    33, 34, 35, 36, 38, 40, 50, 51, 53, 54, 55, 56, 59, 70
  };

  /** CS8: characters have eight bits. */
  private static final int CS8 = 91;

  private TerminalModes() {}

  static SSHPacket putRequest(SSHPacket packet, PtyRequest pty) {
    return packet
        .putString(pty.term())
        .putUInt32(pty.columns())
        .putUInt32(pty.rows())
        .putUInt32(0)
        .putUInt32(0)
        .putBytes(modes(pty.raw()));
  }

  private static byte[] modes(boolean raw) {
    Buffer.PlainBuffer modes = new Buffer.PlainBuffer();
    if (raw) {
      for (int mode : OFF_WHEN_RAW) {
        modes.putByte((byte) mode).putUInt32(0);
      }
      modes.putByte((byte) CS8).putUInt32(1);
    }
    return modes.putByte((byte) END).getCompactData();
  }
}
