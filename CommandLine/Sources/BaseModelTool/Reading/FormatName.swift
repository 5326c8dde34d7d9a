import ArgumentParser
import ModelCore

/// A format that a user named.
struct FormatName: ExpressibleByArgument {
    let format: FileFormat

    /// Finds the format of that name. Upper and lower case don't count: `fastcoding` is `fastCoding`.
    init?(argument: String) {
        let formats = FormatRegistry.current.formats
        guard let format = formats.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self.format = format
    }

    static var allValueStrings: [String] { FormatRegistry.current.formats.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
