package dev.provision.host.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FileContentTests {

  private static final byte[] TEXT = "password=hunter2\n".getBytes(StandardCharsets.UTF_8);

  @Test
  void secretContentIsMaskedAsAWholeAndEqualToTheSameBytes() {
    FileContent secret = FileContent.secret(TEXT);

    assertTrue(secret.hasSecret());
    assertEquals("********", secret.toString());
    assertEquals(FileContent.of(TEXT), secret);
  }

  @Test
  void bytesThatAreNoTextAreNeverShown() {
    byte[] bytes = {(byte) 0xff, 'k', 'e', 'y'};

    assertFalse(FileContent.secret(bytes).toString().contains("key"));
  }
}
