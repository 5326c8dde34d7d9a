#if !__has_include(<openssl/evp.h>)
#error "CryptoCoder needs OpenSSL's libcrypto. On Debian and Ubuntu install the package libssl-dev: apt-get install libssl-dev"
#else

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

// Which algorithm is meant: these are never freed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((swift_attr("safe"))), apply_to = function)
const EVP_CIPHER *EVP_aes_128_cbc(void);
const EVP_CIPHER *EVP_aes_256_gcm(void);
const EVP_MD *EVP_md5(void);
const EVP_MD *EVP_sha256(void);
#pragma clang attribute pop
#endif

/// HKDF with SHA-256 (RFC 5869). Here, because libcrypto keeps pointers to the names of its parameters, which Swift's literals don't
/// have for longer than a call. Returns 1 where it went well.
static inline int clibcrypto_hkdf_sha256(
    const void *key, size_t key_count, const void *salt, size_t salt_count, const void *info, size_t info_count,
    unsigned char *derived, size_t derived_count
) {
    int status = 0;
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    if (context) {
        const OSSL_PARAM parameters[] = {
            OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_count),
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
            OSSL_PARAM_construct_end(),
        };
        status = EVP_KDF_derive(context, derived, derived_count, parameters);
    }
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return status;
}

#endif
