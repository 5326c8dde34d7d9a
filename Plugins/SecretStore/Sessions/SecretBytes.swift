import CLibsecret
import FormatSupport

/// A secret in libsecret's memory, which isn't swapped, and is wiped when it is freed. It owns a `SecretValue`.
///
/// `@safe`: it holds one reference as long as it lives.
@safe
final class SecretBytes {
    @safe let pointer: OpaquePointer

    /// Takes over a secret that a call returned.
    @safe
    init(taking pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// A copy of data.
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
