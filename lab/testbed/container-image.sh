#!/usr/bin/env bash
# Builds the image of a test host from Debian's packages and prints its name.
#
#   container-image.sh debian-12|debian-13|busybox
#
# The name carries a digest of this file, so an image is built once for each recipe and kept by the engine. The root
# file system without our changes is kept beside it, by its list of packages, so that a changed recipe is cheap.
# debian-*: systemd as PID 1, sshd, sudo, doas, and one account for each way in which logins differ.
# busybox:  busybox's init, sh, ls, stat, …; nothing of GNU is left.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")

# These accounts live in throw-away machines that listen on 127.0.0.1 only.
password=correct-horse
root_password=battery-staple

add_users() {
  local root=$1 shell
  account() { chroot "$root" useradd --create-home --shell "$2" "$1" && printf '%s:%s\n' "$1" "$password" | chroot "$root" chpasswd; }
  account deploy /bin/bash     # sudo with password
  account nopass /bin/bash     # sudo without password
  account plain /bin/sh        # no rights
  account nologin /usr/sbin/nologin
  printf 'root:%s\n' "$root_password" | chroot "$root" chpasswd
  mkdir -p "$root/etc/sudoers.d"
  cat >"$root/etc/sudoers.d/lab" <<'SUDOERS'
deploy ALL=(ALL:ALL) ALL
nopass ALL=(ALL:ALL) NOPASSWD: ALL
SUDOERS
  [ "$image" != busybox ] || return 0

  account terminal /bin/bash   # sudo with password, on a terminal only
  account bareterm /bin/bash   # sudo without password, on a terminal only
  account doas /bin/bash       # doas with password
  account doasnopass /bin/bash # doas without password
  account csh /bin/tcsh
  account fish /usr/bin/fish
  account noisy /bin/bash      # rc files that talk, also to those who are no terminal
  account reader /bin/bash     # an rc file that swallows standard input
  account restricted /bin/rbash
  cat >>"$root/etc/sudoers.d/lab" <<'SUDOERS'
Defaults:terminal requiretty
Defaults:bareterm requiretty
terminal ALL=(ALL:ALL) ALL
bareterm ALL=(ALL:ALL) NOPASSWD: ALL
csh ALL=(ALL:ALL) NOPASSWD: ALL
fish ALL=(ALL:ALL) NOPASSWD: ALL
noisy ALL=(ALL:ALL) NOPASSWD: ALL
SUDOERS
  printf 'permit persist doas\npermit nopass doasnopass\n' >"$root/etc/doas.conf"
  chmod 600 "$root/etc/doas.conf"
  for shell in .bashrc .profile .bash_profile; do
    printf 'echo "Welcome to this machine"\necho "All is logged" >&2\n' >"$root/home/noisy/$shell"
  done
  printf 'while read -r line; do :; done\n' >"$root/home/reader/.bashrc"
}

configure_sshd() {
  local root=$1
  mkdir -p "$root/etc/ssh/sshd_config.d"
  # A failed login on purpose must not shut the next test out (PerSourcePenalties is new in OpenSSH 9.8).
  cat >"$root/etc/ssh/sshd_config.d/lab.conf" <<'SSHD'
PermitRootLogin yes
PasswordAuthentication yes
KbdInteractiveAuthentication no
UseDNS no
MaxStartups 100
AuthorizedKeysFile /etc/ssh/authorized_keys .ssh/authorized_keys
SSHD
  if [ "$image" = debian-13 ]; then echo 'PerSourcePenalties no' >>"$root/etc/ssh/sshd_config.d/lab.conf"; fi
  rm -f "$root"/etc/ssh/ssh_host_*
  chroot "$root" ssh-keygen -A >/dev/null
}

trim_systemd() {
  local root=$1 unit
  # Nothing in a container has a use for these; each costs start-up time or writes to the host.
  for unit in apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer dpkg-db-backup.timer \
    systemd-timesyncd.service getty.target console-getty.service systemd-udevd.service systemd-udev-trigger.service \
    systemd-modules-load.service sys-kernel-debug.mount sys-kernel-tracing.mount systemd-firstboot.service; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
  rm -f "$root/etc/machine-id"
  touch "$root/etc/machine-id"
}

# Last step of all: from here on nothing in this root can run but busybox, sshd, sudo and ssh-keygen.
leave_only_busybox() {
  local root=$1 package file
  for package in coreutils findutils grep sed tar gzip diffutils bash dash util-linux util-linux-extra mawk login \
    hostname debianutils procps apt perl-base bsdutils mount passwd ncurses-bin sysvinit-utils libc-bin; do
    while read -r file; do
      case $file in
        # sshd asks for the account's shell, so these names must go on existing.
        /usr/sbin/nologin) ;;
        /bin/* | /sbin/* | /usr/bin/* | /usr/sbin/*) rm -f "$root$file" ;;
      esac
    done < <(cat "$root/var/lib/dpkg/info/$package.list" "$root/var/lib/dpkg/info/$package:amd64.list" 2>/dev/null)
  done
  rm -f "$root"/usr/bin/{awk,which,nawk,pager,more,rbash} "$root"/bin/sh
  chroot "$root" /bin/busybox --install -s
  ln -sf busybox "$root/bin/sh"
  sed -i 's#/bin/bash#/bin/sh#' "$root/etc/passwd"
  chmod u+s "$root/bin/busybox" # for its su
  printf '::sysinit:/bin/mkdir -p /run/sshd\n::respawn:/usr/sbin/sshd -D -e\n' >"$root/etc/inittab"
  ln -sf ../bin/busybox "$root/sbin/init"
}

customize() {
  local root=$1
  add_users "$root"
  configure_sshd "$root"
  rm -rf "$root"/usr/share/{doc,man,locale} "$root"/var/cache/debconf/*-old
  if [ "$image" = busybox ]; then leave_only_busybox "$root"; else trim_systemd "$root"; fi
}

mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Component: main' | head -n 1
}

# base SUITE PACKAGES: prints the archive of a root file system with these packages.
base() {
  local archive source
  archive=$PROVISION_CACHE/images/$1-$(printf '%s' "$2" | sha256sum | cut -c1-16).tar
  if [ ! -e "$archive" ]; then
    mkdir -p "$PROVISION_CACHE/images"
    source=$(mirror)
    [ -n "$source" ] || { apt-get -q update >&2; source=$(mirror); }
    mmdebstrap --quiet --format=tar --variant=minbase --include="$2" --aptopt='Acquire::Retries "5"' "$1" "$archive.new" "$source" >&2
    mv "$archive.new" "$archive"
  fi
  echo "$archive"
}

build() {
  local packages=openssh-server,sudo suite=bookworm archive
  case $image in
    debian-13) suite=trixie ;;
  esac
  case $image in
    debian-*) packages+=,systemd,systemd-sysv,dbus,opendoas,tcsh,fish,acl,attr,procps,iproute2,cron ;;
    busybox) packages+=,busybox-static ;;
  esac
  archive=$(base $suite $packages)
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  tar -C "$root" -xf "$archive" --exclude='./dev/*'
  mknod -m 666 "$root/dev/null" c 1 3
  customize "$root"
  tar -C "$root" -c . | docker import - "$name" >/dev/null
}

image=${1:?which image}
case $image in
  debian-12 | debian-13 | busybox) ;;
  *) echo "No recipe for an image named $image." >&2; exit 64 ;;
esac
name=provision-testbed/$image:$(sha256sum "$here/container-image.sh" | cut -c1-16)
PROVISION_CACHE=${PROVISION_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/provision}
mkdir -p "$PROVISION_CACHE"
exec 7>"$PROVISION_CACHE/image-$image.lock"
flock 7
if ! docker image inspect "$name" >/dev/null 2>&1; then
  echo "Building the image $name" >&2
  old=$(docker image ls --format '{{.Repository}}:{{.Tag}}' "provision-testbed/$image")
  build
  # What older recipes made is of no use any more. An image in use stays: docker refuses to remove it.
  for each in $old; do docker image rm "$each" >/dev/null 2>&1 || true; done
fi
echo "$name"
