// In C because mremap takes any number of arguments, and Swift calls no such functions.
#define _GNU_SOURCE
#include "CBaseModel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

void malloc_expect(size_t size) {
    static _Atomic size_t largest;
    if (size <= atomic_load_explicit(&largest, memory_order_relaxed)) return;
    atomic_store_explicit(&largest, size, memory_order_relaxed);
    // Volatile: else the compiler would leave both calls out.
    void *volatile piece = malloc(size);
    free(piece);
}

void *pages_map(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return NULL;
#if defined(MADV_HUGEPAGE)
    // Not all systems have them: then pages are as small as ever.
    (void)madvise(pages, size, MADV_HUGEPAGE);
#endif
    return pages;
}

void *pages_remap(void *pages, size_t old_size, size_t new_size) {
#if defined(__linux__)
    void *moved = mremap(pages, old_size, new_size, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? NULL : moved;
#else
    (void)pages;
    (void)old_size;
    (void)new_size;
    return NULL;
#endif
}

void pages_discard(void *pages, size_t size) {
    if (size > 0) (void)madvise(pages, size, MADV_DONTNEED);
}

void pages_release(void *pages, size_t size) {
#if defined(MADV_FREE)
    (void)madvise(pages, size, MADV_FREE);
#else
    (void)pages;
    (void)size;
#endif
}

void pages_unmap(void *pages, size_t size) { munmap(pages, size); }
