// In C because the functions are GNU extensions, which the Glibc module doesn't import, and for the thread-local variable.
#define _GNU_SOURCE
#include "CBaseModel.h"
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

// Where a thread's bounds can't be found, this much is taken for granted.
static const uintptr_t assumed_stack = 256 * 1024;

// Found without a call: eight bytes, so that a library that is loaded later has room for them too.
#if defined(__linux__)
#define FAST_TLS __attribute__((tls_model("initial-exec")))
#else
#define FAST_TLS
#endif

// The lowest address of this thread's stack; 0 until it is first asked for.
static _Thread_local uintptr_t lowest_address FAST_TLS;

static uintptr_t find_lowest_address(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t lowest = 0;
#if defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *address = 0;
        size_t size = 0;
        if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = (uintptr_t)address;
        pthread_attr_destroy(&attributes);
    }
#elif defined(__APPLE__)
    lowest = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - pthread_get_stacksize_np(pthread_self());
#endif
    return lowest != 0 && lowest < here ? lowest : here - assumed_stack;
}

bool thread_stack_has_room(size_t reserve) {
    if (lowest_address == 0) lowest_address = find_lowest_address();
    return (uintptr_t)__builtin_frame_address(0) - lowest_address > reserve;
}

uintptr_t thread_stack_limit(size_t reserve) {
    if (lowest_address == 0) lowest_address = find_lowest_address();
    return lowest_address + reserve;
}

uintptr_t thread_identity(void) { return (uintptr_t)pthread_self(); }

bool thread_is_main(void) {
#if defined(__linux__)
    return getpid() == gettid();
#else
    return pthread_main_np() != 0;
#endif
}
