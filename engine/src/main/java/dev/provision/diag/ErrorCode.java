package dev.provision.diag;

/**
 * Every kind of problem, each with a fixed short summary that people learn to know. Details are per
 * occurrence. A page per code stands in docs/errors.md; a test keeps both in step.
 */
public enum ErrorCode {
  // Files and YAML
  FILE_NOT_FOUND("File not found"),
  FILE_UNREADABLE("File unreadable"),
  INVALID_ENCODING("Not UTF-8"),
  INVALID_YAML("Invalid YAML"),
  UNQUOTED_TEMPLATE("Unquoted template"),
  YAML_TOO_LARGE("YAML too large"),
  DUPLICATE_KEY("Duplicate key"),
  UNKNOWN_TAG("Unknown YAML tag"),
  WRONG_TYPE("Wrong type"),

  // Playbooks
  UNKNOWN_KEYWORD("Unknown keyword"),
  UNSUPPORTED_KEYWORD("Unsupported keyword"),
  MISSING_KEYWORD("Missing keyword"),
  NO_ACTION("No action in task"),
  CONFLICTING_ACTIONS("Conflicting actions"),
  UNKNOWN_MODULE("Unknown module"),
  UNSUPPORTED_MODULE("Unsupported module"),
  UNKNOWN_ARGUMENT("Unknown argument"),
  MISSING_ARGUMENT("Missing argument"),
  INVALID_ARGUMENT("Invalid argument"),
  DEPRECATED_ARGUMENT("Deprecated argument"),
  INVALID_NAME("Invalid variable name"),
  RECURSIVE_IMPORT("Recursive import"),
  UNKNOWN_ROLE("Unknown role"),
  UNKNOWN_HANDLER("Unknown handler"),
  UNKNOWN_TAG_SELECTED("Unknown tag"),
  TEMPLATE_FILE_NOT_FOUND("Template not found"),

  // Templates
  TEMPLATE_SYNTAX("Template syntax error"),
  TEMPLATE_ERROR("Template failed"),
  UNDEFINED_VARIABLE("Undefined variable"),
  UNKNOWN_FILTER("Unknown filter"),
  UNKNOWN_TEST("Unknown test"),
  UNKNOWN_LOOKUP("Unknown lookup"),
  RECURSIVE_TEMPLATE("Recursive template"),
  INVALID_CONDITION("Invalid condition"),

  // Inventory
  EMPTY_INVENTORY("Empty inventory"),
  UNKNOWN_HOST("Unknown host"),
  UNKNOWN_GROUP("Unknown group"),
  INVALID_PATTERN("Invalid host pattern"),
  INVALID_INVENTORY("Invalid inventory"),

  // Secrets
  VAULT_PASSWORD_MISSING("Vault password missing"),
  VAULT_PASSWORD_WRONG("Vault password wrong"),
  INVALID_VAULT("Invalid vault text"),

  // Connecting
  UNKNOWN_HOST_KEY("Unknown host key"),
  CHANGED_HOST_KEY("Changed host key"),
  REVOKED_HOST_KEY("Revoked host key"),
  CONNECTION_REFUSED("Connection refused"),
  CONNECTION_TIMED_OUT("Connection timed out"),
  CONNECTION_LOST("Connection lost"),
  CONNECTION_PENALTY("Connection penalty"),
  HOST_NOT_RESOLVED("Host name not resolved"),
  PERMISSION_DENIED("Permission denied"),
  AGENT_REFUSED("Agent refused"),
  PRIVATE_KEY_UNREADABLE("Private key unreadable"),
  NO_COMMON_ALGORITHM("No common algorithm"),
  CHANNEL_REFUSED("Channel refused"),
  SSH_CONFIG_INVALID("Invalid ssh_config"),
  SHELL_UNUSABLE("Shell unusable"),
  PROTOCOL_BROKEN("Session protocol broken"),
  BECOME_FAILED("Become failed"),
  BECOME_PASSWORD_WRONG("Become password wrong"),
  BECOME_PASSWORD_MISSING("Become password missing"),

  // Running
  COMMAND_FAILED("Command failed"),
  COMMAND_TIMED_OUT("Command timed out"),
  OUTPUT_TOO_LARGE("Output too large"),
  OUTCOME_UNKNOWN("Outcome unknown"),
  STEP_FAILED("Step failed"),
  VERIFY_MISMATCH("Effect not as planned"),
  DISK_FULL("Disk full"),
  READ_ONLY("Read-only file system"),
  MODULE_FAILED("Module failed"),
  HOST_LOCKED("Host locked"),
  STALE_PLAN("Stale plan"),
  REVERT_CONFLICT("Revert conflict"),
  NOT_REVERSIBLE("Not reversible"),
  JOURNAL_UNUSABLE("Journal unusable"),
  APPROVAL_MISSING("Approval missing"),
  INTERRUPTED("Interrupted"),

  // Lab machines
  INVALID_LAB("Invalid lab description"),
  UNKNOWN_LAB("Unknown lab"),
  LAB_FAILED("Lab failed"),
  TOOL_MISSING("Tool missing"),

  // Commands of the CLI
  USAGE("Usage"),
  NOT_AVAILABLE("Not available"),
  INTERNAL("Internal error");

  private final String summary;

  ErrorCode(String summary) {
    this.summary = summary;
  }

  /** Short, fixed, without user data. */
  public String summary() {
    return summary;
  }
}
