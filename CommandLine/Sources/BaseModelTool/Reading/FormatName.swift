import ArgumentParser
import ModelCore
import PlistFormat

/// A format that a user named. Every option that takes a format has this type. Therefore this type determines the
/// names of formats.
struct FormatName: ExpressibleByArgument {
    /// The format to write. A file of another format of ``formats`` can be read in this format, too.
    let format: FileFormat
    /// The formats that the name means: for `plist`, both formats of plain property lists.
    let formats: [FileFormat]

    /// Finds the format with a name. Upper and lower case are ignored: `fastcoding` finds `fastCoding`.
    init?(argument: String) {
        let name = argument.lowercased()
        if let alias = Self.aliases.first(where: { $0.name == name }) {
            (format, formats) = (alias.formats[0], alias.formats)
            return
        }
        let all = FormatRegistry.current.formats
        guard let format = all.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
        (self.format, formats) = (format, [format])
    }

    /// Returns true for a format that the name means. If the name means no style, the format may have any style.
    func includes(_ format: FileFormat) -> Bool {
        formats.contains { $0 == format && ($0.style == nil || $0.style == format.style) }
    }

    /// Short names of formats, in the order in which they are listed.
    static let aliases: [(name: String, formats: [FileFormat])] = [
        ("xml", [.xmlPropertyList]), ("binary", [.binaryPropertyList]),
        ("plist", [.xmlPropertyList, .binaryPropertyList]), ("openstep", [.openStepPropertyList]),
    ]

    static var allValueStrings: [String] { FormatRegistry.current.formats.map(\.rawValue) + aliases.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension FileFormat {
    /// True for a format in which all values are text or data.
    var hasOnlyText: Bool {
        self == .openStepPropertyList && style == FileFormat.openStepPropertyList.style
    }
}
