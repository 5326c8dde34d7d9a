#ifndef CTHREADSTACK_H
#define CTHREADSTACK_H

#include <stdbool.h>
#include <stddef.h>

/// True while the calling thread has more than `reserve` bytes of stack left. A few nanoseconds.
bool thread_stack_has_room(size_t reserve);

#endif
