package dev.provision.connect.ssh;

/** A key that the agent holds. */
final class AgentIdentity implements Identity {

  private final SshAgent agent;
  private final SshAgent.Key key;

  AgentIdentity(SshAgent agent, SshAgent.Key key) {
    this.agent = agent;
    this.key = key;
  }

  @Override
  public String keyType() {
    return PublicKeys.type(key.blob());
  }

  @Override
  public byte[] blob() {
    return key.blob();
  }

  @Override
  public String shown() {
    return "agent's key "
        + Untrusted.shown(key.comment())
        + " ("
        + PublicKeys.shortType(keyType())
        + " "
        + PublicKeys.fingerprint(key.blob())
        + ")";
  }

  /**
   * A token wants to be touched for each signature: first ask whether the server takes the key at
   * all.
   */
  @Override
  public boolean isReady() {
    return !keyType().startsWith("sk-");
  }

  @Override
  public byte[] sign(String format, byte[] data) throws IdentityException {
    return agent.sign(key.blob(), data, format);
  }
}
