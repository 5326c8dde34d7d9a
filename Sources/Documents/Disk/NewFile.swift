internal import CBaseModel
import FormatSupport
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new file that is written before it takes the place of another file in its folder.
///
/// If the file system allows it, the file has no name until it is whole, and disappears if its process ends.
/// Otherwise it has a name from the beginning. It always has a name just before it replaces another file. The next
/// save recognises the file by that name: see ``removeAbandoned(in:)``. As long as the file has the name, its process
/// holds a lock on it.
struct NewFile: ~Copyable {
    package let descriptor: Int32
    private let folder: String
    /// Nil if the file has no name.
    private var name: String?

    private init(_ descriptor: Int32, in folder: String, name: String?) {
        self.descriptor = descriptor
        self.folder = folder
        self.name = name
    }

    /// Makes a new file, with a name if `isNamed` is true. Returns nil if the system refuses it, and sets `errno`.
    package static func make(in folder: String, mode: mode_t, isNamed: Bool) -> NewFile? {
        guard isNamed else {
            let descriptor = retrying { file_open_unnamed(folder, mode) }
            guard descriptor >= 0 else { return nil }
            // The lock may fail: in a file system without locks, no process takes the file for an abandoned one either.
            _ = retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
            return NewFile(descriptor, in: folder, name: nil)
        }
        // A second round is needed only if another process found the file before it was locked, and removed it.
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
        // The result doesn't matter: what was written is already on the disk, or is given up.
        close(descriptor)
    }

    /// Gives the file a name if it has none. Returns false if the system refuses the name.
    mutating func giveName() -> Bool {
        guard name == nil else { return true }
        let new = Self.newName()
        guard file_name_open(descriptor, "\(folder)/\(new)") == 0 else { return false }
        name = new
        return true
    }

    /// Replaces the file at a path in the same folder by this file. Returns false, with `errno` set, on failure.
    package mutating func replace(_ target: String) -> Bool {
        guard let name, file_rename("\(folder)/\(name)", target) == 0 else { return false }
        self.name = nil
        return true
    }

    /// Gives the file a path in the same folder. Returns false if there is a file at the path already, or if the
    /// system refuses the path.
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

    /// Returns a name for a new file, made of the host's digest and a random number. No other file has the name.
    private static func newName() -> String {
        prefix + host + "." + UInt64.random(in: 0 ... .max).hexadecimal + suffix
    }

    /// A digest of this computer's name.
    private static let host: String = {
        var name = [CChar](repeating: 0, count: 256)
        // The last byte is left out, so that it stays 0.
        _ = unsafe gethostname(&name, name.count - 1)
        return UInt64(digestOf: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }).hexadecimal
    }()

    /// Returns true if ``newName()`` made the name, on any host.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(
            separator: ".", omittingEmptySubsequences: false)
        return name.hasPrefix(prefix) && name.hasSuffix(suffix) && parts.count == 2
            && parts.allSatisfy { $0.utf8.count == 16 && $0.utf8.allSatisfy("0123456789abcdef".utf8.contains) }
    }

    // MARK: What killed processes left

    /// Removes new files that killed processes left in a folder. These files have a name of ``newName()``, belong to
    /// the same user, and aren't locked. A file of another host must also be a day old, because its lock may be
    /// invisible here.
    ///
    /// Looks into the folder only now and then: see ``looks``.
    static func removeAbandoned(in folder: String) {
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
            // This test is cheap, and avoids making a string of every other file's name.
            guard unsafe (entry.pointee.d_name.0, entry.pointee.d_name.1) == (0x2E, 0x42) else { continue }
            // The name ends with a zero byte, within the tuple.
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

    /// For each folder: the number of saves by this process until abandoned files are looked for again. The number is
    /// one for each hundred files in the folder. Looking therefore adds next to nothing to a save, however many files
    /// there are.
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
        // If the file has replaced its target in the meantime, no file has this name any more, and none ever will.
        file_unlink(path)
    }
}

/// Repeats a call that a signal interrupted.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
