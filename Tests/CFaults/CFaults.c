// The C library's calls about files, as a program has them that links this: its own definitions go before the library's, for all libraries
// that it loads.
#define _GNU_SOURCE
#include "CFaults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { DESCRIPTORS = 1024, LABEL = 160 };

static char watched_folder[4096];
static size_t folder_length;
static volatile int is_armed;
static volatile long calls, turn;
static fault_kind kind;
static int error_code, refuses_unnamed, refuses_naming, counts_changes_only;
static char put_path[4096];
static unsigned put_mode;
static char labels[DESCRIPTORS][LABEL];
static char log_text[1 << 18];
static size_t log_length;

void faults_arm(const char *folder, long new_turn, fault_kind new_kind, int error) {
    snprintf(watched_folder, sizeof watched_folder, "%s", folder);
    folder_length = strlen(watched_folder);
    memset(labels, 0, sizeof labels);
    log_length = 0;
    log_text[0] = 0;
    calls = 0;
    turn = new_turn;
    kind = new_kind;
    error_code = error;
    is_armed = 1;
}

void faults_refuse(int unnamed_files, int naming) {
    refuses_unnamed = unnamed_files;
    refuses_naming = naming;
}

void faults_count_changes_only(int is_so) { counts_changes_only = is_so; }

void faults_put(const char *path, unsigned mode) {
    snprintf(put_path, sizeof put_path, "%s", path);
    put_mode = mode;
}

long faults_disarm(void) {
    is_armed = 0;
    return calls;
}

const char *faults_log(void) { return log_text; }

int faults_fork(void) { return fork(); }

void faults_exit(int status) { _exit(status); }

volatile int64_t *faults_shared(void) {
    static volatile int64_t *numbers;
    if (!numbers) {
        void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) abort();
        numbers = page;
    }
    return numbers;
}

// What a path is below the folder; NULL for one that lies elsewhere.
static const char *below(const char *path) {
    if (!is_armed || !path || strncmp(path, watched_folder, folder_length) != 0) return NULL;
    const char *rest = path + folder_length;
    if (*rest == 0) return ".";
    return *rest == '/' ? rest + 1 : NULL;
}

// What a descriptor is of; NULL where it is of no file below the folder.
static const char *of(int descriptor) {
    if (!is_armed || descriptor < 0 || descriptor >= DESCRIPTORS || !labels[descriptor][0]) return NULL;
    return labels[descriptor];
}

static int is_interruptible(const char *name) {
    static const char *const names[] = {"open", "read", "pread", "write", "pwrite", "writev", "fsync", "fdatasync", "close", "flock"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (!strcmp(name, names[index])) return 1;
    return 0;
}

static int is_change(const char *name, const char *other) {
    static const char *const names[] = {"read", "pread", "stat", "lstat", "fstat", "access", "opendir", "close", "flock", "getxattr", "listxattr"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (!strcmp(name, names[index])) return 0;
    return strcmp(name, "open") != 0 || (other && *other);
}

// Does what another program would do: its calls aren't counted.
static void put(void) {
    is_armed = 0;
    int descriptor = open(put_path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (descriptor < 0 || fchmod(descriptor, put_mode) != 0) abort();
    close(descriptor);
    is_armed = 1;
}

// Counts a call. Returns what befalls it.
static fault_kind count(const char *name, const char *what, const char *other) {
    int length = snprintf(log_text + log_length, sizeof log_text - log_length, other ? "%s %s %s\n" : "%s %s\n", name, what, other);
    if (length > 0 && log_length + (size_t)length < sizeof log_text) log_length += (size_t)length;
    if (counts_changes_only && !is_change(name, other)) return FAULT_NONE;
    if (++calls != turn) return FAULT_NONE;
    if (kind == FAULT_ERROR && error_code == EINTR && !is_interruptible(name)) return FAULT_NONE;
    if (kind == FAULT_PUT) put();
    return kind;
}

static void die(void) { kill(getpid(), SIGKILL); }

// Looked for once, by any thread: they all find the same.
#define REAL(name) \
    static __typeof__(&name) known; \
    __typeof__(&name) real = __atomic_load_n(&known, __ATOMIC_RELAXED); \
    if (!real) { \
        real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
        __atomic_store_n(&known, real, __ATOMIC_RELAXED); \
    } \
    (void)0

// For a call about `what`; where that is NULL, it is none of ours.
#define STEP(name, what, other, failure) \
    const char *about = what; \
    if (about) { \
        switch (count(#name, about, other)) { \
        case FAULT_ERROR: errno = error_code; return failure; \
        case FAULT_KILL: die(); break; \
        case FAULT_STOP: raise(SIGSTOP); break; \
        default: break; \
        } \
    }

// MARK: Opening and closing

static int opened(int descriptor, const char *what, int flags) {
    if (what && descriptor >= 0 && descriptor < DESCRIPTORS)
        snprintf(labels[descriptor], LABEL, "%s", (flags & O_TMPFILE) == O_TMPFILE ? "unnamed" : what);
    return descriptor;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        STEP(open, below(path), (flags & O_TMPFILE) == O_TMPFILE ? "O_TMPFILE" : flags & O_CREAT ? "O_CREAT" : "", -1) \
        if (about && refuses_unnamed && (flags & O_TMPFILE) == O_TMPFILE) { \
            errno = EOPNOTSUPP; \
            return -1; \
        } \
        return opened(real(path, flags, mode), about, flags); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        REAL(name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        STEP(open, *path == '/' ? below(path) : of(folder) ? path : NULL, NULL, -1) \
        return opened(real(folder, path, flags, mode), about, flags); \
    }
OPENAT(openat)
OPENAT(openat64)

#define MAKE(name, parameters, arguments) \
    int name parameters { \
        REAL(name); \
        STEP(name, below(path), NULL, -1) \
        return opened(real arguments, about, 0); \
    }
MAKE(mkstemp, (char *path), (path))
MAKE(mkostemp, (char *path, int flags), (path, flags))
MAKE(mkstemp64, (char *path), (path))
MAKE(mkostemp64, (char *path, int flags), (path, flags))

DIR *opendir(const char *path) {
    REAL(opendir);
    STEP(opendir, below(path), NULL, NULL)
    return real(path);
}

int close(int descriptor) {
    REAL(close);
    const char *about = of(descriptor);
    fault_kind fault = about ? count("close", about, NULL) : FAULT_NONE;
    if (about) labels[descriptor][0] = 0;
    if (fault == FAULT_KILL) die();
    if (fault == FAULT_STOP) raise(SIGSTOP);
    // It is closed in any case, as in Linux.
    int result = real(descriptor);
    if (fault != FAULT_ERROR) return result;
    errno = error_code;
    return -1;
}

// MARK: Contents

#define TRANSFER(name, parameters, whole, half) \
    ssize_t name parameters { \
        REAL(name); \
        const char *about = of(descriptor); \
        switch (about ? count(#name, about, NULL) : FAULT_NONE) { \
        case FAULT_ERROR: errno = error_code; return -1; \
        case FAULT_SHORT: if (size > 1) return real half; break; \
        case FAULT_STOP: raise(SIGSTOP); break; \
        default: break; \
        } \
        return real whole; \
    }
TRANSFER(read, (int descriptor, void *bytes, size_t size), (descriptor, bytes, size), (descriptor, bytes, size / 2))
TRANSFER(pread, (int descriptor, void *bytes, size_t size, off_t offset), (descriptor, bytes, size, offset), (descriptor, bytes, size / 2, offset))

#define WRITE(name, parameters, whole, half, lie) \
    ssize_t name parameters { \
        REAL(name); \
        const char *about = of(descriptor); \
        switch (about ? count(#name, about, NULL) : FAULT_NONE) { \
        case FAULT_ERROR: errno = error_code; return -1; \
        case FAULT_SHORT: if (size > 1) return real half; break; \
        case FAULT_STOP: raise(SIGSTOP); break; \
        case FAULT_KILL: (void)!real half; die(); break; \
        case FAULT_LIE: { \
            char *copy = malloc(size + 1); \
            memcpy(copy, bytes, size); \
            copy[size / 2] ^= 1; \
            ssize_t result = real lie; \
            free(copy); \
            return result; \
        } \
        default: break; \
        } \
        return real whole; \
    }
WRITE(write, (int descriptor, const void *bytes, size_t size), (descriptor, bytes, size), (descriptor, bytes, size / 2), (descriptor, copy, size))
WRITE(pwrite, (int descriptor, const void *bytes, size_t size, off_t offset), (descriptor, bytes, size, offset), (descriptor, bytes, size / 2, offset), (descriptor, copy, size, offset))

ssize_t writev(int descriptor, const struct iovec *parts, int number) {
    REAL(writev);
    STEP(writev, of(descriptor), NULL, -1)
    return real(descriptor, parts, number);
}

// MARK: Everything else

#define ABOUT_FILE(name, parameters, arguments) \
    int name parameters { \
        REAL(name); \
        STEP(name, of(descriptor), NULL, -1) \
        return real arguments; \
    }
ABOUT_FILE(fsync, (int descriptor), (descriptor))
ABOUT_FILE(fdatasync, (int descriptor), (descriptor))
ABOUT_FILE(ftruncate, (int descriptor, off_t length), (descriptor, length))
ABOUT_FILE(ftruncate64, (int descriptor, off64_t length), (descriptor, length))
ABOUT_FILE(fchmod, (int descriptor, mode_t mode), (descriptor, mode))
ABOUT_FILE(fchown, (int descriptor, uid_t owner, gid_t group), (descriptor, owner, group))
ABOUT_FILE(fstat, (int descriptor, struct stat *status), (descriptor, status))
ABOUT_FILE(flock, (int descriptor, int operation), (descriptor, operation))
ABOUT_FILE(fsetxattr, (int descriptor, const char *key, const void *value, size_t size, int flags), (descriptor, key, value, size, flags))
ABOUT_FILE(fremovexattr, (int descriptor, const char *key), (descriptor, key))

#define ABOUT_ATTRIBUTES(name, parameters, arguments) \
    ssize_t name parameters { \
        REAL(name); \
        STEP(name, below(path), NULL, -1) \
        return real arguments; \
    }
ABOUT_ATTRIBUTES(getxattr, (const char *path, const char *key, void *value, size_t size), (path, key, value, size))
ABOUT_ATTRIBUTES(listxattr, (const char *path, char *names, size_t size), (path, names, size))

#define ABOUT_PATH(name, parameters, arguments) \
    int name parameters { \
        REAL(name); \
        STEP(name, below(path), NULL, -1) \
        return real arguments; \
    }
ABOUT_PATH(unlink, (const char *path), (path))
ABOUT_PATH(remove, (const char *path), (path))
ABOUT_PATH(rmdir, (const char *path), (path))
ABOUT_PATH(mkdir, (const char *path, mode_t mode), (path, mode))
ABOUT_PATH(chmod, (const char *path, mode_t mode), (path, mode))
ABOUT_PATH(chown, (const char *path, uid_t owner, gid_t group), (path, owner, group))
ABOUT_PATH(truncate, (const char *path, off_t length), (path, length))
ABOUT_PATH(stat, (const char *path, struct stat *status), (path, status))
ABOUT_PATH(lstat, (const char *path, struct stat *status), (path, status))
ABOUT_PATH(access, (const char *path, int mode), (path, mode))
ABOUT_PATH(unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
ABOUT_PATH(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))

#define ABOUT_TWO(name, parameters, arguments) \
    int name parameters { \
        REAL(name); \
        STEP(name, below(new), below(old), -1) \
        return real arguments; \
    }
ABOUT_TWO(rename, (const char *old, const char *new), (old, new))
ABOUT_TWO(renameat, (int folder, const char *old, int other, const char *new), (folder, old, other, new))
ABOUT_TWO(renameat2, (int folder, const char *old, int other, const char *new, unsigned flags), (folder, old, other, new, flags))
ABOUT_TWO(link, (const char *old, const char *new), (old, new))

int linkat(int folder, const char *old, int other, const char *new, int flags) {
    REAL(linkat);
    STEP(linkat, below(new), "", -1)
    if (about && refuses_naming) {
        errno = EPERM;
        return -1;
    }
    return real(folder, old, other, new, flags);
}
