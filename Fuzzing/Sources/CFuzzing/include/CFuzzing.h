#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Swift doesn't let one fork. Here it is safe: the program has one thread.
pid_t fuzzing_fork(void);

/// Lets this process use no more memory than it has now and `bytes` more.
void fuzzing_limit_memory(size_t bytes);

/// From now on the process has so many seconds of processor time (SIGPROF), and so many of the clock's (SIGALRM).
void fuzzing_limit_time(double processor, double clock);

/// Nobody wants a core file, or a backtrace, of each input that stops the process.
void fuzzing_be_quiet(void);

/// Standard output is written line by line, wherever it leads.
void fuzzing_print_lines(void);

/// Memory that this process and its children share, all zero. Ends the process where there is none.
void *fuzzing_shared_memory(size_t count);

/// Encrypts with AES-256-GCM, the tag behind it, under a key that HKDF makes of another, as version 3 of CryptoCoding does. 1 where it went well.
int fuzzing_seal(
    const uint8_t key[32], const uint8_t *salt, size_t salt_count, const char *info, const uint8_t nonce[12],
    const uint8_t *head, size_t head_count, const uint8_t *tail, size_t tail_count,
    const uint8_t *plain, size_t count, uint8_t *sealed
);
