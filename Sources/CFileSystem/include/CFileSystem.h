#pragma once

#include <sys/types.h>

/// Opens a new file without a name in a folder, for reading and writing; it is gone when it is closed, unless it gets a name.
///
/// Returns -1, and errno, where the file system has no such files, or doesn't put them on the disk.
int file_open_unnamed(const char *folder, mode_t mode);
