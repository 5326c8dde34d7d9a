#include "cgrind.h"
#include <valgrind/callgrind.h>

int cgrind_is_running(void) { return RUNNING_ON_VALGRIND; }

void cgrind_begin(void) { CALLGRIND_ZERO_STATS; }

void cgrind_end(const char *label) { CALLGRIND_DUMP_STATS_AT(label); }
