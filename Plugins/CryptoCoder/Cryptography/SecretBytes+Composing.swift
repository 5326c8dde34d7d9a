internal import CLibCrypto

#if canImport(CUtf8proc)
    internal import CUtf8proc
#endif

extension SecretBytes {
    /// The UTF-8 of a text in Unicode's composed form (NFC).
    convenience init(composing text: String) {
        #if canImport(CUtf8proc)
            var composed: UnsafeMutablePointer<UInt8>?
            let options = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue
            let count = unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
                unsafe utf8proc_map(bytes.baseAddress, bytes.count, &composed, utf8proc_option_t(options))
            }
            guard count > 0, let bytes = unsafe composed else {
                self.init(text.utf8)
                return
            }
            defer {
                unsafe OPENSSL_cleanse(bytes, count)
                unsafe free(bytes)
            }
            unsafe self.init(UnsafeBufferPointer(start: bytes, count: count))
        #else
            self.init(text.precomposedStringWithCanonicalMapping.utf8)
        #endif
    }
}
