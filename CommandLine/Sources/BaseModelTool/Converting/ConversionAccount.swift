import ModelCore

/// What became of values that a format can't hold as they are.
struct ConversionAccount {
    /// What happened to several values alike.
    struct Entry {
        /// As `dates as string`.
        let what: String
        var count = 0
        /// The first of them.
        let path: ModelPath

        var text: String {
            "\(what): \(DifferenceText.place(path))" + (count > 1 ? ", and \(count - 1) more" : "")
        }
    }

    /// What a program that declares the type reads back exactly.
    private(set) var restated: [Entry] = []
    /// What nobody gets back.
    private(set) var lost: [Entry] = []

    mutating func add(_ difference: Difference) {
        let what = Self.text(of: difference)
        if difference.kind == .restated {
            Self.add(what, difference.path, to: &restated)
        } else {
            Self.add(what, difference.path, to: &lost)
        }
    }

    private static func add(_ what: String, _ path: ModelPath, to entries: inout [Entry]) {
        let index = entries.firstIndex { $0.what == what } ?? entries.endIndex
        if index == entries.endIndex { entries.append(Entry(what: what, path: path)) }
        entries[index].count += 1
    }

    private static func text(of difference: Difference) -> String {
        let (left, right) = (difference.left, difference.right)
        return switch difference.kind {
        case .classChanged:
            "the class \(left.flatMap(ValueText.className) ?? "(none)") isn't named"
                + (right.flatMap(ValueText.className).map { ", but \($0)" } ?? "")
        case .sharing: "a shared \(kind(left)) becomes a copy"
        case .removed: "\(article(left)) is left out"
        case .added: "\(article(right)) is added"
        case .changed where left?.kind == right?.kind: "\(article(left)) becomes another"
        case .changed, .restated: "\(article(left)) becomes \(article(right))"
        }
    }

    private static func kind(_ value: ModelDocument.Value?) -> String {
        switch value?.scalar {
        case .float: return "float"
        case .double: return "double"
        case .bool: return "boolean"
        case .data(let data) where KeyedArchive().detect(data) == .certain(.keyedArchive): return "small archive"
        default: break
        }
        return switch value?.kind {
        case .orderedSet: "ordered set"
        case .url: "URL"
        case .uuid: "UUID"
        case .string: "text"
        case .integer: "integer"
        case let kind?: kind.rawValue
        case nil: "value"
        }
    }

    private static func article(_ value: ModelDocument.Value?) -> String {
        let kind = kind(value)
        if ["data", "text", "null", "geometry"].contains(kind) { return kind }
        return ("aeio".contains(kind.prefix(1)) ? "an " : "a ") + kind
    }
}
