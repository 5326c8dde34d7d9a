import CLibsecret
import FormatSupport
import ModelCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of libsecret's file backend. The file is checked before libsecret reads it, because libsecret ends the
/// program if the file is damaged, and finds no items if the password is wrong.
enum KeyringFile {
    /// The largest size of the file, in bytes, and the most rounds of its key derivation: libsecret uses 100,000.
    private static let sizeLimit = 64 << 20
    private static let roundLimit: UInt32 = 1_000_000
    private static let header = Data("GnomeKeyring\n\r\0\n".utf8) + [1, 0]

    private static var path: String {
        if let set = ProcessInfo.processInfo.environment["SECRET_FILE_TEST_PATH"], !set.isEmpty { return set }
        guard let folder = String(lent: g_get_user_data_dir()) else { return "" }
        return folder + "/keyrings/default.keyring"
    }

    private static var folder: String { URL(filePath: path).deletingLastPathComponent().path }

    /// Returns the number of items in the file. 0 if there is no file yet.
    ///
    /// - Throws: `serviceUnavailable` for a file that libsecret couldn't read safely.
    static func itemCount() throws -> Int { try itemCount(of: path) }

    private static func itemCount(of path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        var status = stat()
        // Only regular files are read: reading a pipe, for example, may never end.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= sizeLimit,
            let content = FileManager.default.contents(atPath: path)
        else { throw damaged(path) }
        guard content.starts(with: header), let keyring = variant(content.dropFirst(header.count)),
            keyring[0]?.uint32 == keyring[1].map({ UInt32($0.count) }), let rounds = keyring[2]?.uint32,
            (1...roundLimit).contains(rounds),
            let items = keyring[5]
        else { throw damaged(path) }
        for item in items.members {
            // Each item has an initialisation vector, whole blocks of the cipher, and an authentication code.
            let length = item[1]?.count ?? 0
            guard length >= 64, length % 16 == 0 else { throw damaged(path) }
        }
        return items.count
    }

    /// Returns the value after a file's header. Returns nil if the value isn't well formed.
    private static func variant(_ content: Data) -> GLibVariant? {
        let type = g_variant_type_new("(uayutua(a{say}ay))")
        defer { unsafe g_variant_type_free(type) }
        let bytes = content.withBytes { unsafe g_bytes_new($0.baseAddress, $0.count) }
        defer { unsafe g_bytes_unref(bytes) }
        // The value keeps the bytes, which are a copy, as long as it lives.
        guard let pointer = g_variant_new_from_bytes(type, bytes, 0) else { return nil }
        let value = GLibVariant(taking: pointer)
        return g_variant_is_normal_form(value.pointer) != 0 ? value : nil
    }

    // MARK: The first file

    /// Makes a file without items if there is no file, in one step. libsecret writes its first file in place. A
    /// process that is killed during the writing would leave a part of the file, which looks like a damaged keyring.
    ///
    /// If the file can't be made, libsecret reports the reason.
    static func makeFirst() {
        let path = path
        guard unsafe access(path, F_OK) != 0 else { return }
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The name is like GLib's own, so that `removeUnfinished()` finds the file.
        let new = folder + "/.goutputstream-" + String(UInt64.random(in: 0 ... .max) | 1 << 40, radix: 16).suffix(6)
        defer { unsafe unlink(new) }
        guard (try? FileStore.write(empty(), to: new, isConfidential: true)) != nil else { return }
        // A link doesn't replace a file that another program has made meanwhile.
        unsafe _ = link(new, path)
    }

    /// Returns a keyring without items, as GLib writes the type `(uayutua(a{say}ay))`.
    private static func empty() -> Data {
        func bytes(_ number: some FixedWidthInteger) -> Data { unsafe withUnsafeBytes(of: number) { unsafe Data($0) } }
        let salt = Data((0..<32).map { _ in UInt8.random(in: 0 ... .max) })
        let now = UInt64(max(0, Date().timeIntervalSince1970))
        // The last byte is the offset at which the salt ends. All other members have fixed sizes, and there are no
        // items.
        return header + bytes(UInt32(salt.count)) + salt + bytes(UInt32(100_000)) + bytes(now) + bytes(UInt32(0)) + [36]
    }

    // MARK: What goes wrong when it is written

    /// Attributes that identify the current file, because libsecret replaces the file by a new file at each change.
    /// Nil if there is no file.
    static var identity: [FileAttributeKey: AnyHashable]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        return [.systemFileNumber, .size, .modificationDate].reduce(into: [:]) {
            $0[$1] = attributes[$1] as? AnyHashable
        }
    }

    /// Waits until GLib has no new file left that will replace the keyring, but at most two seconds. GLib reports a
    /// failed write before it replaces the file, which it does on another thread.
    static func waitForReplacement() {
        for _ in 0..<1000 where !newFiles().isEmpty {
            usleep(2000)
            // A process that was killed may have left a new file, which would never go.
            removeUnfinished()
        }
    }

    /// Returns the paths of the new files that GLib makes next to the keyring, before they replace it.
    private static func newFiles() -> [String] {
        let folder = folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(".goutputstream-") && $0.utf8.count == 21 }.map { folder + "/" + $0 }
    }

    /// Undoes the last change if it damaged the file. The backup that libsecret makes before each change replaces the
    /// file. If there was no file before, the file is removed.
    static func restore(wasThere: Bool) {
        let path = path
        guard (try? itemCount(of: path)) == nil else { return }
        if !wasThere {
            unsafe unlink(path)
        } else if FileManager.default.fileExists(atPath: path + "~"), (try? itemCount(of: path + "~")) != nil {
            unsafe rename(path + "~", path)
        }
    }

    /// Removes the files that killed processes left: GLib's new files that should have replaced the keyring, and the
    /// keyring itself if it is too short to contain anything, because its first writing was never finished. A file
    /// that a program has open isn't removed.
    static func removeUnfinished() {
        let path = path
        for file in newFiles() {
            removeIfUnused(file) { content in content.starts(with: header.prefix(content.count)) }
        }
        // Only the first file is written in place, and has no backup.
        if (try? itemCount(of: path)) == nil, !FileManager.default.fileExists(atPath: path + "~") {
            removeIfUnused(path) { $0.count < header.count + 64 }
        }
    }

    /// Removes a file that belongs to the user and that no program has open. Does nothing except on Linux.
    ///
    /// - Parameter isOurs: Returns true if the file may be removed. It gets the file's first bytes.
    private static func removeIfUnused(_ path: String, where isOurs: (Data) -> Bool) {
        #if os(Linux)
            let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(),
                // Linux's F_SETSIG, so that no signal ends this process, and F_SETLEASE, which succeeds only if nobody
                // else has the file open.
                fcntl(descriptor, 10, SIGURG) == 0, fcntl(descriptor, 1024, Int32(F_WRLCK)) == 0,
                let content = beginning(of: descriptor), isOurs(content)
            else { return }
            unsafe unlink(path)
        #endif
    }

    /// Returns the first bytes of a regular file. Returns nil if they can't be read.
    private static func beginning(of descriptor: Int32) -> Data? {
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        return count < 0 ? nil : Data(bytes[..<count])
    }

    static var unwritten: ModelError {
        ModelError(.serviceUnavailable, "The keyring's file wasn't written.").inFile(path)
    }

    // MARK: Errors

    private static func damaged(_ path: String) -> ModelError {
        ModelError(.serviceUnavailable, "The keyring's file is damaged, or no keyring's. It is left alone.")
            .inFile(path)
    }

    static var unreadable: ModelError {
        ModelError(
            .serviceUnavailable,
            """
            Nothing in the keyring's file can be read: the password is wrong, or the file is another program's. In \
            the latter case store any secret of this service with secret-tool first.
            """
        )
        .inFile(path)
    }
}
