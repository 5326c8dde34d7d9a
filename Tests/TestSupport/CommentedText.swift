import Foundation
import ModelCore

/// A random text as people write them, with comments at every place, and what must stay of it when something else
/// changes.
package struct CommentedText {
    /// How texts are written.
    package enum Syntax: Sendable { case json5, json, xml, hrCodedJSON, openStep, strings }

    /// What must stay as it is, unless what is at its path, or above it, was touched.
    private struct Piece {
        let path: ModelPath
        let text: String

        /// True for what is within a value, or a single value itself, and isn't in the text.
        func lies(in place: ModelPath, lostBy edited: String) -> Bool {
            let isComment = ["//", "/*", "<!--"].contains { text.hasPrefix($0) }
            return path.components.starts(with: place.components) && !(isComment && path == place)
                && !edited.contains(text)
        }
    }

    private(set) var text = ""
    private var pieces: [Piece] = []

    /// What stands before the root.
    private var head = ""
    private let syntax: Syntax
    private var random: SeededGenerator
    private var lineBreak = "\n"
    private var unit = "  "
    private var counter = 0
    /// The paths of containers that are written already, for aliases.
    private var written: [ModelPath] = []
    /// The element that an edit moved to another place of its array.
    private var moved: ModelPath?

    private init(_ syntax: Syntax, seed: UInt64) {
        self.syntax = syntax
        random = SeededGenerator(seed: seed)
        if chance(4) { lineBreak = "\r\n" }
        unit = ["  ", "\t", "    "].randomElement(using: &random) ?? ""
        if syntax == .xml {
            text =
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(lineBreak)<!-- head -->\(lineBreak)<plist version=\"1.0\">\(lineBreak)"
        } else if hasComments {
            text = "// head\(lineBreak)"
        }
        // Else the comment would be the first entry's.
        if syntax == .strings { text += lineBreak }
        head = text
        if syntax == .strings {
            container(at: [], level: -1, isArray: false, isInline: false)
        } else {
            container(at: [], level: 0, isArray: syntax == .hrCodedJSON ? false : chance(4), isInline: false)
        }
        text += syntax == .xml ? "\(lineBreak)</plist>\(lineBreak)" : lineBreak
        if hasComments { text += comment(at: [], inLine: false) + lineBreak }
    }

    private var hasComments: Bool { syntax != .json }
    /// True if all scalars are text and data.
    private var hasOnlyText: Bool { syntax == .openStep || syntax == .strings }

    private mutating func chance(_ oneOf: Int) -> Bool { Int.random(in: 0..<oneOf, using: &random) == 0 }

    /// A comment that is nowhere else.
    private mutating func comment(at path: ModelPath, inLine: Bool) -> String {
        counter += 1
        let comment: String
        if syntax == .xml {
            comment = "<!-- c\(counter). -->"
        } else {
            comment = inLine || chance(2) ? "/* c\(counter). */" : "// c\(counter)."
        }
        pieces.append(Piece(path: path, text: comment))
        return comment
    }

    private mutating func container(at path: ModelPath, level: Int, isArray: Bool, isInline: Bool) {
        let count = path.components.isEmpty ? 5 : Int.random(in: 0...4, using: &random)
        let indentation = lineBreak + String(repeating: unit, count: level + 1)
        let isXML = syntax == .xml
        let isEnclosed = level >= 0
        if isEnclosed { text += isXML ? (isArray ? "<array>" : "<dict>") : isArray ? (hasOnlyText ? "(" : "[") : "{" }
        if !isInline, hasComments, isEnclosed, chance(5) { text += " " + comment(at: path, inLine: false) }
        if isInline, !isXML, chance(2) { text += " " }
        var hasClass = false
        if syntax == .hrCodedJSON, !isArray, path.components.isEmpty || chance(2) {
            text += (isInline ? "" : indentation) + "\"$class\": \"Node\"" + (count > 0 ? "," : "")
            hasClass = true
        }
        let isTerminated = hasOnlyText && !isArray
        let separator = isXML ? "" : isTerminated ? ";" : ","
        for index in 0..<count {
            let last = index == count - 1
            counter += 1
            let entry = path + [isArray ? .index(index) : .key("k\(counter)")]
            if isInline {
                if index > 0 || hasClass { text += " " }
                if hasComments, chance(5) { text += comment(at: entry, inLine: true) + " " }
                value(at: entry, level: level, isInline: true)
                if !last || isTerminated { text += separator }
            } else {
                if chance(5) { text += lineBreak }
                if hasComments, chance(3) { text += indentation + comment(at: entry, inLine: false) }
                text += indentation
                value(at: entry, level: level + 1, isInline: chance(3))
                if hasOnlyText, chance(5) { text += " " + comment(at: entry, inLine: true) }
                if !last || isTerminated || (hasComments && chance(3)) { text += separator }
                if hasComments, chance(3) { text += " " + comment(at: entry, inLine: false) }
            }
        }
        if !isInline {
            if hasComments, chance(6) { text += lineBreak + indentation + comment(at: path, inLine: false) }
            if isEnclosed { text += lineBreak + String(repeating: unit, count: level) }
        }
        guard isEnclosed else { return }
        text += isXML ? (isArray ? "</array>" : "</dict>") : isArray ? (hasOnlyText ? ")" : "]") : "}"
        if !path.components.isEmpty { written.append(path) }
    }

    private mutating func value(at path: ModelPath, level: Int, isInline: Bool) {
        var start = text.endIndex
        if case .key(let key)? = path.components.last {
            switch syntax {
            case .xml:
                text += "<key>\(key)</key>" + (isInline ? "" : lineBreak + String(repeating: unit, count: level))
            case .json: text += "\"\(key)\": "
            case .openStep, .strings:
                // A key without a value is its own value.
                if chance(12) {
                    text += "\"\(key)\""
                    return pieces.append(Piece(path: path, text: "\"\(key)\""))
                }
                text +=
                    ["\(key) = ", "\"\(key)\" = ", "'\(key)'= ", "\(key) /* \(key) */ = "].randomElement(using: &random)
                    ?? ""
            default: text += ["\(key): ", "\"\(key)\": ", "'\(key)' : "].randomElement(using: &random) ?? ""
            }
        }
        if level < 4, chance(3) {
            return container(at: path, level: level, isArray: chance(2), isInline: isInline)
        }
        if syntax == .hrCodedJSON, chance(5), let target = written.randomElement(using: &random) {
            text += "{ \"$alias\": \"\(target.components.map(Self.name).joined(separator: "."))\" }"
            return
        }
        if text[start...].contains(lineBreak) { start = text.endIndex }
        counter += 1
        var isElement = true
        if case .key? = path.components.last { isElement = false }
        text += scalar(counter, isElement: isElement)
        pieces.append(Piece(path: path, text: String(text[start...])))
    }

    private static func name(_ component: ModelPath.Component) -> String {
        switch component {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
    }

    /// - Parameter isElement: True for one that is nowhere else: else nobody could say which of two has gone.
    private mutating func scalar(_ number: Int, isElement: Bool) -> String {
        var spellings: [String]
        switch syntax {
        case .xml:
            spellings = [
                "<integer> \(number) </integer>", "<real>\(number)e2</real>", "<string>a &#38; \(number)</string>",
                "<string><![CDATA[b < \(number)]]></string>", "<true></true>",
                "<data>\(lineBreak)YWJj\(lineBreak)</data>",
            ]
        case .openStep, .strings:
            spellings = [
                "word\(number)", "dir/file-\(number)", "\"two words \(number)\"", "\"word\(number)\"",
                "'it\\'s \(number)'",
                "\"\\U00e9\\341\\n\(number)\"", String(format: "<00 %06d>", number),
            ]
        case .json: spellings = ["\(number)", "\(number)e2", "\"a\\u0041\(number)\"", "true", "null"]
        default:
            let text: [String] = ["'it\\'s \(number)'", "\"\\u0041\(number)\"", "true", "null"]
            let numbers: [String] = ["0x\(number)", "+\(number)", "\(number).", ".5e\(number % 9)", "\(number)e2"]
            spellings = text + numbers
        }
        if isElement { spellings.removeAll { !$0.contains("\(number)") } }
        return spellings.randomElement(using: &random) ?? ""
    }

    // MARK: Edits

    /// A change of one place of the document that the text holds.
    ///
    /// - Returns: The path of what was touched; nil for what was only added.
    private mutating func change(_ document: inout ModelDocument) throws -> ModelPath? {
        counter += 1
        let paths = Self.paths(of: document)
        // The comments of a file whose root isn't enclosed would go with its root.
        let path = (syntax == .strings ? Array(paths.dropFirst()) : paths).randomElement(using: &random) ?? []
        let kinds: Set<ModelKind> = [.dictionary, .array, .object]
        let parents = paths.filter { path in
            guard let kind = document[path]?.kind else { return false }
            return kinds.contains(kind)
        }
        let new = try newValue()
        guard let parent = parents.randomElement(using: &random) else {
            try document.set(new, at: [])
            return []
        }
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where !path.components.isEmpty:
            try document.removeValue(at: path)
            return path
        case 1:
            if case .key? = path.components.last {
                try document.renameKey(at: path, to: "n\(counter)")
                return path
            }
            fallthrough
        case 2...3:
            if document[parent]?.kind == .array {
                let count = document[parent]?.count ?? 0
                try document.insert(new, at: parent + [.index(Int.random(in: 0...count, using: &random))])
            } else {
                try document.set(new, at: parent + [.key("n\(counter)")])
            }
            return nil
        case 4 where syntax != .hrCodedJSON && !path.components.isEmpty:
            guard case .index? = path.components.last, let value = document[path] else { fallthrough }
            let element = ModelDocument(value)
            let array = ModelPath(path.components.dropLast())
            try document.removeValue(at: path)
            let count = document[array]?.count ?? 0
            try document.insert(element, at: array + [.index(Int.random(in: 0...count, using: &random))])
            moved = path
            return path
        default:
            try document.set(new, at: path)
            return path
        }
    }

    private mutating func newValue() throws -> ModelDocument {
        if chance(2) {
            var scalars: [ModelScalar] = [.string("new \(counter)")]
            if hasOnlyText {
                scalars += [.string("new\(counter)"), .string("\"\u{e9}\\\n\(counter)"), .data(Data([1, 2, 3, 4, 5]))]
            } else {
                scalars += [.int64(Int64(counter)), .bool(false), .double(0.25)]
            }
            return ModelDocument(scalars.randomElement(using: &random) ?? .null)
        }
        var builder = DocumentBuilder()
        if chance(2) {
            try builder.beginArray()
            for number in 0..<Int.random(in: 0...2, using: &random) {
                let element: ModelScalar = hasOnlyText ? .string("\(number)") : .int64(Int64(number))
                try builder.append(element)
            }
        } else {
            try builder.beginDictionary()
            for number in 0..<Int.random(in: 0...2, using: &random) {
                try builder.key("i\(number)")
                try builder.beginArray()
                try builder.append("x\(counter)")
                try builder.end()
            }
        }
        try builder.end()
        return try builder.finish()
    }

    private static func paths(of document: ModelDocument) -> [ModelPath] {
        var paths: [ModelPath] = []
        var seen: Set<Int> = []
        var pending: [(ModelDocument.Value, ModelPath)] = [(document.root, [])]
        while let (value, path) = pending.popLast() {
            guard seen.insert(value.id).inserted else { continue }
            paths.append(path)
            // In the order of the text: what several places lead to is met where it stands.
            for (key, member) in value.properties.reversed() { pending.append((member, path + [.key(key)])) }
            for (index, element) in value.elements.enumerated().reversed() {
                pending.append((element, path + [.index(index)]))
            }
        }
        return paths
    }

    /// What is wrong with one random edit of one random text; nil for nothing.
    package static func failure(
        _ syntax: Syntax, seed: UInt64, in format: some FormatProvider, as name: FileFormat
    ) throws -> String? {
        var sample = CommentedText(syntax, seed: seed)
        let old = Data(sample.text.utf8)
        var document = try format.document(from: old, as: name)
        let touched = try sample.change(&document)
        let new = try format.encode(document, as: name, keepingTextOf: old)
        let text = String(decoding: new, as: UTF8.self)
        let story = "seed \(seed), \(touched.map { "\($0)" } ?? "something new"):\n\(sample.text)\n\(text)"
        guard try format.document(from: new, as: name) == document else { return "Not what was meant: \(story)" }
        if try format.encode(document, as: name, keepingTextOf: new) != new {
            return "Written again, it changes: \(story)"
        }
        // Of a single value with comments around it, nobody could tell the format.
        guard !document.root.kind.isContainer || text.hasPrefix(sample.head) else { return "Written anew: \(story)" }
        if let piece = sample.missing(in: text, touched: touched) {
            return "\(piece.text) at \(piece.path) was lost: \(story)"
        }
        if let moved = sample.moved, let piece = sample.pieces.first(where: { $0.lies(in: moved, lostBy: text) }) {
            return "\(piece.text) at \(piece.path) was lost by moving \(moved): \(story)"
        }
        // Several at once.
        for _ in 0..<3 { _ = try sample.change(&document) }
        let further = try format.encode(document, as: name, keepingTextOf: new)
        guard try format.document(from: further, as: name) == document,
            !document.root.kind.isContainer || !text.hasPrefix(sample.head)
                || String(decoding: further, as: UTF8.self).hasPrefix(sample.head)
        else { return "Further: \(story)\n\(String(decoding: further, as: UTF8.self))" }
        return nil
    }

    /// The first piece that isn't in an edited text as it was, in the order of all; nil where every one is.
    ///
    /// - Parameter touched: What the change returned.
    private func missing(in edited: String, touched: ModelPath?) -> Piece? {
        var rest = Substring(edited)
        for piece in pieces {
            if let touched, piece.path.components.starts(with: touched.components) { continue }
            guard let found = rest.firstRange(of: piece.text) else { return piece }
            rest = rest[found.upperBound...]
        }
        return nil
    }
}

private func + (path: ModelPath, components: [ModelPath.Component]) -> ModelPath {
    ModelPath(path.components + components)
}
