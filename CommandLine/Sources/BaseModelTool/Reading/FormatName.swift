import ArgumentParser
import ModelCore
import PlistFormat

/// A format that a user named. Every option that takes a format has this type, so the names are decided here.
struct FormatName: ExpressibleByArgument {
    /// The format to write. A file of another format of ``formats`` can be read as this one.
    let format: FileFormat
    /// The formats that the name means: for `plist`, both formats of plain property lists.
    let formats: [FileFormat]

    /// Finds the format with a name. Upper and lower case don't count: `fastcoding` finds `fastCoding`.
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

    /// True for a format that the name means, in any style if it means no style.
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
