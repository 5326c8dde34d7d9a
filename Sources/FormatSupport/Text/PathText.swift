/// The parts of a file's path, which is text with slashes.
package enum PathText {
    /// Returns the last part of a path, without slashes. Returns `/` for the root folder.
    package static func name(of path: String) -> String {
        let path = trimmed(path[...])
        guard path != "/" else { return "/" }
        return String(path.utf8.lastIndex(of: slash).map { path[path.utf8.index(after: $0)...] } ?? path)
    }

    /// Returns the path without its last part and the slash before that part. Returns `/` for a file in the root
    /// folder, and an empty text for a name without a folder.
    package static func folder(of path: String) -> String {
        let path = trimmed(path[...])
        guard let end = path.utf8.lastIndex(of: slash) else { return "" }
        return end == path.startIndex ? "/" : String(trimmed(path[..<end]))
    }

    /// Returns the path of a name in a folder.
    package static func appending(_ name: String, to folder: String) -> String {
        folder.isEmpty ? name : folder.utf8.last == slash ? folder + name : folder + "/" + name
    }

    /// Returns the text after the last point of the path's last part. Returns an empty text if there is no point, or
    /// only a point at the beginning.
    package static func fileExtension(of path: String) -> String {
        let name = name(of: path)
        guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")), point != name.startIndex else { return "" }
        return String(name[name.utf8.index(after: point)...])
    }

    private static let slash = UInt8(ascii: "/")

    /// Returns the path without slashes at its end.
    private static func trimmed(_ path: Substring) -> Substring {
        var path = path
        while path.utf8.count > 1, path.utf8.last == slash { path = path[..<path.utf8.index(before: path.endIndex)] }
        return path
    }
}
