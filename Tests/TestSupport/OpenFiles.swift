import Foundation

/// What this process has open.
public enum OpenFiles {
    /// The descriptors that lead to a file.
    public static func numbers(of path: String) throws -> [Int32] {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
    }
}
