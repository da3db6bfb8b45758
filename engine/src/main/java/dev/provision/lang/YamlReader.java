package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Secret;
import dev.provision.value.Value;
import dev.provision.value.Vault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads YAML (and so JSON) as Ansible does: each value and each key carries the place where it was
 * written. What is wrong goes to the problems; an empty answer means that nothing could be read and
 * a problem says why.
 */
public final class YamlReader {

  /**
   * Files above this size, in bytes, are refused. Inventories of ten thousand hosts stay well
   * below.
   */
  static final long MAX_BYTES = 64L << 20;

  private static final String VAULT_HEADER = "$ANSIBLE_VAULT;";

  private final Problems problems;
  private final Sources sources;
  private final Vault vault;

  public YamlReader(Problems problems, Sources sources, Vault vault) {
    this.problems = problems;
    this.sources = sources;
    this.vault = vault;
  }

  /** For text that comes from no file of the user's: knows no vault password. */
  public YamlReader(Problems problems) {
    this(problems, new Sources(), Vault.locked());
  }

  /**
   * A file by its name as given, which positions then hold. A file that is encrypted as a whole is
   * decrypted.
   */
  public Optional<Value> read(Path file) {
    return text(file).flatMap(text -> parse(text.text, file.toString(), text.secret));
  }

  /** The documents of a file with several. */
  public Optional<List<Value>> readAll(Path file) {
    return text(file).flatMap(text -> parseAll(text.text, file.toString(), text.secret));
  }

  public Optional<Value> read(byte[] bytes, String file) {
    return open(bytes, file).flatMap(text -> parse(text.text, file, text.secret));
  }

  /** An empty text is {@code null}. More than one document is an error. */
  public Optional<Value> read(String text, String file) {
    sources.remember(file, text);
    return parse(text, file, false);
  }

  public Optional<List<Value>> readAll(String text, String file) {
    sources.remember(file, text);
    return parseAll(text, file, false);
  }

  private Optional<Value> parse(String text, String file, boolean secret) {
    return parseAll(text, file, secret)
        .flatMap(
            documents -> {
              if (documents.size() > 1) {
                problems.error(
                    ErrorCode.INVALID_YAML,
                    documents.get(1).origin(),
                    "A second document starts here, where only one is expected.");
                return Optional.empty();
              }
              return Optional.of(
                  documents.isEmpty() ? Value.NULL.at(Position.ofFile(file)) : documents.get(0));
            });
  }

  private Optional<List<Value>> parseAll(String text, String file, boolean secret) {
    return new YamlBuilder(text, file, secret, vault, problems).documents();
  }

  private Optional<Opened> text(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        problems.error(
            ErrorCode.YAML_TOO_LARGE,
            Position.ofFile(file.toString()),
            "The file has " + Files.size(file) + " bytes; " + MAX_BYTES + " are read at most.");
        return Optional.empty();
      }
      return open(Files.readAllBytes(file), file.toString());
    } catch (NoSuchFileException e) {
      problems.error(ErrorCode.FILE_NOT_FOUND, Position.NONE, "There is no file \"" + file + "\".");
    } catch (IOException e) {
      problems.error(
          ErrorCode.FILE_UNREADABLE,
          Position.NONE,
          "The file \"" + file + "\" can't be read: " + Failures.reason(e) + ".");
    }
    return Optional.empty();
  }

  private Optional<Opened> open(byte[] bytes, String file) {
    Optional<String> text = decode(bytes, file);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!text.get().startsWith(VAULT_HEADER)) {
      sources.remember(file, text.get());
      return text.map(plain -> new Opened(plain, false));
    }
    try {
      Secret plain = vault.decrypt(text.get(), Position.of(file, 1, 1));
      return decode(plain.reveal(), file).map(opened -> new Opened(opened, true));
    } catch (ProvisionException e) {
      problems.add(e.problem());
      return Optional.empty();
    }
  }

  private Optional<String> decode(byte[] bytes, String file) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    try {
      String text = decoder.decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      problems.add(invalidEncoding(bytes, file));
      return Optional.empty();
    }
  }

  private static Problem invalidEncoding(byte[] bytes, String file) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    int bad = in.position();
    String before = out.flip().toString();
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int column = before.length() - before.lastIndexOf('\n');
    String detail =
        String.format(
            "The byte 0x%02x here is not UTF-8 (%s). Save the file as UTF-8.",
            bytes[bad], result.isMalformed() ? "malformed" : "unmappable");
    return Problem.error(ErrorCode.INVALID_ENCODING, Position.of(file, line, column), detail);
  }

  private record Opened(String text, boolean secret) {}
}
