package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Conversions;
import dev.provision.lang.SearchPath;
import dev.provision.lang.VariableFiles;
import dev.provision.module.ParamResolver;
import dev.provision.template.Scope;
import dev.provision.template.Templar;
import dev.provision.template.TemplateOptions;
import dev.provision.template.TemplateSource;
import dev.provision.value.Text;
import dev.provision.value.Value;
import dev.provision.value.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds and reads the files and templates that a task names. */
final class ControllerFiles implements ParamResolver {

  private static final String VAULT = "$ANSIBLE_VAULT;";

  private final Templar templar;
  private final VariableFiles variables;
  private final SearchPath search;
  private final Scope scope;

  ControllerFiles(Templar templar, VariableFiles variables, SearchPath search, Scope scope) {
    this.templar = templar;
    this.variables = variables;
    this.search = search;
    this.scope = scope;
  }

  @Override
  public ControllerFile file(String source, Position at) {
    Path path = find("files", source, at, ErrorCode.FILE_NOT_FOUND);
    return new Found(source, path, variables.vault());
  }

  private Path find(String kind, String name, Position at, ErrorCode code) {
    return search.find(kind, name).orElseThrow(() -> missing(search, kind, name, at, code));
  }

  static ProvisionException missing(
      SearchPath search, String kind, String name, Position at, ErrorCode code) {
    String places =
        search.candidates(kind, name).stream()
            .map(Path::toString)
            .collect(Collectors.joining("\n"));
    return new ProvisionException(code, at, "There is no \"" + name + "\". Looked for:\n" + places);
  }

  /** A file of the controller; a vault is opened. */
  private record Found(String source, Path path, Vault vault) implements ControllerFile {

    @Override
    public boolean isFolder() {
      return source.endsWith("/") || Files.isDirectory(path);
    }

    @Override
    public byte[] bytes() {
      byte[] bytes = read(path);
      return isVault(bytes)
          ? vault
              .decrypt(
                  new String(bytes, StandardCharsets.US_ASCII), Position.ofFile(path.toString()))
              .reveal()
          : bytes;
    }

    @Override
    public boolean isSecret() {
      return !isFolder() && isVault(read(path));
    }
  }

  private static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE,
          Position.ofFile(path.toString()),
          "The file can't be read: " + e + ".");
    }
  }

  private static boolean isVault(byte[] bytes) {
    return new String(bytes, 0, Math.min(bytes.length, VAULT.length()), StandardCharsets.ISO_8859_1)
        .equals(VAULT);
  }

  @Override
  public RenderedTemplate template(String source, Value.Dict arguments, Position at) {
    Path path = find("templates", source, at, ErrorCode.TEMPLATE_FILE_NOT_FOUND);
    Scope own = scope.with(templateVariables(source, path, arguments));
    Text text = templar.renderFile(source(path), own, options(arguments));
    return new RenderedTemplate(source, path, text);
  }

  /** What Ansible offers inside of templates. */
  private Map<String, Value> templateVariables(String source, Path path, Value.Dict arguments) {
    Map<String, Value> own = new LinkedHashMap<>();
    String absolute = path.toAbsolutePath().normalize().toString();
    own.put("template_path", Value.of(source));
    own.put("template_fullpath", Value.of(absolute));
    arguments.get("dest").ifPresent(dest -> own.put("template_destpath", dest));
    if (scope.lookup("ansible_managed").isEmpty()) {
      own.put("ansible_managed", Value.of("Ansible managed"));
    }
    return own;
  }

  TemplateSource source(Path path) {
    byte[] bytes = read(path);
    Position start = Position.of(path.toString(), 1, 1);
    if (isVault(bytes)) {
      String envelope = new String(bytes, StandardCharsets.US_ASCII);
      return TemplateSource.ofFile(
          path.toString(), Text.secret(variables.vault().decrypt(envelope, start).revealText()));
    }
    String text = decode(bytes, path);
    variables.sources().remember(path.toString(), text);
    return TemplateSource.ofFile(path.toString(), text);
  }

  private static String decode(byte[] bytes, Path path) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new ProvisionException(
          ErrorCode.INVALID_ENCODING,
          Position.ofFile(path.toString()),
          "The template is not UTF-8. Convert it, or copy it as a file.");
    }
  }

  static TemplateOptions options(Value.Dict arguments) {
    TemplateOptions options = TemplateOptions.FILE;
    Optional<Boolean> trim = flag(arguments, "trim_blocks");
    Optional<Boolean> lstrip = flag(arguments, "lstrip_blocks");
    Optional<String> newline = arguments.get("newline_sequence").map(ControllerFiles::lineBreak);
    TemplateOptions.Delimiters d = TemplateOptions.Delimiters.DEFAULT;
    return options
        .withTrimBlocks(trim.orElse(options.trimBlocks()))
        .withLstripBlocks(lstrip.orElse(options.lstripBlocks()))
        .withNewline(newline.orElse(options.newline()))
        .withDelimiters(
            new TemplateOptions.Delimiters(
                text(arguments, "variable_start_string", d.variableStart()),
                text(arguments, "variable_end_string", d.variableEnd()),
                text(arguments, "block_start_string", d.blockStart()),
                text(arguments, "block_end_string", d.blockEnd()),
                text(arguments, "comment_start_string", d.commentStart()),
                text(arguments, "comment_end_string", d.commentEnd())));
  }

  private static Optional<Boolean> flag(Value.Dict arguments, String name) {
    return arguments.get(name).flatMap(Conversions::bool);
  }

  private static String text(Value.Dict arguments, String name, String fallback) {
    return arguments.get(name).map(Conversions::text).orElse(fallback);
  }

  private static String lineBreak(Value value) {
    return Conversions.text(value).replace("\\r", "\r").replace("\\n", "\n");
  }

  /** A file of variables, looked for as include_vars does. */
  Value.Dict variables(String name, Position at) {
    Path path = find("vars", name, at, ErrorCode.FILE_NOT_FOUND);
    Problems problems = new Problems();
    Optional<Value.Dict> read = variables.variables(path, problems);
    List<dev.provision.diag.Problem> errors =
        problems.sorted().stream().filter(dev.provision.diag.Problem::isError).toList();
    if (!errors.isEmpty()) {
      throw new ProvisionException(errors.get(0));
    }
    return read.orElseThrow(
        () -> new UncheckedIOException(new IOException("Nothing read from " + path)));
  }
}
