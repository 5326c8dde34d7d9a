import FormatSupport
import ModelCore

/// An account of the values that a format can't store unchanged.
struct ConversionAccount {
    /// A change, and the number of values that have changed in this way.
    struct Entry {
        fileprivate let event: Event
        fileprivate(set) var count = 0
        /// The path of the first value that has changed in this way.
        let path: ModelPath

        var text: String {
            "\(event.what): \(DifferenceText.place(path))" + (count > 1 ? ", and \(count - 1) more" : "")
        }
    }

    fileprivate struct Event: Hashable {
        /// The description of the change, such as `a date becomes text`.
        let what: String
        let isLoss: Bool
    }

    private var entries: [Entry] = []
    /// The index of each change in `entries`. Without these indexes, a search through `entries` could take long: a
    /// file may name very many classes, and each class is a separate change.
    private var positions: [Event: Int] = [:]

    /// Changes that lose nothing: a program that declares the types of the values reads them back exactly.
    var restated: [Entry] { entries.filter { !$0.event.isLoss } }
    /// Changes that lose something.
    var lost: [Entry] { entries.filter(\.event.isLoss) }

    mutating func add(_ difference: Difference) {
        // Only this library looks for archives in files of other formats.
        let isLoss = difference.kind != .restated || Self.archives.contains(Self.kind(difference.right))
        add(Event(what: Self.text(of: difference), isLoss: isLoss), at: difference.path)
    }

    /// Adds a name in an archive that the new file doesn't contain.
    mutating func addLostName(_ path: ModelPath) {
        add(Event(what: "a name of the archive is left out", isLoss: true), at: path)
    }

    private mutating func add(_ event: Event, at path: ModelPath) {
        let position = positions[event] ?? entries.endIndex
        if position == entries.endIndex {
            entries.append(Entry(event: event, path: path))
            positions[event] = position
        }
        entries[position].count += 1
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
        case .changed where left?.numeral != nil && right?.numeral == nil && right?.kind == .real:
            "\(article(left)) is rounded"
        case .changed where left?.kind == right?.kind: "\(article(left)) becomes another"
        case .changed, .restated: "\(article(left)) becomes \(article(right))"
        }
    }

    private static let archives = ["small archive", "small archive in base64"]

    private static func isArchive(_ text: String) -> Bool {
        Data(base64Encoded: text).map { KeyedArchive().detect($0) == .certain(.keyedArchive) } ?? false
    }

    private static func kind(_ value: ModelDocument.Value?) -> String {
        if value?.numeral != nil { return "number of many digits" }
        if value?.isNil ?? false { return "nil" }
        switch value?.scalar {
        case .float: return "float"
        case .double: return "double"
        case .bool: return "boolean"
        case .data(let data) where KeyedArchive().detect(data) == .certain(.keyedArchive): return archives[0]
        case .string(let text) where text.hasPrefix("YnBsaXN0MD") && isArchive(text): return archives[1]
        default: break
        }
        return switch value?.kind {
        case .orderedSet: "ordered set"
        case .url: "URL"
        case .uuid: "UUID"
        case .uid: "UID"
        case .string: "text"
        case .integer: "integer"
        case let kind?: kind.rawValue
        case nil: "value"
        }
    }

    private static func article(_ value: ModelDocument.Value?) -> String {
        let kind = kind(value)
        if ["data", "text", "null", "nil", "geometry"].contains(kind) { return kind }
        return ("aeio".contains(kind.prefix(1)) ? "an " : "a ") + kind
    }
}
