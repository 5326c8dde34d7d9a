import FormatSupport
import Foundation

/// One list of keys that objects of a class have: where each key stands.
///
/// Objects of one class mostly have the same keys in the same order, and are asked for them in the same order: what was found for the
/// first of them is there for all others.
final class ArchiveShape {
    let keys: BinaryPropertyListReferences

    private let list: BinaryPropertyListReader
    private var asks: [Ask] = []
    private var positions: [ExactText: Int]?
    private var names: [String]?

    /// What was asked for at one turn, and where it stands; -1 where the objects have no such key.
    private struct Ask {
        var address: UInt
        var count: Int
        var position: Int
    }

    /// More turns aren't remembered.
    private static let longest = 256

    init(keys: BinaryPropertyListReferences, list: BinaryPropertyListReader) {
        self.keys = keys
        self.list = list
    }

    /// The position of a key, or -1. `turn` is how many keys were asked for before it.
    @inline(__always)
    func position(of key: ModelKey, turn: Int) throws -> Int {
        guard case .literal(let literal) = key.storage else { return try position(ofText: key.stringValue, turn: turn) }
        return try position(ofLiteral: literal, turn: turn)
    }

    @inline(__always)
    func position(ofLiteral literal: StaticString, turn: Int) throws -> Int {
        // Only compared, never followed.
        let address = UInt(bitPattern: unsafe literal.utf8Start)
        if turn < asks.count {
            let ask = asks[turn]
            if ask.address == address, ask.count == literal.utf8CodeUnitCount { return ask.position }
        }
        return try remember(literal, address, turn: turn)
    }

    @inline(never)
    private func remember(_ literal: StaticString, _ address: UInt, turn: Int) throws -> Int {
        let ask = Ask(
            address: address, count: literal.utf8CodeUnitCount, position: try find(literal.description))
        if turn < asks.count {
            asks[turn] = ask
        } else if turn == asks.count, turn < Self.longest {
            asks.append(ask)
        }
        return ask.position
    }

    /// Keys that are asked for in the file's order need no table.
    private func position(ofText text: String, turn: Int) throws -> Int {
        if let names, turn < names.count, names[turn] == text, keys.count == names.count { return turn }
        return try find(text)
    }

    private func find(_ text: String) throws -> Int {
        if positions == nil {
            var table: [ExactText: Int] = [:]
            for index in 0..<keys.count {
                let name = try Self.unescaped(name(at: index))
                // The first of two equal keys counts.
                if let name, table[ExactText(name)] == nil { table[ExactText(name)] = index }
            }
            positions = table
        }
        return positions?[ExactText(text)] ?? -1
    }

    /// The keys in the file's order, each once, without those that belong to the archive.
    func allNames() throws -> [String] {
        if let names { return names }
        var found: [String] = []
        var known: Set<ExactText> = []
        for index in 0..<keys.count {
            if let name = try Self.unescaped(name(at: index)), known.insert(ExactText(name)).inserted { found.append(name) }
        }
        names = found
        return found
    }

    private func name(at index: Int) throws -> String {
        try list.string(list.object(list.number(index, in: keys)))
    }

    /// NSKeyedArchiver doubles the dollar sign that a key begins with. Nil for the keys that it adds itself.
    private static func unescaped(_ name: String) -> String? {
        guard name.utf8.first == UInt8(ascii: "$") else { return name }
        if name == "$class" || name == "$classhints" { return nil }
        return name.hasPrefix("$$") ? String(name.dropFirst()) : name
    }
}
