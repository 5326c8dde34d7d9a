// In C because the functions are GNU extensions, which the Glibc module doesn't import.
#define _GNU_SOURCE
#include "CThreadStack.h"
#include <pthread.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>

uintptr_t thread_stack_lowest_address(void) {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    void *lowest = 0;
    size_t size = 0;
    int failed = pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    return failed ? 0 : (uintptr_t)lowest;
}

bool thread_is_main(void) { return getpid() == (pid_t)syscall(SYS_gettid); }

#elif defined(__APPLE__)

uintptr_t thread_stack_lowest_address(void) {
    return (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - pthread_get_stacksize_np(pthread_self());
}

bool thread_is_main(void) { return pthread_main_np() != 0; }

#else

uintptr_t thread_stack_lowest_address(void) { return 0; }
bool thread_is_main(void) { return false; }

#endif
