package dev.provision.run;

import java.util.Set;

/** Modules that Ansible brings along, by their short names: known, though we may lack them. */
final class AnsibleModules {

  private static final Set<String> BUILTIN =
      Set.of(
          ("add_host apt apt_key apt_repository assemble assert async_status blockinfile command"
                  + " copy cron deb822_repository debconf debug dnf dnf5 dpkg_selections expect"
                  + " fail fetch file find gather_facts get_url getent git group group_by"
                  + " hostname import_playbook import_role import_tasks include include_role"
                  + " include_tasks include_vars iptables known_hosts lineinfile meta mount_facts"
                  + " package package_facts pause ping pip raw reboot replace rpm_key script"
                  + " service service_facts set_fact set_stats setup shell slurp stat subversion"
                  + " systemd systemd_service sysvinit tempfile template unarchive uri user"
                  + " validate_argument_spec wait_for wait_for_connection yum yum_repository"
                  // Of the collections that are most often at hand.
                  + " acl at authorized_key firewalld mount patch seboolean selinux synchronize"
                  + " sysctl mysql_db mysql_info mysql_query mysql_replication mysql_role"
                  + " mysql_user mysql_variables alternatives archive capabilities composer"
                  + " cpanm dconf filesystem gem git_config htpasswd ini_file interfaces_file"
                  + " java_cert java_keystore kernel_blacklist locale_gen lvg lvol make"
                  + " modprobe monit nmcli npm open_iscsi openssl_certificate pam_limits"
                  + " pamd parted pids proxmox read_csv redis rhsm_release sefcontext snap"
                  + " ssh_config sudoers supervisorctl sysrc timezone ufw xattr xfs_quota xml")
              .split(" "));

  private AnsibleModules() {}

  /** A name with a collection may be of any that we don't know. */
  static boolean knows(String shortName) {
    return BUILTIN.contains(shortName) || shortName.indexOf('.') > 0;
  }
}
