#ifndef CTHREADSTACK_H
#define CTHREADSTACK_H

#include <stdbool.h>
#include <stdint.h>

/// The lowest address of the calling thread's stack, or 0 where the system doesn't tell.
uintptr_t thread_stack_lowest_address(void);

/// True on the thread that the process started with.
bool thread_is_main(void);

#endif
