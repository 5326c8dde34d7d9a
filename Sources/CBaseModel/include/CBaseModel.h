// What Swift can't say of the system.
#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// The system's calls about files by their paths, and about their state: safe with what Swift hands them, which is text and a
// structure of its own.
#ifdef __clang__
#pragma clang attribute push(__attribute__((swift_attr("safe"))), apply_to = function)
#endif

static inline int file_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int file_access(const char *path, int mode) { return access(path, mode); }
static inline int file_stat(const char *path, struct stat *status) { return stat(path, status); }
static inline int file_lstat(const char *path, struct stat *status) { return lstat(path, status); }
static inline int file_fstat(int descriptor, struct stat *status) { return fstat(descriptor, status); }
static inline int file_unlink(const char *path) { return unlink(path); }
static inline int file_link(const char *old, const char *new_path) { return link(old, new_path); }
static inline int file_rename(const char *old, const char *new_path) { return rename(old, new_path); }
static inline int folder_make(const char *path, mode_t mode) { return mkdir(path, mode); }

/// Gives a name to a file that has none.
static inline int file_name_open(int descriptor, const char *path) {
    // The one way that needs no privilege.
    char open_file[32];
    snprintf(open_file, sizeof open_file, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, open_file, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

/// Opens a new file without a name in a folder, for reading and writing; it is gone when it is closed, unless it gets a name.
///
/// Returns -1, and errno, where the file system has no such files, or doesn't put them on the disk.
int file_open_unnamed(const char *folder, mode_t mode);

/// Takes an extended attribute from an open file. -1, and errno, on failure.
int file_remove_attribute(int descriptor, const char *name);

#ifdef __clang__
#pragma clang attribute pop
#endif

// Linux's extended attributes of files; elsewhere no file has any (ENOTSUP).

/// Copies the names of a file's attributes, each with a NUL behind it; with size 0 it says how many bytes those take. -1, and errno, on failure.
ssize_t file_attribute_names(const char *path, void *names, size_t size);

/// Copies the value of a file's attribute; with size 0 it says how many bytes that takes. -1, and errno, on failure.
ssize_t file_attribute(const char *path, const char *name, void *value, size_t size);

/// Gives an open file an attribute. -1, and errno, on failure.
int file_set_attribute(int descriptor, const char *name, const void *value, size_t size);

/// Has malloc keep more of what is given back, as it does once a piece of that size came and went.
void malloc_expect(size_t size);

/// Fresh pages, which are zeros, and large ones where the system has such. NULL where it has no more memory.
void *pages_map(size_t size);

/// Gives pages another size, and moves them where that needs it. NULL where the system has no more memory, or can't move pages at all.
void *pages_remap(void *pages, size_t old_size, size_t new_size);

/// Gives back what is in pages, which stay: who reads them again finds zeros.
void pages_discard(void *pages, size_t size);

/// Says that nobody needs what is in pages, which stay: the system may take it until they are written again.
void pages_release(void *pages, size_t size);

/// Gives pages back.
void pages_unmap(void *pages, size_t size);

/// True while the calling thread has more than `reserve` bytes of stack left. A few nanoseconds.
bool thread_stack_has_room(size_t reserve);

/// The address above which the calling thread's stack may be used, so that `reserve` bytes stay free.
uintptr_t thread_stack_limit(size_t reserve);

/// A number that no other thread has while the calling one lives.
uintptr_t thread_identity(void);

/// True on the thread that the program began with.
bool thread_is_main(void);

/// A number that the calling thread keeps for `LongWork`. It is 0 at first.
uint64_t long_work_state(void);

/// Sets that number.
void long_work_set_state(uint64_t new_state);

/// A pointer that the calling thread keeps for `LongWork`. It is NULL at first.
void *long_work_remains(void);

/// Sets that pointer.
void long_work_set_remains(void *new_remains);

/// Writes the Base64 of the beginning of some bytes, 16 digits for every 12 bytes. Returns the number of bytes that it encoded: all but
/// the last 4 to 15, or none if the processor has no instructions for it. `text` needs room for the digits of all bytes.
size_t base64_encode(const uint8_t *bytes, size_t count, uint8_t *text);

/// Writes the bytes that the beginning of a text in Base64 represents, in either alphabet, 24 bytes for every 32 digits. Returns the
/// number of digits that it decoded, a multiple of 32. It leaves at least the last 8 characters, and everything from the first 32 that
/// aren't all digits. `bytes` needs room for three bytes for every four characters of the text.
size_t base64_decode(const uint8_t *text, size_t count, uint8_t *bytes);
