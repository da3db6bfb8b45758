package dev.provision.host.files;

import dev.provision.value.Text;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What is in a file. Equal where the bytes are equal, whatever is marked as secret. Very big ones
 * and those that stay on the host are known by digest and size only.
 */
public final class FileContent {

  public static final FileContent EMPTY = of(Text.plain(""));

  private final String sha256;
  private final long size;
  private final Optional<Text> text;
  private final Optional<byte[]> binary;

  private FileContent(String sha256, long size, Optional<Text> text, Optional<byte[]> binary) {
    this.sha256 = sha256;
    this.size = size;
    this.text = text;
    this.binary = binary;
  }

  public static FileContent of(Text text) {
    byte[] bytes = text.reveal().getBytes(StandardCharsets.UTF_8);
    return new FileContent(
        digest("SHA-256", bytes), bytes.length, Optional.of(text), Optional.empty());
  }

  public static FileContent of(byte[] bytes) {
    Optional<Text> text = decoded(bytes).map(Text::plain);
    Optional<byte[]> binary = text.isPresent() ? Optional.empty() : Optional.of(bytes.clone());
    return new FileContent(digest("SHA-256", bytes), bytes.length, text, binary);
  }

  /** All of it secret. Bytes that are no UTF-8 are never shown anyway. */
  public static FileContent secret(byte[] bytes) {
    return decoded(bytes).map(Text::secret).map(FileContent::of).orElseGet(() -> of(bytes));
  }

  /** Known by its digest only. */
  public static FileContent digestOnly(String sha256, long size) {
    return new FileContent(sha256, size, Optional.empty(), Optional.empty());
  }

  private static Optional<String> decoded(byte[] bytes) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString();
      return Optional.of(text);
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** Hex digits of a digest: {@code SHA-256}, {@code SHA-1}, {@code MD5}. */
  public static String digest(String algorithm, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has " + algorithm, e);
    }
  }

  public String sha256() {
    return sha256;
  }

  public long size() {
    return size;
  }

  /** The characters, where it is UTF-8 and held here. */
  public Optional<Text> text() {
    return text;
  }

  /** The bytes, where they are held here: for the wire, never for a view. */
  public Optional<byte[]> reveal() {
    return text.map(t -> t.reveal().getBytes(StandardCharsets.UTF_8))
        .or(() -> binary.map(byte[]::clone));
  }

  public boolean isHeld() {
    return text.isPresent() || binary.isPresent();
  }

  public boolean hasSecret() {
    return text.isPresent() && text.get().hasSecret();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileContent content && content.sha256.equals(sha256);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  @Override
  public String toString() {
    return text.map(Text::shown).orElse("(" + size + " bytes, sha256 " + sha256 + ")");
  }
}
