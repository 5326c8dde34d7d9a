internal import CBaseModel
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system tells of a file: enough to see that it is another one, or that somebody has written to it.
package struct FileLook: Sendable {
    private let facts: [Int]
    /// False where somebody could write once more before the file's clock ticks: some count by two seconds.
    package let isSettled: Bool

    /// - Parameter status: Just taken.
    init(_ status: stat) {
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        facts = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
            modified.tv_sec, modified.tv_nsec, changed.tv_sec, changed.tv_nsec,
        ]
        isSettled = Date().timeIntervalSince1970 - Double(max(modified.tv_sec, changed.tv_sec)) > 4
    }

    /// Nil where there is no file.
    package init?(at path: String) {
        var status = stat()
        guard retrying({ file_stat(path, &status) }) == 0 else { return nil }
        self.init(status)
    }

    package func isSame(as other: FileLook) -> Bool { facts == other.facts }
}

/// A file as it was when its content was known.
package struct FileStamp: Sendable {
    private let look: FileLook?
    private let digest: Int

    /// - Parameter look: Taken before the content was read. Nil for a file that was just written: no look at that can
    ///   be trusted.
    package init(_ look: FileLook?, _ content: Data) {
        self.look = look
        digest = Self.digest(content)
    }

    /// True where a look is enough to know that the content is the same.
    package func covers(_ other: FileLook) -> Bool { look.map { $0.isSettled && $0.isSame(as: other) } ?? false }

    package func isDigest(of content: Data) -> Bool { digest == Self.digest(content) }

    /// Another one in each process: only chance makes two contents' the same.
    private static func digest(_ content: Data) -> Int {
        var hasher = Hasher()
        hasher.combine(content.count)
        content.withBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

extension FileStore {
    /// True where there is no file, or one with the content of which the stamp was taken.
    package static func isReplaceable(_ path: String, since stamp: FileStamp?) -> Bool {
        var status = stat()
        guard file_stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        guard let stamp else { return false }
        if stamp.covers(FileLook(status)) { return true }
        guard let (found, _) = try? content(of: path) else { return false }
        return stamp.isDigest(of: found)
    }
}
