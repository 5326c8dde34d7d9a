import CLibsecret
import FormatSupport

/// A secret in libsecret's memory. This memory isn't swapped to disk, and is overwritten when it is freed. The object
/// owns a `SecretValue`.
///
/// `@safe`: this object holds one reference as long as it exists.
@safe
final class SecretBytes {
    @safe let pointer: OpaquePointer

    /// Takes over a secret that a call returned.
    @safe
    init(taking pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// Copies data into libsecret's memory.
    init(_ content: Data) {
        pointer = content.withBytes { bytes in
            // libsecret copies `count` bytes, and adds a zero. Empty data has no address.
            guard let start = bytes.baseAddress else {
                return unsafe secret_value_new("", 0, "text/plain")
            }
            return unsafe secret_value_new(start, bytes.count, "text/plain")
        }
    }

    deinit { unsafe secret_value_unref(UnsafeMutableRawPointer(pointer)) }

    /// A copy of the secret's bytes, which Swift can't wipe.
    var content: Data {
        var length = 0
        guard let bytes = secret_value_get(pointer, &length), length > 0 else { return Data() }
        // The bytes are valid as long as this object lives.
        defer { withExtendedLifetime(self) {} }
        return unsafe Data(bytes: bytes, count: length)
    }
}
