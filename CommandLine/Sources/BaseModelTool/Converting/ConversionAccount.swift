import Foundation
import ModelCore

/// What became of values that a format can't hold as they are.
struct ConversionAccount {
    /// What happened to several values alike.
    struct Entry {
        fileprivate let event: Event
        fileprivate(set) var count = 0
        /// The first of them.
        let path: ModelPath

        var text: String {
            "\(event.what): \(DifferenceText.place(path))" + (count > 1 ? ", and \(count - 1) more" : "")
        }
    }

    fileprivate struct Event: Hashable {
        /// As `dates as string`.
        let what: String
        let isLoss: Bool
    }

    private var entries: [Entry] = []
    /// Where each stands: a file may name very many classes.
    private var positions: [Event: Int] = [:]

    /// What a program that declares the type reads back exactly.
    var restated: [Entry] { entries.filter { !$0.event.isLoss } }
    /// What nobody gets back.
    var lost: [Entry] { entries.filter(\.event.isLoss) }

    mutating func add(_ difference: Difference) {
        // Nobody but this library looks for archives in other files.
        let isLoss = difference.kind != .restated || Self.archives.contains(Self.kind(difference.right))
        let event = Event(what: Self.text(of: difference), isLoss: isLoss)
        let position = positions[event] ?? entries.endIndex
        if position == entries.endIndex {
            entries.append(Entry(event: event, path: difference.path))
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
        case .changed where left?.kind == right?.kind: "\(article(left)) becomes another"
        case .changed, .restated: "\(article(left)) becomes \(article(right))"
        }
    }

    private static let archives = ["small archive", "small archive in base64"]

    private static func isArchive(_ text: String) -> Bool {
        Data(base64Encoded: text).map { KeyedArchive().detect($0) == .certain(.keyedArchive) } ?? false
    }

    private static func kind(_ value: ModelDocument.Value?) -> String {
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
        if ["data", "text", "null", "geometry"].contains(kind) { return kind }
        return ("aeio".contains(kind.prefix(1)) ? "an " : "a ") + kind
    }
}
