package dev.provision.module.files;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.FileSeen;
import dev.provision.host.files.HostPath;
import dev.provision.module.Param;
import dev.provision.module.ReadModule;
import dev.provision.module.Results;
import dev.provision.value.Value;
import java.util.Base64;
import java.util.Optional;

/** A file's content as base64. */
public final class SlurpModule implements ReadModule<SlurpModule.Params, FileSeen> {

  private static final long LIMIT = 64L << 20;

  /** Its arguments. */
  public record Params(@Param(value = "The file on the host.", aliases = "path") HostPath src) {}

  @Override
  public String name() {
    return "slurp";
  }

  @Override
  public String summary() {
    return "Fetches what is in a file of the host, as base64.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Query<FileSeen> observe(Params params, HostInfo host) {
    return Query.ask(new FileProbe(params.src().on(host), true, LIMIT, Optional.empty()));
  }

  @Override
  public Value.Dict result(Params params, FileSeen seen) {
    Optional<byte[]> bytes = seen.content().flatMap(FileContent::reveal);
    if (bytes.isEmpty()) {
      throw new ProvisionException(ErrorCode.MODULE_FAILED, reason(params, seen));
    }
    return new Results()
        .put("content", Base64.getEncoder().encodeToString(bytes.get()))
        .put("source", params.src().written())
        .put("encoding", "base64")
        .toValue();
  }

  private static String reason(Params params, FileSeen seen) {
    String path = params.src().written();
    return switch (seen.stat().type()) {
      case ABSENT -> "file not found: " + path;
      case DIRECTORY -> "source is a directory and must be a file: " + path;
      case FILE ->
          seen.readable() ? path + " is bigger than 64 MiB." : "file is not readable: " + path;
      case LINK, CHARACTER, BLOCK, FIFO, SOCKET -> path + " is no regular file.";
    };
  }
}
