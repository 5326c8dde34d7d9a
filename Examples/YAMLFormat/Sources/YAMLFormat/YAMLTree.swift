import Documents
import FormatSupport
import Yams

/// Yams's tree of a text, in which aliases are followed here.
///
/// Yams follows them while it parses, and hashes the keys of mappings with all that is in them: a few lines of aliases
/// of aliases would take it for ever, or make a tree too deep for any stack. So in the text that Yams gets, another
/// character stands for each `*` that may begin an alias. Unquoted text that begins with it is one.
struct YAMLTree {
    /// A node, and how many levels of containers it is.
    private struct Part {
        var node: Node
        var height = 0
    }

    /// As many levels as libyaml allows without aliases: what `DeepStack` has room for.
    private static let maximumHeight = 1000

    private let text: String
    private let star: Unicode.Scalar
    private var anchors: [ExactText: Part] = [:]

    /// The tree; nil where there is no document.
    static func compose(_ text: String) throws -> Node? {
        // Without an anchor, Yams says that there is none.
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else {
            return try Yams.compose(yaml: text)
        }
        let star = try unusedCharacter(in: text)
        let parser = try Parser(yaml: hidingAliases(in: text, behind: star))
        guard let root = try parser.singleRoot() else { return nil }
        // The parser keeps the anchors: nodes only refer to them weakly.
        return try withExtendedLifetime(parser) {
            var tree = YAMLTree(text: text, star: star)
            return try tree.followed(root).node
        }
    }

    private init(text: String, star: Unicode.Scalar) {
        self.text = text
        self.star = star
    }

    // MARK: Hiding aliases

    private static func unusedCharacter(in text: String) throws -> Unicode.Scalar {
        let privateUse = UInt32(0xF0000)...0x10FFFD
        let used = Set(text.unicodeScalars.filter { privateUse.contains($0.value) })
        for value in privateUse {
            if let character = Unicode.Scalar(value), !used.contains(character) { return character }
        }
        throw ModelError(.corruptData, "The text has every character for private use.")
    }

    private static func hidingAliases(in text: String, behind star: Unicode.Scalar) -> String {
        var hidden = String.UnicodeScalarView()
        var previous: Unicode.Scalar = "\n"
        for character in text.unicodeScalars {
            hidden.append(character == "*" && mayPrecedeAlias(previous) ? star : character)
            previous = character
        }
        return String(hidden)
    }

    /// True for space, the ends of lines, and what YAML's structure is made of. Behind anything else, as in the tag
    /// `!Cat*`, no alias can begin.
    private static func mayPrecedeAlias(_ character: Unicode.Scalar) -> Bool {
        character.value <= 0x20 || character.value >= 0x7F || "[{,:?".unicodeScalars.contains(character)
    }

    // MARK: Following them

    private mutating func followed(_ yaml: Node) throws -> Part {
        var part = Part(node: yaml)
        switch yaml {
        case .scalar(let scalar): part = try followed(scalar)
        case .sequence(var sequence):
            part.height = 1
            for index in sequence.indices {
                let element = try followed(sequence[index])
                sequence[index] = element.node
                part.height = max(part.height, element.height + 1)
            }
            part.node = .sequence(sequence)
        case .mapping(var mapping):
            part.height = 1
            for index in mapping.startIndex..<mapping.endIndex {
                let (key, value) = (try followed(mapping[index].key), try followed(mapping[index].value))
                mapping[index] = (key: key.node, value: value.node)
                part.height = max(part.height, key.height + 1, value.height + 1)
            }
            part.node = .mapping(mapping)
        case .alias: break
        }
        guard part.height <= Self.maximumHeight else {
            let error = ModelError(.depthExceeded, "Nested more than \(Self.maximumHeight) levels deep.")
            throw error.at(location(of: yaml))
        }
        if let anchor = yaml.anchor { anchors[ExactText(anchor.rawValue)] = part }
        return part
    }

    private func followed(_ scalar: Node.Scalar) throws -> Part {
        let characters = scalar.string.unicodeScalars
        guard characters.contains(star) else { return Part(node: .scalar(scalar)) }
        guard scalar.style == .plain, characters.first == star else {
            let string = String(String.UnicodeScalarView(characters.map { $0 == star ? "*" : $0 }))
            return Part(node: .scalar(Node.Scalar(string, scalar.tag, scalar.style, scalar.mark)))
        }
        guard let part = anchors[ExactText(String(characters.dropFirst()))] else {
            throw ModelError(.corruptData, "There is no anchor of that name.").at(location(of: .scalar(scalar)))
        }
        return part
    }

    private func location(of yaml: Node) -> ModelLocation? { yaml.mark.map { ModelLocation($0, in: text) } }
}
