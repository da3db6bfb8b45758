package dev.provision.connect;

import dev.provision.host.Sh;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The text that makes a shell at the other end one of ours. */
final class Prelude {

  /** Programs that the shell text of operations may use where they are there. */
  static final List<String> TOOLS =
      List.of(
          ("apk apt apt-cache apt-get apt-mark awk base64 bash blkid busybox chattr chcon chpasswd chsh cmp crontab curl"
                  + " dd debconf-set-selections diff dnf dnf5 dpkg dpkg-divert dpkg-query dpkg-reconfigure ethtool"
                  + " find findmnt flock gawk getcap getenforce getent getfacl getfattr getsebool git gpg gpgv"
                  + " groupadd groupdel groupmod gunzip gzip hostnamectl id ifup install ip ip6tables"
                  + " iptables iptables-restore iptables-save irqbalance journalctl ldconfig locale-gen localectl"
                  + " loginctl logger lsattr lsblk lscpu lvcreate lvs mariadb mariadbd matchpathcon md5sum"
                  + " mdadm mkpasswd mkswap mktemp modprobe mount mountpoint mysql mysqladmin mysqld"
                  + " mysql_tzinfo_to_sql netplan networkctl nft nmcli nproc numactl od openssl pacman"
                  + " passwd perl pgrep ps pvs python3 rc-service rc-update readlink realpath resolvectl"
                  + " resolvconf restorecon rpm rpmkeys rsync runuser sed semanage service sestatus setcap"
                  + " setfacl setfattr setpriv setsebool setsid sha1sum sha224sum sha256sum sha384sum sha512sum"
                  + " shred shuf ss ssh-keygen ssh-keyscan stat su sudo swapoff swapon sync sysctl systemctl"
                  + " systemd-analyze systemd-detect-virt systemd-escape systemd-run systemd-sysctl"
                  + " systemd-tmpfiles tac tar tc timedatectl timeout tune2fs udevadm ufw umount unshare"
                  + " unxz unzip unzstd update-alternatives update-ca-certificates update-grub update-initramfs"
                  + " update-rc.d useradd userdel usermod vgs visudo wc wget xargs xz yum zstd zypper")
              .split(" "));

  private static final String TEXT = load();

  private Prelude() {}

  /**
   * The command that becomes the shell: it runs whatever comes, line by line, and reads not one
   * byte ahead. Holds nothing that a csh or a fish would read otherwise than a sh.
   */
  static String loader(ConnectOptions options) {
    return options.shell() + " -c '" + LOOP + "'";
  }

  static final String LOOP = "while IFS= read -r l;do eval \"$l\";done";

  /** What is sent to a loader first. */
  static byte[] hello(
      ConnectOptions options, String folder, String nonce, String account, boolean terminal) {
    String text =
        "_p_path="
            + Sh.quote(options.path())
            + "\n_p_sh="
            + Sh.quote(options.shell())
            + "\n_p_sid="
            + folder
            + "\n_p_h="
            + nonce
            + "\n_p_for="
            + Sh.quote(account)
            + "\n_p_merged="
            + (terminal ? "1" : "")
            + "\n_p_tools='"
            + String.join(" ", TOOLS)
            + "'\n"
            + TEXT
            + "_p_hello";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] head =
        ("eval \"$(dd bs=1 count=" + bytes.length + " 2>/dev/null)\"\n")
            .getBytes(StandardCharsets.UTF_8);
    return Batch.joined(List.of(head, bytes));
  }

  private static String load() {
    try (InputStream in = Prelude.class.getResourceAsStream("prelude.sh")) {
      if (in == null) {
        throw new IllegalStateException("prelude.sh is missing in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
