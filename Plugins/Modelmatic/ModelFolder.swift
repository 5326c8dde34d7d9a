import FormatSupport
import ModelCore
import PlistFormat

/// A folder with the versions of a model: `.xcdatamodeld`, as Xcode edits it, or `.momd`, compiled.
struct ModelFolder {
    /// The largest size of a file, in bytes.
    static let maximumBytes = 64 << 20

    /// The names of the versions, in the order of their numbers.
    let versions: [String]
    private let path: String
    private let kind: Kind

    private enum Kind: CaseIterable {
        case source, compiled

        /// The extension of the versions' names.
        var ending: String { self == .source ? ".xcdatamodel" : ".mom" }
        /// The property list that names the current version, and the key of the current version's name.
        var list: String { self == .source ? ".xccurrentversion" : "VersionInfo.plist" }
        var key: String { self == .source ? "_XCCurrentVersionName" : "NSManagedObjectModel_CurrentVersionName" }
    }

    /// The folder at a path. Returns nil for a file, and for a folder without versions.
    init?(_ path: String) throws(ModelError) {
        guard let names = try Self.names(at: path) else { return nil }
        for kind in Kind.allCases {
            let versions = names.filter { $0.hasSuffix(kind.ending) && !$0.hasPrefix(".") }
            guard versions.isEmpty else {
                self.path = path
                self.kind = kind
                self.versions = versions.map { String($0.dropLast(kind.ending.count)) }.sorted {
                    Self.parts($0).lexicographicallyPrecedes(Self.parts($1))
                }
                return
            }
        }
        return nil
    }

    /// Returns the parts of a version's name, in which numbers are in the order of their values: `Model 9` comes
    /// before `Model 10`.
    private static func parts(_ name: String) -> [NamePart] {
        var parts: [NamePart] = []
        var rest = name[...]
        while let first = rest.first {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if digits.isEmpty {
                parts.append(.character(first))
                rest = rest.dropFirst()
            } else {
                parts.append(.number(String(digits.drop { $0 == "0" })))
                rest = rest.dropFirst(digits.count)
            }
        }
        return parts
    }

    private enum NamePart: Comparable {
        /// The digits of a number, without zeros in front.
        case number(String)
        case character(Character)

        static func < (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.number(let left), .number(let right)):
                left.count == right.count ? left < right : left.count < right.count
            case (.character(let left), .character(let right)): left < right
            case (.number, .character): true
            case (.character, .number): false
            }
        }
    }

    /// Returns the path of the file to read for a file or folder. If the folder has versions, returns the file of the
    /// given version, by default of the current version.
    static func file(at path: String, version: String?) throws(ModelError) -> String {
        guard let names = try names(at: path) else {
            guard version == nil else { throw ModelError(.fileMissing, "A file has no versions.").inFile(path) }
            return path
        }
        if let folder = try ModelFolder(path) {
            let version = try folder.version(version)
            return try folder.kind == .compiled ? version : file(at: version, version: nil)
        }
        guard version == nil else { throw ModelError(.fileMissing, "The model has no versions.").inFile(path) }
        guard let name = ["contents", "elements"].first(where: names.contains) else {
            throw ModelError(.fileMissing, "The folder holds no model: no version, no contents and no elements.")
                .inFile(path)
        }
        return path + "/" + name
    }

    /// Returns the path of a version, by default of the current version.
    private func version(_ name: String?) throws(ModelError) -> String {
        let current = try name == nil ? currentVersion() : name
        guard let name = current else {
            throw error("Nothing says which version is the current one.", " Name one of them as the version.")
        }
        let short = name.hasSuffix(kind.ending) ? String(name.dropLast(kind.ending.count)) : name
        // Only a version in the folder is accepted, so that a name from a file can't refer to another location.
        guard let version = [name, short].first(where: versions.contains) else {
            throw error("There is no version \(ErrorText.quoted(name)).")
        }
        return path + "/" + version + kind.ending
    }

    private func error(_ reason: String, _ advice: String = "") -> ModelError {
        ModelError(.fileMissing, "\(reason) There are: \(versions.joined(separator: ", ")).\(advice)").inFile(path)
    }

    /// Returns the name of the version that the folder names as the current one. If the folder names no version, as
    /// in an empty dictionary, returns the only version. Returns nil if there are several versions.
    func currentVersion() throws(ModelError) -> String? {
        let file = path + "/" + kind.list
        let only = versions.count == 1 ? versions.first : nil
        guard FileManager.default.fileExists(atPath: file) else { return only }
        do {
            let list = try PlistFormat(duplicateKeys: .last).document(from: Self.data(of: file))
            guard let value = list[kind.key] else {
                guard list.root.kind == .dictionary else {
                    throw ModelError(.corruptData, "It is \(list.root.kind.rawValue), and no dictionary.")
                }
                return only
            }
            guard let name = value.stringValue else {
                throw ModelError(.corruptData, "It has no text for the key \(kind.key).")
            }
            return name.hasSuffix(kind.ending) ? String(name.dropLast(kind.ending.count)) : name
        } catch {
            throw ModelError(wrapping: error).inFile(file)
        }
    }

    /// Returns the names of the items in a folder. Returns nil for a file.
    private static func names(at path: String) throws(ModelError) -> [String]? {
        if let names = try? FileManager.default.contentsOfDirectory(atPath: path) { return names }
        guard FileManager.default.fileExists(atPath: path) else {
            throw ModelError(.fileMissing, "There is no such file.").inFile(path)
        }
        return nil
    }

    /// Returns the bytes of a file.
    static func data(of file: String) throws(ModelError) -> Data {
        do {
            let file = URL(fileURLWithPath: file).path
            // A symbolic link has another size than the file.
            let target = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            let size = try? FileManager.default.attributesOfItem(atPath: target)[.size] as? Int
            guard size ?? 0 <= maximumBytes else { throw ModelError.tooLarge(maximumBytes) }
            // The file may have grown meanwhile, and some of the system's own files report no size.
            let data = try BaseModel.content(ofFile: file)
            guard data.count <= maximumBytes else { throw ModelError.tooLarge(maximumBytes) }
            return data
        } catch {
            throw ModelError(wrapping: error).inFile(file)
        }
    }
}
