internal import CBaseModel
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is written before it takes the place of another one in its folder.
///
/// Where the file system can, it has no name until it is whole, and is gone with its process. It has one, in any case
/// for the moment before it takes its place, that tells the next save what it is: see ``removeAbandoned(in:)``. As long
/// as it has that name, its process holds a lock on it.
package struct NewFile: ~Copyable {
    package let descriptor: Int32
    private let folder: String
    /// Nil where it has none.
    private var name: String?

    private init(_ descriptor: Int32, in folder: String, name: String?) {
        self.descriptor = descriptor
        self.folder = folder
        self.name = name
    }

    /// A new file; one with a name where `isNamed`. Nil where the system refuses it, and `errno` tells why.
    package static func make(in folder: String, mode: mode_t, isNamed: Bool) -> NewFile? {
        guard isNamed else {
            let descriptor = retrying { file_open_unnamed(folder, mode) }
            guard descriptor >= 0 else { return nil }
            // A file system without locks has nobody who takes the file for an abandoned one either.
            _ = retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
            return NewFile(descriptor, in: folder, name: nil)
        }
        // More than one round only where another process met the file before it was locked, and removed it.
        for _ in 0..<10 {
            let name = newName()
            let descriptor = retrying {
                file_open("\(folder)/\(name)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            }
            guard descriptor >= 0 else { return nil }
            let isLost = retrying { flock(descriptor, LOCK_EX | LOCK_NB) } != 0 && errno == EWOULDBLOCK
            let file = NewFile(descriptor, in: folder, name: name)
            var status = stat()
            if !isLost, file_fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return file }
        }
        return nil
    }

    deinit {
        if let name { file_unlink("\(folder)/\(name)") }
        // Nothing hangs on the result: what was written is on the disk, or given up.
        close(descriptor)
    }

    /// Gives it a name, where it has none. Returns false where the system refuses that.
    package mutating func giveName() -> Bool {
        guard name == nil else { return true }
        let new = Self.newName()
        guard file_name_open(descriptor, "\(folder)/\(new)") == 0 else { return false }
        name = new
        return true
    }

    /// Puts it in the place of the file at a path, in the same folder. Returns false, and `errno` tells why, where that
    /// fails.
    package mutating func replace(_ target: String) -> Bool {
        guard let name, file_rename("\(folder)/\(name)", target) == 0 else { return false }
        self.name = nil
        return true
    }

    /// Puts it at a path in the same folder where there is nothing. Returns false where something is, or the system
    /// refuses that.
    package mutating func place(at target: String) -> Bool {
        guard let name else { return file_name_open(descriptor, target) == 0 }
        guard file_link("\(folder)/\(name)", target) == 0 else { return false }
        file_unlink("\(folder)/\(name)")
        self.name = nil
        return true
    }

    // MARK: Names

    private static let prefix = ".BaseModel."
    private static let suffix = ".new"

    /// A name that tells the host, and that no other file has.
    private static func newName() -> String {
        prefix + host + "." + UInt64.random(in: 0 ... .max).hexadecimal + suffix
    }

    /// This computer: a digest of its name.
    private static let host: String = {
        var name = [CChar](repeating: 0, count: 256)
        // One byte less than there is: the last stays 0.
        _ = unsafe gethostname(&name, name.count - 1)
        return UInt64(digestOf: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }).hexadecimal
    }()

    /// True for a name that ``newName()`` made, on whatever host.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(
            separator: ".", omittingEmptySubsequences: false)
        return name.hasPrefix(prefix) && name.hasSuffix(suffix) && parts.count == 2
            && parts.allSatisfy { $0.utf8.count == 16 && $0.utf8.allSatisfy("0123456789abcdef".utf8.contains) }
    }

    // MARK: What killed processes left

    /// Removes the files that killed processes left in a folder: those with our name, of the same user, that nobody
    /// holds a lock on. Where they are of another host, which may not see our locks, only when they are a day old.
    package static func removeAbandoned(in folder: String) {
        let isDue = looks.withLock { looks in
            looks[folder, default: 0] -= 1
            return looks[folder, default: 0] < 0
        }
        guard isDue else { return }
        var count = 0
        guard let directory = unsafe opendir(folder) else { return }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            count += 1
            // Cheap for all other files: no text is made of their names.
            guard unsafe (entry.pointee.d_name.0, entry.pointee.d_name.1) == (0x2E, 0x42) else { continue }
            // The system ends it with a zero, within the tuple.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isOurs(name) {
                removeIfAbandoned("\(folder)/\(name)", isOfThisHost: name.dropFirst(prefix.count).hasPrefix(host))
            }
        }
        looks.withLock { looks in
            if looks.count > 1000 { looks = [:] }
            looks[folder] = count / 100
        }
    }

    /// How many saves of this process go into a folder before it is looked at again: one for each hundred files there,
    /// so that a look costs a save next to nothing, however many there are.
    private static let looks = Mutex<[String: Int]>([:])

    private static func removeIfAbandoned(_ path: String, isOfThisHost: Bool) {
        let descriptor = file_open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard file_fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            isOfThisHost || Double(status.st_mtim.tv_sec) < Date().timeIntervalSince1970 - 86_400,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { return }
        // Should it have taken its place in the meantime, nothing has this name any more, and never will again.
        file_unlink(path)
    }
}

/// Calls again what a signal interrupted.
package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
