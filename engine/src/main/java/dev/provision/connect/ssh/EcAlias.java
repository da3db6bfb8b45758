package dev.provision.connect.ssh;

import java.security.Provider;
import java.security.Security;
import net.schmizz.sshj.common.SecurityUtils;

/**
 * Makes sshj do without BouncyCastle, whose registration costs more than a whole connection. All
 * that sshj then lacks is a key factory named ECDSA, which the JDK calls EC.
 */
final class EcAlias extends Provider {

  private static final long serialVersionUID = 1L;

  private static final String NAME = "provision-ec";

  private EcAlias() {
    super(NAME, "1", "KeyFactory ECDSA by the JDK's EC");
    Provider jdk = Security.getProvider("SunEC");
    if (jdk != null) {
      Service ec = jdk.getService("KeyFactory", "EC");
      putService(new Alias(this, ec));
    }
  }

  /** Must come before anything else of sshj. */
  static synchronized void install() {
    if (Security.getProvider(NAME) == null) {
      SecurityUtils.setRegisterBouncyCastle(false);
      Security.addProvider(new EcAlias());
    }
  }

  private static final class Alias extends Service {

    private final Service ec;

    Alias(Provider provider, Service ec) {
      super(provider, "KeyFactory", "ECDSA", ec.getClassName(), null, null);
      this.ec = ec;
    }

    @Override
    public Object newInstance(Object parameter) throws java.security.NoSuchAlgorithmException {
      return ec.newInstance(parameter);
    }
  }
}
