// What Swift can't say of the system.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Opens a new file without a name in a folder, for reading and writing; it is gone when it is closed, unless it gets a name.
///
/// Returns -1, and errno, where the file system has no such files, or doesn't put them on the disk.
int file_open_unnamed(const char *folder, mode_t mode);

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
