import FormatSupport
import ModelCore
import PlistFormat

/// The names in a keyed archive that a document doesn't contain: the names of the archive's outermost values, and the
/// keys that begin with a dollar sign.
struct ArchiveNames {
    /// The names in `$top`. Archives that this library writes have one name, `root`.
    let top: Set<String>
    /// The keys that begin with a dollar sign: the keys `$0`, `$1` … of values that were archived without a key, and
    /// a program's own keys that look like these keys and are escaped, such as `$$0`.
    let dollarKeys: Set<String>

    /// Returns nil for a file that is no keyed archive.
    init?(of content: Data, as format: FileFormat, limits: DecodingLimits) {
        guard format == .keyedArchive, let list = Self.list(content, limits), let top = list["$top"]?.keys else {
            return nil
        }
        self.top = Set(top)
        dollarKeys = Set(
            (list["$objects"]?.elements ?? []).filter { $0["$class"] != nil }.flatMap(\.keys)
                .filter { $0.wholeMatch(of: /\$+[0-9]+/) != nil })
    }

    /// Returns the property list that an archive consists of. Archives in data aren't opened.
    static func list(_ content: Data, _ limits: DecodingLimits) -> ModelDocument? {
        let format = FileFormat.binaryPropertyList
        var builder = DocumentBuilder(for: PlistFormat().capabilities(of: format), limits: limits)
        let context = FormatContext(format: format, limits: limits)
        guard (try? PlistFormat().parse(content, into: &builder, context: context)) != nil else { return nil }
        return try? builder.finish()
    }

    /// Returns the paths of the names that this archive contains, but another archive doesn't.
    func paths(missingIn other: ArchiveNames) -> [ModelPath] {
        Self.paths(top.subtracting(other.top), dollarKeys.subtracting(other.dollarKeys))
    }

    /// Returns the paths of the names that a new file lacks, although its document has the values. A document has all
    /// outermost values of an archive only if none of them has the name `root`.
    ///
    /// - Parameter new: The names in the new file. Nil if the file is no archive.
    func pathsLost(in new: ArchiveNames?, of document: ModelDocument) -> [ModelPath] {
        let hasRoot = top.contains("root")
        guard let new else { return Self.paths(hasRoot ? top.subtracting(["root"]) : [], []) }
        let names = top.subtracting(new.top).filter { hasRoot || top.count == 1 || document[$0] != nil }
        // A key that is gone with its value isn't escaped in the new file.
        return Self.paths(names, dollarKeys.filter { new.dollarKeys.subtracting(dollarKeys).contains("$" + $0) })
    }

    private static func paths(_ top: Set<String>, _ dollarKeys: Set<String>) -> [ModelPath] {
        func path(_ keys: String...) -> ModelPath { ModelPath(keys.map { .key($0) }) }
        return top.sorted().map { path("$top", $0) } + dollarKeys.sorted().map { path("$objects", $0) }
    }
}
