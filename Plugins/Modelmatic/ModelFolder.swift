import FormatSupport
import Foundation
import ModelCore
import PlistFormat

/// A folder with the versions of a model: `.xcdatamodeld`, as Xcode edits it, or `.momd`, compiled.
struct ModelFolder {
    /// How many bytes a file may have.
    static let maximumBytes = 64 << 20

    /// The names of the versions, in the order of their numbers.
    let versions: [String]
    private let path: String
    private let kind: Kind

    private enum Kind: CaseIterable {
        case source, compiled

        /// How the versions' names end.
        var ending: String { self == .source ? ".xcdatamodel" : ".mom" }
        /// The property list that says which version is the current one, and its key there.
        var list: String { self == .source ? ".xccurrentversion" : "VersionInfo.plist" }
        var key: String { self == .source ? "_XCCurrentVersionName" : "NSManagedObjectModel_CurrentVersionName" }
    }

    /// The folder at a path; nil for a file, and for a folder without versions in it.
    init?(_ path: String) throws(ModelError) {
        guard let names = try Self.names(at: path) else { return nil }
        for kind in Kind.allCases {
            let versions = names.filter { $0.hasSuffix(kind.ending) && !$0.hasPrefix(".") }
            guard versions.isEmpty else {
                self.path = path
                self.kind = kind
                self.versions = versions.map { String($0.dropLast(kind.ending.count)) }.sorted {
                    $0.compare($1, options: .numeric) == .orderedAscending
                }
                return
            }
        }
        return nil
    }

    /// The file to read for what is at a path: a version's, where there are versions.
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

    /// The path of a version; by default of the current one.
    private func version(_ name: String?) throws(ModelError) -> String {
        let current = try name == nil ? currentVersion() : name
        guard let name = current else {
            throw error("Nothing says which version is the current one.", " Name one of them as the version.")
        }
        let short = name.hasSuffix(kind.ending) ? String(name.dropLast(kind.ending.count)) : name
        // What a file says leads nowhere else than to what is in the folder.
        guard let version = [name, short].first(where: versions.contains) else {
            throw error("There is no version \(ErrorText.quoted(name)).")
        }
        return path + "/" + version + kind.ending
    }

    private func error(_ reason: String, _ advice: String = "") -> ModelError {
        ModelError(.fileMissing, "\(reason) There are: \(versions.joined(separator: ", ")).\(advice)").inFile(path)
    }

    /// The name that the folder says; that of the only version where it says none, as an empty dictionary does.
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

    /// The names of what is in a folder; nil for a file.
    private static func names(at path: String) throws(ModelError) -> [String]? {
        if let names = try? FileManager.default.contentsOfDirectory(atPath: path) { return names }
        guard FileManager.default.fileExists(atPath: path) else {
            throw ModelError(.fileMissing, "There is no such file.").inFile(path)
        }
        return nil
    }

    /// The bytes of a file.
    static func data(of file: String) throws(ModelError) -> Data {
        do {
            let file = URL(fileURLWithPath: file).path
            // The size of a link is none of the file's.
            let target = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            let size = try? FileManager.default.attributesOfItem(atPath: target)[.size] as? Int
            guard size ?? 0 <= maximumBytes else { throw ModelError.tooLarge(maximumBytes) }
            // There may be more by now, and some of the system's own files say that they have no size.
            let data = try BaseModel.content(ofFile: file)
            guard data.count <= maximumBytes else { throw ModelError.tooLarge(maximumBytes) }
            return data
        } catch {
            throw ModelError(wrapping: error).inFile(file)
        }
    }
}
