import FormatSupport
import ModelCore

/// The files that a conversion into a folder reads, and the files that it makes.
struct FolderFiles {
    struct File {
        let input: String
        let output: String
        /// True for a file that the user didn't name, and whose name doesn't determine a format.
        let mayBeOmitted: Bool
    }

    private(set) var files: [File] = []
    /// The errors about folders that can't be read, and about two files that would have the same new file.
    private(set) var errors: [ModelError] = []
    /// The number of entries of folders that are neither files nor folders.
    private(set) var omitted = 0

    private let folder: String
    private let format: FileFormat
    /// For each new file, the file from which it is made.
    private var sources: [String: String] = [:]

    /// - Parameters:
    ///   - paths: Files and folders. A file in such a folder keeps its path relative to the folder.
    ///   - folder: The folder of the new files.
    init(_ paths: [String], into folder: String, format: FileFormat) {
        (self.folder, self.format) = (folder, format)
        for path in paths {
            if Self.isFolder(path) {
                addContent(of: path)
            } else {
                add(path, at: URL(filePath: path).lastPathComponent, isNamed: true)
            }
        }
    }

    static func isFolder(_ path: String) -> Bool {
        type(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path) == .typeDirectory
    }

    private mutating func addContent(of root: String) {
        /// The paths, relative to the root, of the files and folders that are still to be examined. The next path is
        /// last.
        var pending = [""]
        while let place = pending.popLast() {
            let path = place.isEmpty ? root : Self.joined(root, place)
            guard place.isEmpty || Self.isFolder(path) else {
                if Self.isFile(path) { add(path, at: place, isNamed: false) } else { omitted += 1 }
                continue
            }
            // A link may refer to a folder that contains it. The folder of the new files may be in the root.
            if !place.isEmpty, Self.isLink(path) || FileContent.isSame(path, folder) { continue }
            do {
                let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }
                pending += names.sorted(by: >).map { Self.joined(place, $0) }
            } catch {
                errors.append(ModelError(.fileUnreadable, "The folder can't be read.").named(path))
            }
        }
    }

    private mutating func add(_ input: String, at place: String, isNamed: Bool) {
        let output = Self.joined(folder, renamed(place))
        if let other = sources.updateValue(input, forKey: output) {
            sources[output] = other
            errors.append(
                ModelError(.fileUnwritable, "The new file would be \(output), which \(other) becomes.").named(input))
            return
        }
        files.append(File(input: input, output: output, mayBeOmitted: !isNamed && !Self.hasKnownExtension(place)))
    }

    /// Returns the path with the extension of the new format. An extension that belongs to no format is kept before
    /// it.
    private func renamed(_ place: String) -> String {
        guard let new = format.fileExtension else { return place }
        let old = URL(filePath: place).pathExtension
        if old.lowercased() == new { return place }
        // `URL` would take a folder named `~` for the user's.
        return (Self.hasKnownExtension(place) ? String(place.dropLast(old.count + 1)) : place) + "." + new
    }

    private static func hasKnownExtension(_ path: String) -> Bool {
        let own = URL(filePath: path).pathExtension.lowercased()
        return own == "json5" || FormatRegistry.current.formats.contains { $0.fileExtension == own }
    }

    private static func joined(_ folder: String, _ name: String) -> String {
        folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func isLink(_ path: String) -> Bool { type(of: path) == .typeSymbolicLink }

    /// Returns true for a regular file, and for a link to a regular file.
    private static func isFile(_ path: String) -> Bool {
        type(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path) == .typeRegular
    }

    /// Returns the type of a file. A link isn't followed.
    private static func type(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }
}
