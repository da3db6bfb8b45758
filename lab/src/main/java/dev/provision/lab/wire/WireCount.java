package dev.provision.lab.wire;

/**
 * What a line has carried since it was opened.
 *
 * @param packetsRight IP packets that reached the right end
 * @param bytesRight their bytes, headers included
 * @param packetsLeft IP packets that reached the left end
 * @param bytesLeft their bytes, headers included
 * @param dropped packets lost by chance, by a full queue or by a cut
 */
public record WireCount(
    long packetsRight, long bytesRight, long packetsLeft, long bytesLeft, long dropped) {
  static WireCount parse(String line) {
    String[] words = line.split(" ");
    return new WireCount(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }
}
