package dev.provision.host.facts;

/** Shell text that tells facts, for dash, bash and busybox. What a host lacks is left empty. */
final class FactScripts {

  private FactScripts() {}

  static final String PRELUDE =
      """
      s() { printf '\\n#:section %s\\n' "$1"; }
      c() { s "$1"; cat "$2" 2>/dev/null; }
      h() { command -v "$1" >/dev/null 2>&1; }
      w() { if h timeout; then timeout 5 "$@" 2>/dev/null; else "$@" 2>/dev/null; fi; }
      """;

  static final String SYSTEM =
      """
      s uname; uname -s; uname -r; uname -v; uname -m; uname -n
      s fqdn; w hostname -f
      c os-release /etc/os-release
      [ -e /etc/os-release ] || c os-release /usr/lib/os-release
      c debian-version /etc/debian_version
      c redhat-release /etc/redhat-release
      c alpine-release /etc/alpine-release
      s date; date '+%Y %m %d %H %M %S %Z %z %A %u %U %s'
      s utc; date -u '+%Y %m %d %H %M %S'
      s id; id -un; id -u; id -g; id -ru; id -rg
      u=$(id -un)
      s passwd; if h getent; then getent passwd "$u"; else grep "^$u:" /etc/passwd; fi
      s env; tr '\\n\\000' '\\001\\n' 2>/dev/null <"/proc/$$/environ" || env
      s home; printf '%s\\n' "$HOME"
      c init /proc/1/comm
      s init-exe; readlink /proc/1/exe; [ -d /run/systemd/system ] && echo systemd-runs
      c cmdline /proc/cmdline
      s machine-id; cat /etc/machine-id 2>/dev/null || cat /var/lib/dbus/machine-id 2>/dev/null
      s tools; for t in apt-get dnf5 dnf yum zypper apk pacman emerge opkg rc-service; do h $t && echo $t; done
      s bits; getconf LONG_BIT 2>/dev/null
      c resolv /etc/resolv.conf
      s selinux; if [ -e /sys/fs/selinux/enforce ]; then cat /sys/fs/selinux/enforce; cat /etc/selinux/config 2>/dev/null; fi
      s apparmor; [ -d /sys/kernel/security/apparmor ] && echo enabled
      c fips /proc/sys/crypto/fips_enabled
      s loadavg; cat /proc/loadavg 2>/dev/null
      for k in /etc/ssh/ssh_host_*_key.pub; do [ -f "$k" ] && c "hostkey $k" "$k"; done
      s lsb; if h lsb_release; then lsb_release -a 2>/dev/null; else cat /etc/lsb-release 2>/dev/null; fi
      s chroot; if [ -e /proc/1/root/. ]; then stat -c '%d %i' / /proc/1/root/. 2>/dev/null; fi
      c capabilities /proc/self/status
      """;

  static final String HARDWARE =
      """
      c meminfo /proc/meminfo
      s cpuinfo; grep -E '^(processor|vendor_id|model name|physical id|siblings|cpu cores|Processor|cpu|machine|CPU implementer)' /proc/cpuinfo 2>/dev/null
      s nproc; nproc 2>/dev/null
      c uptime /proc/uptime
      c mounts /proc/mounts
      s statfs; while read -r d m f r; do
        case $d in /*|*:/*) ;; *) continue;; esac
        p=$(printf '%b' "$m"); printf '%s ' "$m"; w stat -f -c '%S %b %f %a %c %d' "$p" || echo
      done </proc/mounts
      s uuids; for l in /dev/disk/by-uuid/*; do [ -L "$l" ] && echo "${l##*/} $(readlink -f "$l")"; done
      for f in bios_date bios_vendor bios_version board_asset_tag board_name board_serial board_vendor board_version \\
        chassis_asset_tag chassis_serial chassis_type chassis_vendor chassis_version product_name product_serial \\
        product_uuid product_version sys_vendor; do c "dmi $f" "/sys/class/dmi/id/$f"; done
      for b in /sys/block/*; do
        [ -e "$b/size" ] || continue
        s "block ${b##*/}"
        for f in size removable ro queue/rotational queue/scheduler queue/hw_sector_size queue/discard_max_bytes device/model device/vendor; do
          printf '%s:' "$f"; cat "$b/$f" 2>/dev/null || echo
        done
        case $(readlink -f "$b") in */virtual/*) echo virtual:1;; *) echo virtual:0;; esac
        for p in "$b"/*/partition; do
          [ -e "$p" ] || continue
          d=${p%/partition}; echo "partition ${d##*/} $(cat "$d/start") $(cat "$d/size")"
        done
        for d in "$b"/holders/*; do [ -e "$d" ] && echo "holder ${d##*/}"; done
      done
      """;

  static final String NETWORK =
      """
      s addresses; ip -o addr 2>/dev/null
      s links; ip -o link 2>/dev/null
      s route4; ip route get 8.8.8.8 2>/dev/null
      s route6; ip -6 route get 2404:6800:400a:800::1012 2>/dev/null
      for i in /sys/class/net/*; do
        [ -e "$i/address" ] || continue
        s "net ${i##*/}"
        for f in address mtu type speed operstate flags; do printf '%s:' "$f"; cat "$i/$f" 2>/dev/null || echo; done
        [ -e "$i/device" ] && { d=$(readlink -f "$i/device"); echo "pciid:${d##*/}"; }
        [ -e "$i/device/driver/module" ] && { d=$(readlink -f "$i/device/driver/module"); echo "module:${d##*/}"; }
        [ -d "$i/bridge" ] && echo "kind:bridge" && echo "id:$(cat "$i/bridge/bridge_id")" && echo "stp:$(cat "$i/bridge/stp_state")"
        [ -d "$i/bonding" ] && echo "kind:bonding"
        for m in "$i"/brif/* "$i"/lower_*; do [ -e "$m" ] && echo "member:${m##*/}"; done
      done
      """;

  static final String VIRTUAL =
      """
      s virt; systemd-detect-virt --vm 2>/dev/null; systemd-detect-virt --container 2>/dev/null
      s virt-files; for f in /.dockerenv /run/.containerenv /.dockerinit; do [ -e "$f" ] && echo "$f"; done
      s virt-env; tr '\\000' '\\n' 2>/dev/null </proc/1/environ | grep '^container='
      s cgroup1; cat /proc/1/cgroup 2>/dev/null
      s hypervisor; grep -m1 -o -w hypervisor /proc/cpuinfo 2>/dev/null
      c virt-product /sys/class/dmi/id/product_name
      c virt-vendor /sys/class/dmi/id/sys_vendor
      s kvm; [ -e /dev/kvm ] && echo kvm
      s xen; [ -d /proc/xen ] && echo xen
      """;

  static final String LOCAL =
      """
      for f in FACT_PATH/*.fact; do
        [ -f "$f" ] || continue
        s "local $f"
        if [ -x "$f" ]; then w "$f"; else cat "$f"; fi
      done
      """;
}
