# Sourced by ./test and ./provision: brings what they need from Debian's packages.
# Each function says what it installs, and does nothing where it is there already.
# shellcheck shell=bash

provision_cache=${PROVISION_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/provision}
export PROVISION_CACHE=$provision_cache

# install_packages NAME...: as root, from the package sources that this machine already has.
install_packages() {
  if [ "$(id -u)" -ne 0 ]; then
    printf 'Missing: %s. Install them, or run this as root.\n' "$*" >&2
    return 1
  fi
  printf 'Installing from Debian packages: %s\n' "$*" >&2
  local apt=(apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=5)
  local policy=/usr/sbin/policy-rc.d made=
  # Without systemd nobody would ever stop the services that packages start.
  if [ ! -d /run/systemd/system ] && [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
    made=yes
  fi
  local status=0
  { "${apt[@]}" update && DEBIAN_FRONTEND=noninteractive "${apt[@]}" install --no-install-recommends "$@"; } \
    >"$provision_cache/apt.log" 2>&1 </dev/null || status=$?
  [ -z "$made" ] || rm -f $policy
  [ $status -eq 0 ] || tail -n 25 "$provision_cache/apt.log" >&2
  return $status
}

# need COMMAND:PACKAGE...: installs the packages whose command is not there.
need() {
  local pair missing=()
  mkdir -p "$provision_cache"
  for pair in "$@"; do
    PATH=$PATH:/usr/sbin:/sbin command -v "${pair%%:*}" >/dev/null 2>&1 || missing+=("${pair#*:}")
  done
  [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
}

need_java() {
  need javac:openjdk-17-jdk-headless mvn:maven
}

need_packages() {
  need dockerd:docker.io iptables:iptables ip:iproute2 ping:iputils-ping gcc:gcc ssh:openssh-client sshd:openssh-server \
    debootstrap:debootstrap qemu-system-x86_64:qemu-system-x86 mkfs.ext4:e2fsprogs ansible-playbook:ansible-core \
    sudo:sudo
  [ -e /usr/include/stdio.h ] || install_packages libc6-dev
}

need_container_engine() { :; }
release_container_engine() { :; }
