package dev.provision.module;

import dev.provision.diag.Position;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/**
 * Turns arguments that name files of the controller into their contents while parameters are bound.
 */
public interface ParamResolver {

  /**
   * A file or folder looked for as {@code copy} does: role's files/, playbook's files/, beside the
   * playbook.
   *
   * @throws dev.provision.diag.ProvisionException FILE_NOT_FOUND, naming all places looked at
   */
  ControllerFile file(String source, Position at);

  /**
   * A template looked for as {@code template} does, rendered.
   *
   * @param arguments the task's arguments, for trim_blocks and the like
   * @throws dev.provision.diag.ProvisionException TEMPLATE_FILE_NOT_FOUND, or what rendering says
   */
  RenderedTemplate template(String source, Value.Dict arguments, Position at);

  /** The parameter type for files of the controller; read only when asked. */
  interface ControllerFile {
    String source();

    Path path();

    /** Whether it ends with a slash or is a folder. */
    boolean isFolder();

    byte[] bytes();

    /** Whether it was a vault: then no view may show its content. */
    default boolean isSecret() {
      return false;
    }

    /** Its permission bits, for {@code mode: preserve}; 0644 where the file system has none. */
    default int permissions() {
      return permissionsOf(path());
    }
  }

  /** The parameter type for rendered templates. */
  record RenderedTemplate(String source, Path path, Text text) {

    /** The template's permission bits, for {@code mode: preserve}. */
    public int permissions() {
      return permissionsOf(path);
    }
  }

  private static int permissionsOf(Path path) {
    try {
      int bits = 0;
      for (PosixFilePermission permission : Files.getPosixFilePermissions(path)) {
        // The constants go from OWNER_READ to OTHERS_EXECUTE.
        bits |= 0400 >> permission.ordinal();
      }
      return bits;
    } catch (IOException | UnsupportedOperationException e) {
      return 0644;
    }
  }
}
