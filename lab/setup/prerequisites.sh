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
    mmdebstrap:mmdebstrap qemu-system-x86_64:qemu-system-x86 mkfs.ext4:e2fsprogs ansible-playbook:ansible-core \
    sudo:sudo
  [ -e /usr/include/stdio.h ] || install_packages libc6-dev
}

# Built here and not in the first test that asks, so that no test's time has it.
need_images() {
  local image
  for image in debian-12 debian-13 busybox; do bash lab/testbed/container-image.sh $image; done
}

# The engine is shared by all runs on this machine: each holds a shared lock, and the last one to end stops it,
# unless somebody else started it (the system, or `./test setup`).
container_engine_lock=$provision_cache/container-engine.lock
container_engine_pid=$provision_cache/container-engine.pid
container_engine_kept=$provision_cache/container-engine.kept

need_container_engine() {
  mkdir -p "$provision_cache"
  exec 8>"$container_engine_lock.start" 9>"$container_engine_lock"
  flock 8
  flock -s 9
  if docker version >/dev/null 2>&1; then
    echo "Using the container engine that is running."
  else
    start_container_engine
  fi
  exec 8>&-
}

start_container_engine() {
  local log=$provision_cache/container-engine.log pid tries
  mount_cgroups
  forget_dead "$container_engine_pid" dockerd
  forget_dead /var/run/docker/containerd/containerd.pid containerd
  setsid dockerd --data-root "$provision_cache/container-engine" --pidfile "$container_engine_pid" \
    >"$log" 2>&1 </dev/null 8>&- 9>&- &
  pid=$!
  for tries in $(seq 120); do
    if docker version >/dev/null 2>&1; then
      echo "Started a container engine (dockerd, pid $(cat "$container_engine_pid"), log $log)."
      return 0
    fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.25
  done
  kill "$pid" 2>/dev/null || true
  echo "dockerd did not start; the end of $log:" >&2
  tail -n 15 "$log" >&2
  return 1
}

# forget_dead PIDFILE NAME: removes the file of an engine that was killed. Its pid may be somebody else's by now, and the
# engine would take that for itself and not start.
forget_dead() {
  local pid
  pid=$(cat "$1" 2>/dev/null) || return 0
  [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = "$2" ] || rm -f "$1"
}

# keep_container_engine: from now on this engine is stopped by `./test stop` only. Another one, after a restart of the
# machine, is not meant.
keep_container_engine() {
  if [ -e "$container_engine_pid" ]; then cp "$container_engine_pid" "$container_engine_kept"; fi
}

# Only where nobody has done it: a machine without systemd may come with an empty /sys/fs/cgroup.
mount_cgroups() {
  if ! grep -qE ' /sys/fs/cgroup' /proc/mounts; then mount -t cgroup2 cgroup2 /sys/fs/cgroup; fi
}

# Removes containers of tests that were killed before they could do so themselves.
sweep_containers() {
  local id owner
  docker ps -a --filter label=dev.provision.lab.owner --format '{{.ID}} {{.Label "dev.provision.lab.owner"}}' |
    while read -r id owner; do
      [ -e "/proc/$owner" ] || docker rm -f -v "$id" >/dev/null
    done
}

release_container_engine() {
  if docker version >/dev/null 2>&1; then sweep_containers; fi
  [ -e "$container_engine_pid" ] || return 0
  exec 8>"$container_engine_lock.start" 9>"$container_engine_lock"
  flock 8
  if ! cmp -s "$container_engine_kept" "$container_engine_pid" && flock -n 9; then stop_container_engine; fi
  exec 8>&- 9>&-
}

stop_container_engine() {
  local pid tries
  pid=$(cat "$container_engine_pid" 2>/dev/null) || return 0
  # A recycled pid must not cost somebody else's process.
  grep -q dockerd "/proc/$pid/comm" 2>/dev/null || { rm -f "$container_engine_pid"; return 0; }
  kill "$pid"
  for tries in $(seq 120); do
    if [ ! -e "/proc/$pid" ]; then
      rm -f "$container_engine_pid"
      echo "Stopped the container engine."
      return 0
    fi
    sleep 0.25
  done
  echo "The container engine (pid $pid) does not stop." >&2
  return 1
}
