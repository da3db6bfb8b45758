/*
 * A long line between two network namespaces: holds each packet for the line's delay.
 *
 *   delay-wire LEFT RIGHT      makes both namespaces, each with a TUN device "wire0", and says "ready"
 *
 * Then it reads commands, one a line, and answers each with one line:
 *   shape DELAY_US JITTER_US LOSS_PPM BITS_PER_SECOND QUEUE_PACKETS     for both directions
 *   cut          drops what is on the line and all that follows
 *   restore      ends the cut
 *   count        packets and bytes carried to the right, to the left, and packets dropped
 * At the end of its input it kills what runs in the namespaces, removes them and ends: nothing outlives who asked for it.
 *
 * A packet-level line is needed because a relay of TCP connections can't delay their handshake, and netem is
 * missing from many kernels.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "/run/netns"
#define MAX_PACKET 65536
#define BATCH 64

struct packet {
  struct packet *next;
  int64_t due;
  size_t length;
  unsigned char bytes[];
};

/* One direction of the line: packets in the order in which they leave it. */
struct direction {
  int from, to;
  struct packet *first, **last;
  int64_t free_at, last_due;
  long waiting;
  uint64_t packets, bytes, dropped;
};

struct shape {
  int64_t delay, jitter;
  long loss_ppm, queue;
  int64_t bits_per_second;
};

/* Where the namespaces are that this process has made. */
static char paths[2][256];
static struct direction lines[2];
static struct shape shape = {0, 0, 0, 10000, 0};
static int is_cut;
static uint64_t seed = 88172645463325252ULL;

/* Kills who is in this namespace; tells whether there was anybody. */
static int kill_inside(const char *namespace) {
  struct stat wanted, found;
  struct dirent *entry;
  char path[300];
  int any = 0;
  DIR *processes = opendir("/proc");
  if (!processes || stat(namespace, &wanted) != 0) {
    if (processes) closedir(processes);
    return 0;
  }
  while ((entry = readdir(processes))) {
    if (!isdigit((unsigned char) entry->d_name[0])) continue;
    snprintf(path, sizeof path, "/proc/%s/ns/net", entry->d_name);
    if (stat(path, &found) != 0 || found.st_ino != wanted.st_ino || found.st_dev != wanted.st_dev) continue;
    any = 1;
    kill(atoi(entry->d_name), SIGKILL);
  }
  closedir(processes);
  return any;
}

static void remove_namespaces(void) {
  for (int i = 0; i < 2; i++) {
    struct timespec pause = {0, 2000000};
    if (!paths[i][0]) continue;
    /* More than once, since one who is about to die may have forked. */
    for (int tries = 0; tries < 500 && kill_inside(paths[i]); tries++) nanosleep(&pause, NULL);
    umount2(paths[i], MNT_DETACH);
    unlink(paths[i]);
  }
}

static void fail(const char *what, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, what);
  fprintf(stderr, "delay-wire: ");
  vfprintf(stderr, what, arguments);
  fprintf(stderr, ": %s\n", strerror(error));
  va_end(arguments);
  remove_namespaces();
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* The same losses and jitter in each run. */
static uint64_t chance(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

/* Mounts must not spread from here: `ip netns` does the same for its folder. */
static void prepare_folder(void) {
  mkdir(FOLDER, 0755);
  if (mount("", FOLDER, "none", MS_SHARED | MS_REC, NULL) == 0) return;
  if (errno != EINVAL) fail("mount " FOLDER);
  if (mount(FOLDER, FOLDER, "none", MS_BIND | MS_REC, NULL) != 0) fail("bind " FOLDER);
  if (mount("", FOLDER, "none", MS_SHARED | MS_REC, NULL) != 0) fail("share " FOLDER);
}

/* Makes a namespace of this name and gives back a device in it. */
static int open_side(const char *name, char *made, size_t size) {
  char path[256];
  struct ifreq request;
  int fd, tun, home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  if (home < 0) fail("open /proc/self/ns/net");
  snprintf(path, sizeof path, FOLDER "/%s", name);
  fd = open(path, O_RDONLY | O_CREAT | O_EXCL, 0);
  if (fd < 0) fail("create %s", path);
  close(fd);
  snprintf(made, size, "%s", path);
  if (unshare(CLONE_NEWNET) != 0) fail("unshare");
  if (mount("/proc/self/ns/net", path, "none", MS_BIND, NULL) != 0) fail("mount %s", path);
  tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  if (tun < 0) fail("open /dev/net/tun");
  memset(&request, 0, sizeof request);
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  strcpy(request.ifr_name, "wire0");
  if (ioctl(tun, TUNSETIFF, &request) != 0) fail("TUNSETIFF");
  if (setns(home, CLONE_NEWNET) != 0) fail("setns");
  close(home);
  return tun;
}

static void drop_all(struct direction *line) {
  while (line->first) {
    struct packet *packet = line->first;
    line->first = packet->next;
    free(packet);
    line->dropped++;
  }
  line->last = &line->first;
  line->waiting = 0;
  line->free_at = line->last_due = 0;
}

static void append(struct direction *line, const unsigned char *bytes, size_t length) {
  int64_t time = now();
  struct packet *packet;
  if (is_cut || line->waiting >= shape.queue
      || (shape.loss_ppm && (long) (chance() % 1000000) < shape.loss_ppm)) {
    line->dropped++;
    return;
  }
  packet = malloc(sizeof *packet + length);
  if (!packet) fail("malloc");
  if (line->free_at < time) line->free_at = time;
  if (shape.bits_per_second) line->free_at += (int64_t) length * 8 * 1000000000LL / shape.bits_per_second;
  packet->due = line->free_at + shape.delay;
  if (shape.jitter) packet->due += (int64_t) (chance() % (uint64_t) (2 * shape.jitter)) - shape.jitter;
  /* A long line is slow at times, but keeps the order. */
  if (packet->due < line->last_due) packet->due = line->last_due;
  line->last_due = packet->due;
  packet->length = length;
  packet->next = NULL;
  memcpy(packet->bytes, bytes, length);
  *line->last = packet;
  line->last = &packet->next;
  line->waiting++;
}

static void take_in(struct direction *line) {
  static unsigned char buffer[MAX_PACKET];
  for (int i = 0; i < BATCH; i++) {
    ssize_t length = read(line->from, buffer, sizeof buffer);
    if (length <= 0) return;
    append(line, buffer, (size_t) length);
  }
}

static void let_out(struct direction *line, int64_t time) {
  while (line->first && line->first->due <= time) {
    struct packet *packet = line->first;
    ssize_t written = write(line->to, packet->bytes, packet->length);
    if (written < 0 && errno == EAGAIN) return;
    line->first = packet->next;
    if (!line->first) line->last = &line->first;
    line->waiting--;
    if (written < 0) {
      line->dropped++; /* the device is down */
    } else {
      line->packets++;
      line->bytes += packet->length;
    }
    free(packet);
  }
}

static void obey(const char *command) {
  long delay, jitter, loss, queue;
  long long rate;
  if (sscanf(command, "shape %ld %ld %ld %lld %ld", &delay, &jitter, &loss, &rate, &queue) == 5) {
    shape = (struct shape) {delay * 1000LL, jitter * 1000LL, loss, queue, rate};
    puts("ok");
  } else if (!strcmp(command, "cut\n")) {
    is_cut = 1;
    drop_all(&lines[0]);
    drop_all(&lines[1]);
    puts("ok");
  } else if (!strcmp(command, "restore\n")) {
    is_cut = 0;
    puts("ok");
  } else if (!strcmp(command, "count\n")) {
    printf("%llu %llu %llu %llu %llu\n", (unsigned long long) lines[0].packets, (unsigned long long) lines[0].bytes,
        (unsigned long long) lines[1].packets, (unsigned long long) lines[1].bytes,
        (unsigned long long) (lines[0].dropped + lines[1].dropped));
  } else {
    printf("unknown command: %s", command);
  }
  fflush(stdout);
}

/* Commands come whole and one at a time, since each is answered: no need to put pieces together. */
static int read_command(void) {
  char command[256];
  ssize_t length = read(STDIN_FILENO, command, sizeof command - 1);
  if (length <= 0) return 0;
  command[length] = 0;
  obey(command);
  return 1;
}

static void carry(void) {
  struct pollfd fds[3] = {{lines[0].from, POLLIN, 0}, {lines[1].from, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  for (;;) {
    int64_t time = now(), wait = -1;
    struct timespec timeout;
    for (int i = 0; i < 2; i++) {
      let_out(&lines[i], time);
      if (lines[i].first) {
        int64_t left = lines[i].first->due - time;
        if (left < 0) left = 100000; /* the device is full: soon again */
        if (wait < 0 || left < wait) wait = left;
      }
    }
    timeout.tv_sec = wait / 1000000000LL;
    timeout.tv_nsec = wait % 1000000000LL;
    if (ppoll(fds, 3, wait < 0 ? NULL : &timeout, NULL) < 0 && errno != EINTR) fail("poll");
    if (fds[0].revents & POLLIN) take_in(&lines[0]);
    if (fds[1].revents & POLLIN) take_in(&lines[1]);
    if (fds[2].revents && !read_command()) return;
  }
}

/* The line's time must be right on a busy machine too; where this is not allowed, it is as right as it gets. */
static void hurry(void) {
  struct sched_param priority = {.sched_priority = 1};
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) setpriority(PRIO_PROCESS, 0, -15);
}

static void stop(int signal) {
  (void) signal;
  remove_namespaces();
  _exit(1);
}

int main(int count, char **arguments) {
  int tun[2];
  if (count != 3) {
    fprintf(stderr, "usage: delay-wire LEFT RIGHT\n");
    return 64;
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN); /* Ctrl-C goes to the whole group; who asked for the line decides when it ends. */
  signal(SIGTERM, stop);
  prepare_folder();
  for (int i = 0; i < 2; i++) {
    tun[i] = open_side(arguments[i + 1], paths[i], sizeof paths[i]);
  }
  lines[0] = (struct direction) {.from = tun[0], .to = tun[1]};
  lines[1] = (struct direction) {.from = tun[1], .to = tun[0]};
  lines[0].last = &lines[0].first;
  lines[1].last = &lines[1].first;
  hurry();
  puts("ready");
  fflush(stdout);
  carry();
  remove_namespaces();
  return 0;
}
