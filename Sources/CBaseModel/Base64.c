// In C because Swift has no instructions that look up sixteen bytes at once.
#include "CBaseModel.h"

#if defined(__x86_64__) && defined(__clang__)
#include <tmmintrin.h>

// After Wojciech Muła and Daniel Lemire, "Faster Base64 Encoding and Decoding Using AVX2 Instructions" (2018). Of the x86-64
// processors, only the earliest have no SSSE3.
static bool has_ssse3(void) { return __builtin_cpu_supports("ssse3"); }

__attribute__((target("ssse3"))) static size_t encode(const uint8_t *bytes, size_t count, uint8_t *text) {
    const __m128i order = _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
    // The differences between a digit's code and its value: for the values 26 to 51, 52 to 61 (ten entries), 62, 63, and 0 to 25.
    const __m128i differences = _mm_setr_epi8(
        'a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '+' - 62,
        '/' - 63, 'A', 0, 0);
    size_t done = 0;
    // Each step loads 16 bytes and uses 12.
    for (; count - done >= 16; done += 12, text += 16) {
        __m128i input = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + done)), order);
        // The four values of each group move to four bytes: two by multiplication to the right, and two to the left.
        __m128i right = _mm_mulhi_epu16(_mm_and_si128(input, _mm_set1_epi32(0x0FC0FC00)), _mm_set1_epi32(0x04000040));
        __m128i left = _mm_mullo_epi16(_mm_and_si128(input, _mm_set1_epi32(0x003F03F0)), _mm_set1_epi32(0x01000010));
        __m128i values = _mm_or_si128(right, left);
        __m128i row = _mm_subs_epu8(values, _mm_set1_epi8(51));
        __m128i first = _mm_cmpgt_epi8(_mm_set1_epi8(26), values);
        row = _mm_or_si128(row, _mm_and_si128(first, _mm_set1_epi8(13)));
        __m128i letters = _mm_add_epi8(values, _mm_shuffle_epi8(differences, row));
        _mm_storeu_si128((__m128i *)text, letters);
    }
    return done;
}

__attribute__((target("ssse3"))) static inline __attribute__((always_inline)) __m128i mistakes(__m128i input) {
    // Each half of a byte has a set of bits. The sets of both halves are disjoint for the digits of the usual alphabet, and only for them.
    const __m128i low_rows = _mm_setr_epi8(
        0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A);
    const __m128i high_rows = _mm_setr_epi8(
        0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10);
    __m128i mask = _mm_set1_epi8(0x0F);
    __m128i high = _mm_and_si128(_mm_srli_epi32(input, 4), mask);
    __m128i low = _mm_and_si128(input, mask);
    return _mm_and_si128(_mm_shuffle_epi8(low_rows, low), _mm_shuffle_epi8(high_rows, high));
}

/// Writes 16 bytes, of which 12 are those that 16 digits of the usual alphabet represent.
__attribute__((target("ssse3"))) static inline __attribute__((always_inline)) void put(__m128i input, uint8_t *bytes) {
    // The differences between a digit's value and its code, by the upper half of the code. That of / is in entry 1.
    const __m128i differences = _mm_setr_epi8(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i order = _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    __m128i row = _mm_and_si128(_mm_srli_epi32(input, 4), _mm_set1_epi8(0x0F));
    row = _mm_add_epi8(row, _mm_cmpeq_epi8(input, _mm_set1_epi8('/')));
    __m128i values = _mm_add_epi8(input, _mm_shuffle_epi8(differences, row));
    // Two values become 12 bits, and these 24.
    __m128i pairs = _mm_maddubs_epi16(values, _mm_set1_epi32(0x01400140));
    __m128i groups = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00011000));
    _mm_storeu_si128((__m128i *)bytes, _mm_shuffle_epi8(groups, order));
}

/// The digits with + and / in place of - and _.
__attribute__((target("ssse3"))) static inline __m128i usual(__m128i input) {
    __m128i minus = _mm_and_si128(_mm_cmpeq_epi8(input, _mm_set1_epi8('-')), _mm_set1_epi8('-' ^ '+'));
    __m128i line = _mm_and_si128(_mm_cmpeq_epi8(input, _mm_set1_epi8('_')), _mm_set1_epi8('_' ^ '/'));
    return _mm_xor_si128(input, _mm_or_si128(minus, line));
}

__attribute__((target("ssse3"))) static size_t decode(const uint8_t *text, size_t count, uint8_t *bytes) {
    size_t done = 0;
    // Each store writes 4 bytes too many. Later digits fill them: at least 8 are left.
    for (; count - done >= 40; done += 32, bytes += 24) {
        __m128i first = _mm_loadu_si128((const __m128i *)(text + done));
        __m128i second = _mm_loadu_si128((const __m128i *)(text + done + 16));
        __m128i found = _mm_or_si128(mistakes(first), mistakes(second));
        if (_mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128())) != 0xFFFF) {
            first = usual(first);
            second = usual(second);
            found = _mm_or_si128(mistakes(first), mistakes(second));
            if (_mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128())) != 0xFFFF) break;
        }
        put(first, bytes);
        put(second, bytes + 12);
    }
    return done;
}

size_t base64_encode(const uint8_t *bytes, size_t count, uint8_t *text) {
    return has_ssse3() ? encode(bytes, count, text) : 0;
}

size_t base64_decode(const uint8_t *text, size_t count, uint8_t *bytes) {
    return has_ssse3() ? decode(text, count, bytes) : 0;
}
#else
size_t base64_encode(const uint8_t *bytes, size_t count, uint8_t *text) {
    (void)bytes, (void)count, (void)text;
    return 0;
}

size_t base64_decode(const uint8_t *text, size_t count, uint8_t *bytes) {
    (void)text, (void)count, (void)bytes;
    return 0;
}
#endif
