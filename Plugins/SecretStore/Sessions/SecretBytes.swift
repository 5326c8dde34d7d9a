import CLibsecret
import Foundation

/// libsecret's secrets, from data and as data.
enum SecretBytes {
    /// A secret of libsecret's: a copy in memory that isn't swapped, and that is wiped when it is freed. To be given up
    /// by the caller.
    static func make(_ content: Data) -> OpaquePointer {
        unsafe content.withUnsafeBytes { bytes in
            // libsecret copies `count` bytes, and adds a zero of its own. Empty data has no address.
            guard let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress else {
                return unsafe secret_value_new("", 0, "text/plain")
            }
            return unsafe secret_value_new(start, bytes.count, "text/plain")
        }
    }

    /// A copy of a secret's bytes. libsecret wipes its own when it frees them; Swift's can't be wiped.
    ///
    /// - Parameter value: One reference to it is given up.
    static func take(_ value: OpaquePointer) -> Data {
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        var length = 0
        guard let bytes = unsafe secret_value_get(value, &length), length > 0 else { return Data() }
        // `length` bytes are there until the value is freed, which is after they were copied.
        return unsafe Data(bytes: bytes, count: Int(length))
    }
}
