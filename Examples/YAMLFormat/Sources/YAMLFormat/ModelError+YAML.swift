import Documents
import Yams

extension ModelError {
    /// What Yams says, in one line and with the place.
    ///
    /// - Parameter text: As it is in the file: see ``YAMLTree``.
    init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            // libyaml's own limit, which has no code.
            let isTooDeep = problem.hasPrefix("Maximum nesting level")
            self.init(isTooDeep ? .depthExceeded : .corruptData, Self.sentence(problem))
            location = ModelLocation(mark, in: text)
        case .reader(let problem, let offset, _, _):
            self.init(.corruptData, Self.sentence(problem))
            location = offset.map { ModelLocation(byteOffset: $0) }
        case .duplicatedKeysInMapping(let keys, let context):
            self.init(.duplicateKey, "The key \(keys.first ?? "") stands twice.")
            location = ModelLocation(context.mark, in: text)
        default: self.init(.corruptData, Self.sentence("\(error)"))
        }
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}

extension ModelLocation {
    /// Yams counts lines and characters, and this counts bytes. Linear in the size of the text.
    init(_ mark: Mark, in text: String) {
        // At the end of a text, Yams is on the line behind the last.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .prefix(max(mark.line, 1))
        let line = lines.last.map { Substring($0) } ?? ""
        let column = line.unicodeScalars.prefix(max(mark.column - 1, 0)).reduce(0) { $0 + UTF8.width($1) }
        let above = lines.dropLast().reduce(0) { $0 + $1.count + 1 }
        self.init(byteOffset: above + column, line: lines.count, column: column + 1)
    }
}
