// In C because Swift's module of the C library leaves these calls of Linux out.
#include "CBaseModel.h"

#include <errno.h>

#if defined(__linux__)
#include <sys/xattr.h>

ssize_t file_attribute_names(const char *path, void *names, size_t size) { return listxattr(path, names, size); }

ssize_t file_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}

int file_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
    return fsetxattr(descriptor, name, value, size, 0);
}

int file_remove_attribute(int descriptor, const char *name) { return fremovexattr(descriptor, name); }
#else
ssize_t file_attribute_names(const char *path, void *names, size_t size) {
    (void)path, (void)names, (void)size;
    errno = ENOTSUP;
    return -1;
}

ssize_t file_attribute(const char *path, const char *name, void *value, size_t size) {
    (void)path, (void)name, (void)value, (void)size;
    errno = ENOTSUP;
    return -1;
}

int file_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
    (void)descriptor, (void)name, (void)value, (void)size;
    errno = ENOTSUP;
    return -1;
}

int file_remove_attribute(int descriptor, const char *name) {
    (void)descriptor, (void)name;
    errno = ENOTSUP;
    return -1;
}
#endif
