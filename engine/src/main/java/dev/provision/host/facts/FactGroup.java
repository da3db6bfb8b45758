package dev.provision.host.facts;

/** What facts are about; the words of {@code gather_subset}. */
public enum FactGroup {
  /** System, distribution, account, time: nearly always. */
  MIN,
  HARDWARE,
  NETWORK,
  VIRTUAL,
  /** What programs and files in /etc/ansible/facts.d tell. */
  LOCAL
}
