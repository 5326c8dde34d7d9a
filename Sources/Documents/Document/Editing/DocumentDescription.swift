import FormatSupport

extension ModelDocument: CustomStringConvertible {
    /// The values with their classes, with one line for each element or property. A value that occurs more than once
    /// is printed only at its first occurrence, with a name such as `#1`. The other occurrences are printed as this
    /// name.
    public var description: String { root.description }
}

extension ModelDocument.Value: CustomStringConvertible {
    /// The text of this value and of the values in it, with their classes. There is one line for each element or
    /// property.
    public var description: String {
        var printer = DocumentPrinter()
        printer.print(self)
        return printer.text
    }
}

/// Prints a document without recursion: it may be nested more deeply than any stack.
private struct DocumentPrinter {
    typealias Value = ModelDocument.Value

    private(set) var text = ""
    private var names: [Int: Int] = [:]
    /// The pieces that are still to be printed. The next piece is the last element.
    private var pending: [Piece] = []

    private enum Piece {
        case text(String)
        case value(Value, depth: Int)
    }

    mutating func print(_ value: Value) {
        pending = [.value(value, depth: 0)]
        while let piece = pending.popLast() {
            switch piece {
            case .text(let piece): text += piece
            case .value(let value, let depth): add(value, depth)
            }
        }
    }

    private mutating func add(_ value: Value, _ depth: Int) {
        guard value.word.tag.isContainer else { return addScalar(value) }
        var prefix = value.className.map { $0 + " " } ?? ""
        switch value.kind {
        case .set: prefix = "set "
        case .orderedSet: prefix = "ordered set "
        default: break
        }
        if value.word.isShared {
            guard let name = newName(value) else { return }
            prefix += name
        }
        let isArray = value.word.tag.arrayKind != nil
        let brackets = isArray ? ("[", "]") : ("{", "}")
        let rows: [[Piece]] =
            switch value.word.tag {
            case .object:
                value.properties.map { [.text(Self.key($0.key)), .text(": "), .value($0.value, depth: depth + 1)] }
            case .dictionary:
                value.entries.map { entry in
                    let key: Piece =
                        entry.key.stringValue.map { .text(Self.key($0)) } ?? .value(entry.key, depth: depth + 1)
                    return [key, .text(": "), .value(entry.value, depth: depth + 1)]
                }
            default: value.elements.map { [.value($0, depth: depth + 1)] }
            }
        text += prefix + brackets.0
        guard !rows.isEmpty else {
            text += brackets.1
            return
        }
        // Limited, because the text of a deep document would otherwise grow with the square of its depth.
        let width = min(depth, 32)
        let indent = "\n" + String(repeating: "  ", count: width + 1)
        pending.append(.text("\n" + String(repeating: "  ", count: width) + brackets.1))
        for row in rows.reversed() { pending += row.reversed() + [.text(indent)] }
    }

    private mutating func addScalar(_ value: Value) {
        if value.word.isShared, value.content.isLong(value.index) {
            guard let name = newName(value) else { return }
            text += name
        }
        text += value.numeral ?? value.scalar.map { Self.text(of: $0) } ?? "null"
    }

    /// Returns a new name for a value that occurs more than once, at its first occurrence. At a later occurrence,
    /// appends the name to the text and returns nil.
    private mutating func newName(_ value: Value) -> String? {
        if let name = names[value.index] {
            text += "#\(name)"
            return nil
        }
        names[value.index] = names.count + 1
        return "#\(names.count) "
    }

    private static func key(_ key: String) -> String {
        let isPlain = !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3A && $0 != 0x7F }
        return isPlain ? key : key.debugDescription
    }

    private static func text(of scalar: ModelScalar) -> String {
        switch scalar {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int64(let value): "\(value)"
        case .uint64(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let value): "decimal \(value)"
        case .string(let value): value.debugDescription
        case .data(let value): "data of \(value.count) bytes"
        case .date(let value): "date \(DateText.exactString(from: value) ?? "\(value.timeIntervalSinceReferenceDate)")"
        case .url(let value): "url \(value.absoluteString)"
        case .uuid(let value): "uuid \(UUIDText.string(from: value))"
        case .uid(let value): "uid \(value)"
        case .geometry(let value): "\(value.typeName) \(ScalarConversion.keyText(scalar) ?? "\(value)")"
        }
    }
}
