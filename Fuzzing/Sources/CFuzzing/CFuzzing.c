#define _GNU_SOURCE
#include "CFuzzing.h"
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

pid_t fuzzing_fork(void) { return fork(); }

// Found by the linker before libc's: user defaults wait for a program that may still be writing a file that is damaged, here for ever so many.
int usleep(useconds_t microseconds) {
    (void)microseconds;
    return 0;
}

void fuzzing_limit_memory(size_t bytes) {
    // The size of the data that the process has, in pages, is the sixth number.
    FILE *file = fopen("/proc/self/statm", "r");
    size_t size = 0;
    if (file) {
        if (fscanf(file, "%*s %*s %*s %*s %*s %zu", &size) != 1) size = 0;
        fclose(file);
    }
    bytes += size * (size_t)sysconf(_SC_PAGESIZE);
    struct rlimit limit = {bytes, bytes};
    setrlimit(RLIMIT_DATA, &limit);
}

static struct itimerval timer(double seconds) {
    struct itimerval value = {{0, 0}, {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
    return value;
}

void fuzzing_limit_time(double processor, double clock) {
    struct itimerval value = timer(processor);
    setitimer(ITIMER_PROF, &value, NULL);
    value = timer(clock);
    setitimer(ITIMER_REAL, &value, NULL);
}

void fuzzing_be_quiet(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) signal(signals[index], SIG_DFL);
    freopen("/dev/null", "w", stderr);
}

void fuzzing_print_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

void *fuzzing_shared_memory(size_t count) {
    void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
    return memory;
}

static int derive(
    const uint8_t key[32], const uint8_t *salt, size_t salt_count, const char *info, size_t info_count, uint8_t derived[32]
) {
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    int status = 0;
    if (context) {
        const OSSL_PARAM parameters[] = {
            OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, 32),
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
            OSSL_PARAM_construct_end(),
        };
        status = EVP_KDF_derive(context, derived, 32, parameters);
    }
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return status;
}

int fuzzing_seal(
    const uint8_t key[32], const uint8_t *salt, size_t salt_count, const char *info, const uint8_t nonce[12],
    const uint8_t *head, size_t head_count, const uint8_t *tail, size_t tail_count,
    const uint8_t *plain, size_t count, uint8_t *sealed
) {
    uint8_t derived[32];
    size_t info_count = 0;
    while (info[info_count]) info_count++;
    if (derive(key, salt, salt_count, info, info_count, derived) != 1) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written = 0;
    int last = 0;
    int status = context && EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, derived, nonce) == 1
        && EVP_EncryptUpdate(context, NULL, &written, head, (int)head_count) == 1
        && EVP_EncryptUpdate(context, NULL, &written, tail, (int)tail_count) == 1
        && EVP_EncryptUpdate(context, sealed, &written, plain, (int)count) == 1
        && EVP_EncryptFinal_ex(context, sealed + written, &last) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, sealed + count) == 1;
    EVP_CIPHER_CTX_free(context);
    return status;
}
