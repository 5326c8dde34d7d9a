import CLibsecret
import Foundation
import ModelCore

/// The file of libsecret's file backend, looked at before libsecret reads it: which ends the program where the file is damaged, and finds
/// nothing in it where the password is wrong.
enum KeyringFile {
    /// The largest file, in bytes, and the most rounds of deriving its key: libsecret takes 100,000.
    private static let sizeLimit = 64 << 20
    private static let roundLimit: UInt32 = 1_000_000
    private static let header = Data("GnomeKeyring\n\r\0\n".utf8) + [1, 0]

    private static var path: String {
        if let set = ProcessInfo.processInfo.environment["SECRET_FILE_TEST_PATH"], !set.isEmpty { return set }
        guard let folder = unsafe g_get_user_data_dir() else { return "" }
        return unsafe String(cString: folder) + "/keyrings/default.keyring"
    }

    /// How many items the file has; 0 where there is no file yet.
    ///
    /// - Throws: `serviceUnavailable` for a file that libsecret couldn't read without harm.
    static func itemCount() throws -> Int {
        let path = path
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size <= sizeLimit,
            let content = FileManager.default.contents(atPath: path)
        else { throw damaged(path) }
        guard content.starts(with: header), let keyring = variant(content.dropFirst(header.count)),
            keyring[0]?.uint32 == keyring[1].map({ UInt32($0.count) }), let rounds = keyring[2]?.uint32,
            (1...roundLimit).contains(rounds),
            let items = keyring[5]
        else { throw damaged(path) }
        for item in items.members {
            // An initialisation vector, whole blocks of the cipher, and the authentication code.
            let length = item[1]?.count ?? 0
            guard length >= 64, length % 16 == 0 else { throw damaged(path) }
        }
        return items.count
    }

    /// What a file holds behind its header; nil where it isn't well formed.
    private static func variant(_ content: Data) -> GLibVariant? {
        let type = unsafe g_variant_type_new("(uayutua(a{say}ay))")
        defer { unsafe g_variant_type_free(type) }
        let bytes = unsafe content.withUnsafeBytes { unsafe g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { unsafe g_bytes_unref(bytes) }
        // The value keeps the bytes, which are a copy, as long as it lives.
        guard let pointer = unsafe g_variant_new_from_bytes(type, bytes, 0) else { return nil }
        let value = unsafe GLibVariant(taking: pointer)
        return unsafe g_variant_is_normal_form(value.pointer) != 0 ? value : nil
    }

    private static func damaged(_ path: String) -> ModelError {
        var error = ModelError(.serviceUnavailable, "The keyring's file is damaged, or no keyring's. It is left alone.")
        error.file = path
        return error
    }

    static var unreadable: ModelError {
        var error = ModelError(
            .serviceUnavailable,
            """
            Nothing in the keyring's file can be read: the password is wrong, or the file is another program's. In the latter case \
            store any secret of this service with secret-tool first.
            """)
        error.file = path
        return error
    }
}
