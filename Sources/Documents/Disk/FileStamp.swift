internal import CBaseModel
import FormatSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The identity, the size and the times of a file. They change if the file is replaced by another file, and if a
/// program writes to it.
package struct FileStatus: Sendable {
    private let facts: [Int]
    /// False if the file's times are very recent. One more write may then leave the times the same: some file systems
    /// store times in steps of two seconds.
    let isSettled: Bool

    /// - Parameter status: The status of the file, taken just now.
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

    /// Returns nil if there is no file at the path, or if its status can't be read.
    package init?(at path: String) {
        var status = stat()
        guard retrying({ file_stat(path, &status) }) == 0 else { return nil }
        self.init(status)
    }

    package func isSame(as other: FileStatus) -> Bool { facts == other.facts }
}

/// A file's content at one time, to tell later whether the content is still the same.
package struct FileStamp: Sendable {
    private let look: FileStatus?
    private let digest: Int

    /// - Parameters:
    ///   - look: The file's status before its content was read. Nil if no status can be trusted, as for a file that
    ///     was just written.
    ///   - content: The file's content.
    package init(_ look: FileStatus?, _ content: Data) {
        self.look = look
        digest = Self.digest(content)
    }

    /// Returns true if a later status of the file is enough to show that the content is the same.
    func covers(_ other: FileStatus) -> Bool { look.map { $0.isSettled && $0.isSame(as: other) } ?? false }

    func isDigest(of content: Data) -> Bool { digest == Self.digest(content) }

    /// Returns the digest of a content. It differs from process to process. Different contents have the same digest
    /// only by chance.
    private static func digest(_ content: Data) -> Int {
        var hasher = Hasher()
        hasher.combine(content.count)
        // If the work is stopped, nobody uses the digest.
        content.withBytes { bytes in
            _ = LongWork.inPieces(of: bytes.count) { range in
                unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes.part(range)))
                return true
            }
        }
        return hasher.finalize()
    }
}

extension FileStore {
    /// Returns true if there is no file, or the file has the content of the stamp.
    static func isReplaceable(_ path: String, since stamp: FileStamp?) -> Bool {
        var status = stat()
        guard file_stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        guard let stamp else { return false }
        if stamp.covers(FileStatus(status)) { return true }
        guard let (found, _) = try? content(of: path) else { return false }
        return stamp.isDigest(of: found)
    }
}
