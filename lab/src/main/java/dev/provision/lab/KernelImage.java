package dev.provision.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Takes the kernel proper out of the file that boot loaders load. QEMU starts it directly, which
 * spares the guest the unpacking. That matters: emulated, unpacking takes longer than the whole
 * boot, and at a restart, when it overwrites code that was run before, minutes.
 */
final class KernelImage {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  // Fields of the x86 boot protocol.
  private static final int SETUP_SECTORS = 0x1f1;
  private static final int PAYLOAD_OFFSET = 0x248;
  private static final int PAYLOAD_LENGTH = 0x24c;
  private static final int SECTOR = 512;

  /** Behind the packed kernel stands its unpacked size. */
  private static final int TRAILER = 4;

  private static final Map<Integer, String> UNPACKERS =
      Map.of(0x02214c18, "lz4", 0x28b52ffd, "zstd", 0xfd377a58, "xz");

  private KernelImage() {}

  /** Unpacks {@code image} into {@code target}. */
  static void unpack(Path image, Path target, Path log) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(image)).order(ByteOrder.LITTLE_ENDIAN);
    int start =
        (Byte.toUnsignedInt(bytes.get(SETUP_SECTORS)) + 1) * SECTOR + bytes.getInt(PAYLOAD_OFFSET);
    byte[] payload = new byte[bytes.getInt(PAYLOAD_LENGTH) - TRAILER];
    bytes.get(start, payload);
    int magic = ByteBuffer.wrap(payload).getInt();
    String unpacker = UNPACKERS.get(magic);
    if (unpacker == null) {
      throw LabFailure.of(
          "The kernel \""
              + image
              + "\" is packed in an unknown way: "
              + Integer.toHexString(magic));
    }
    Path packed = target.resolveSibling("packed");
    Files.write(packed, payload);
    String script = "\"$1\" -dc <\"$2\" >\"$3\"";
    Command.logged(
        List.of("sh", "-c", script, "sh", unpacker, packed.toString(), target.toString()),
        Map.of(),
        log,
        LIMIT);
    Files.delete(packed);
    int size = bytes.getInt(start + payload.length);
    if (Files.size(target) != Integer.toUnsignedLong(size)) {
      throw LabFailure.of("The kernel \"" + image + "\" was not unpacked whole.");
    }
  }
}
