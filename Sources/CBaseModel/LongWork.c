// In C for the thread-local variable, as in ThreadStack.c.
#include "CBaseModel.h"

#if defined(__linux__)
#define FAST_TLS __attribute__((tls_model("initial-exec")))
#else
#define FAST_TLS
#endif

static _Thread_local uint64_t state FAST_TLS;

uint64_t long_work_state(void) { return state; }

void long_work_set_state(uint64_t new_state) { state = new_state; }

static _Thread_local void *remains FAST_TLS;

void *long_work_remains(void) { return remains; }

void long_work_set_remains(void *new_remains) { remains = new_remains; }
