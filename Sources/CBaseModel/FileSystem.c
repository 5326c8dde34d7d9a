// What Swift can't say of Linux's file systems.
#define _GNU_SOURCE
#include "CBaseModel.h"

#include <errno.h>
#include <fcntl.h>

#if defined(__linux__) && defined(O_TMPFILE)
#include <sys/vfs.h>

int file_open_unnamed(const char *folder, mode_t mode) {
    // Its fsync leaves out what has no name, so that a power cut soon after the naming could leave an empty file.
    const unsigned btrfs = 0x9123683E;
    struct statfs system;
    if (statfs(folder, &system) == 0 && (unsigned)system.f_type == btrfs) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}
#else
int file_open_unnamed(const char *folder, mode_t mode) {
    (void)folder;
    (void)mode;
    errno = EOPNOTSUPP;
    return -1;
}
#endif
