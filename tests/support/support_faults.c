/* Preloaded by cli_faults.py: counts the calls of one rank that make, fill, sync or rename files below
 * a directory, and spoils one of them.
 *
 *     ISOBAR_FAULTS_BELOW  only files below this directory count
 *     ISOBAR_FAULTS_CALL   which call is spoilt, from 1
 *     ISOBAR_FAULTS_MODE   fail: the call returns an error; lose: a write says that it has written, and
 *                          has not; kill: the process is killed in front of it; list: all calls are traced
 *     ISOBAR_FAULTS_RANK   on which rank of Open MPI
 *     ISOBAR_FAULTS_TRACE  file that names the call that was spoilt, or all of them
 *     ISOBAR_FAULTS_DELAY  microseconds that every rename takes longer
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { go_on, fail, lose };

static int spoils_this_rank(void) {
  const char *wanted = getenv("ISOBAR_FAULTS_RANK"), *rank = getenv("OMPI_COMM_WORLD_RANK");
  return wanted != NULL && atoi(wanted) == (rank != NULL ? atoi(rank) : 0);
}

static int is_below(const char* path) {
  const char* below = getenv("ISOBAR_FAULTS_BELOW");
  if (below == NULL || strncmp(path, below, strlen(below)) != 0) return 0;
  return path[strlen(below)] == '\0' || strstr(path, ".partial") != NULL;
}

static void trace(const char* call, const char* path) {
  const char* name = getenv("ISOBAR_FAULTS_TRACE");
  const int file = name != NULL ? open(name, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
  if (file < 0) return;
  dprintf(file, "%s %s\n", call, path);
  close(file);
}

/* The fate of this call. */
static int fate(const char* call, const char* path) {
  static int calls = 0;
  const char *wanted = getenv("ISOBAR_FAULTS_CALL"), *mode = getenv("ISOBAR_FAULTS_MODE");
  if (mode == NULL || !spoils_this_rank() || !is_below(path)) return go_on;
  const int lists = strcmp(mode, "list") == 0;
  if (!lists && (wanted == NULL || ++calls != atoi(wanted))) return go_on;
  trace(call, path);
  if (lists) return go_on;
  if (strcmp(mode, "kill") == 0) kill(getpid(), SIGKILL);
  return strcmp(mode, "lose") == 0 ? lose : fail;
}

static const char* path_of(int file) {
  static char path[4096];
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  return path;
}

int mkostemps(char* name, int suffix, int flags) {
  static int (*real)(char*, int, int);
  if (real == NULL) real = (int (*)(char*, int, int))dlsym(RTLD_NEXT, "mkostemps");
  if (fate("create", name) == fail) {
    errno = EACCES;
    return -1;
  }
  return real(name, suffix, flags);
}

int fallocate(int file, int mode, off_t offset, off_t length) {
  static int (*real)(int, int, off_t, off_t);
  if (real == NULL) real = (int (*)(int, int, off_t, off_t))dlsym(RTLD_NEXT, "fallocate");
  if (fate("reserve", path_of(file)) == fail) {
    errno = ENOSPC;
    return -1;
  }
  return real(file, mode, offset, length);
}

ssize_t pwrite(int file, const void* data, size_t bytes, off_t offset) {
  static ssize_t (*real)(int, const void*, size_t, off_t);
  if (real == NULL) real = (ssize_t(*)(int, const void*, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");
  const int what = fate("write", path_of(file));
  if (what == lose) return (ssize_t)bytes;
  if (what == fail) {
    errno = ENOSPC;
    return -1;
  }
  return real(file, data, bytes, offset);
}

ssize_t pread(int file, void* data, size_t bytes, off_t offset) {
  static ssize_t (*real)(int, void*, size_t, off_t);
  if (real == NULL) real = (ssize_t(*)(int, void*, size_t, off_t))dlsym(RTLD_NEXT, "pread");
  if (fate("read", path_of(file)) == fail) {
    errno = EIO;
    return -1;
  }
  return real(file, data, bytes, offset);
}

int fsync(int file) {
  static int (*real)(int);
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  if (fate("sync", path_of(file)) == fail) {
    errno = EIO;
    return -1;
  }
  return real(file);
}

int fchmod(int file, mode_t mode) {
  static int (*real)(int, mode_t);
  if (real == NULL) real = (int (*)(int, mode_t))dlsym(RTLD_NEXT, "fchmod");
  if (fate("mode", path_of(file)) == fail) {
    errno = EPERM;
    return -1;
  }
  return real(file, mode);
}

int rename(const char* from, const char* to) {
  static int (*real)(const char*, const char*);
  if (real == NULL) real = (int (*)(const char*, const char*))dlsym(RTLD_NEXT, "rename");
  if (fate("rename", from) == fail) {
    errno = EIO;
    return -1;
  }
  const char *delay = getenv("ISOBAR_FAULTS_DELAY");
  const int result = real(from, to);
  if (delay != NULL) usleep((useconds_t)atoi(delay));
  return result;
}
