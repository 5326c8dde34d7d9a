import ModelCore

/// Prints a document as an indented tree, value by value. It doesn't recurse, and needs no memory for printed values.
struct TreePrinter {
    let painter: Painter
    /// The number of levels of containers to show.
    var depth = Int.max
    /// True to hide values, which may be secret.
    var hidesValues = false

    /// A container that is open.
    private struct Level {
        enum Kind {
            case elements, keys
            /// Keys and values in turn. In `textEntries`, all keys are text. In `entries`, keys may be any values.
            case textEntries, entries
        }
        let kind: Kind
        var count = 0
        var isAtTextKey: Bool { kind == .textEntries && count % 2 == 0 }
    }

    private var levels: [Level] = []
    /// The printed number of each shared container, by its number in the document. The printed numbers follow the
    /// order of printing.
    private var names: [Int: Int] = [:]
    /// The numbers, in the document, of the shared containers that were printed.
    private var shown: Set<Int> = []
    /// The printed numbers of long texts, by the walker's numbers.
    private var longTexts: [Int: Int] = [:]
    /// The text before the next value on its line.
    private var label = ""

    init(_ painter: Painter) { self.painter = painter }

    /// Prints a value and everything in it.
    mutating func print(_ value: ModelDocument.Value, limits: DecodingLimits, to output: Output) throws {
        var walker = DocumentWalker(ModelDocument(value), limits: limits)
        while let step = try walker.next() {
            switch step {
            case .key: label = painter.paint(Self.key(walker.text), .key) + ": "
            case .string where levels.last?.isAtTextKey == true:
                levels[levels.count - 1].count += 1
                label = painter.paint(Self.key(walker.text), .key) + ": "
            case .end: levels.removeLast()
            case .reference(let number) where shown.contains(number):
                try line(painter.paint("→ #\(name(number))", .reference), to: output)
            // The container is in a part that was cut, so that it is printed here.
            case .reference: try print(walker.follow(), &walker, to: output)
            default: try print(step, &walker, to: output)
            }
        }
    }

    private mutating func print(
        _ step: DocumentWalker.Step, _ walker: inout DocumentWalker, to output: Output
    ) throws {
        switch step {
        case .beginArray: try begin(.elements, &walker, to: output)
        case .beginDictionary, .beginObject: try begin(.keys, &walker, to: output)
        case .beginValueDictionary:
            let value = walker.value
            try begin(value.keys.count == value.count ? .textEntries : .entries, &walker, to: output)
        case .string where !hidesValues: try text(walker, to: output)
        default: try line(scalar(walker.value), to: output)
        }
    }

    /// Writes a text piece by piece, because it may fill most of the memory.
    private mutating func text(_ walker: borrowing DocumentWalker, to output: Output) throws {
        var name = ""
        if let number = walker.repeatedNumber {
            if let known = longTexts[number] { return try line(painter.paint("→ #\(known)", .reference), to: output) }
            let new = names.count + longTexts.count + 1
            longTexts[number] = new
            name = painter.paint("#\(new)", .reference) + " "
        }
        try beginLine(to: output)
        try output.write(name + painter.start(.text) + "\"")
        try walker.withBytes { bytes in
            var start = 0
            while start < bytes.count {
                var end = min(start + (1 << 16), bytes.count)
                // A piece doesn't end within a character's bytes.
                while end < bytes.count, end > start + 1, unsafe bytes[end] & 0xC0 == 0x80 { end -= 1 }
                let piece = unsafe String(decoding: bytes[start..<end], as: UTF8.self)
                try output.write(PrintableText.text(ValueText.escaped(piece)))
                start = end
            }
        }
        try output.line("\"" + painter.end)
    }

    private mutating func begin(
        _ kind: Level.Kind, _ walker: inout DocumentWalker, to output: Output
    ) throws {
        let value = walker.value
        var text = painter.paint(ValueText.container(value), value.kind == .object ? .className : .type)
        if let number = walker.number {
            text += painter.paint(" #\(name(number))", .reference)
            shown.insert(number)
        }
        let isCut = levels.count >= depth && value.count > 0
        if isCut { text += painter.paint(" …", .type) }
        try line(text, to: output)
        levels.append(Level(kind: kind))
        if isCut {
            walker.skipContainer()
            levels.removeLast()
        }
    }

    private mutating func line(_ text: String, to output: Output) throws {
        try beginLine(to: output)
        try output.line(text)
    }

    /// Writes the indentation and the label of a value.
    private mutating func beginLine(to output: Output) throws {
        var label = label
        self.label = ""
        // Indentation has a limit: in deep documents it would take the square of the depth.
        let indent = String(repeating: "  ", count: min(levels.count, 64))
        if let level = levels.last {
            levels[levels.count - 1].count += 1
            switch level.kind {
            case .elements: label = painter.paint("[\(level.count)]", .key) + ": "
            case .entries:
                // No key that is text looks like this: one with a space is in quotes.
                let part = level.count % 2 == 0 ? "key" : "value"
                label = painter.paint("\(part) \(level.count / 2 + 1)", .type) + ": "
            case .keys, .textEntries: break
            }
        }
        try output.write(indent + label)
    }

    private func scalar(_ value: ModelDocument.Value) -> String {
        if hidesValues, value.kind != .null { return painter.paint("\(value.kind.rawValue), hidden", .type) }
        return painter.paint(ValueText.scalar(value), value.kind == .string ? .text : .scalar)
    }

    private mutating func name(_ number: Int) -> Int {
        if let name = names[number] { return name }
        let name = names.count + longTexts.count + 1
        names[number] = name
        return name
    }

    private static func key(_ key: String) -> String {
        let isPlain = !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3A && $0 != 0x7F }
        return isPlain ? key : ValueText.quoted(key)
    }
}
