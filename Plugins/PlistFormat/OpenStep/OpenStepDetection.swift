import FormatSupport
import Foundation
import PropertyListCodec

/// Tells property lists in the OpenStep style from other text.
enum OpenStepDetection {
    /// Small texts are read as a whole; of large ones only the beginning is looked at.
    private static let wholeLimit = 16 * 1024

    /// True for a dictionary, an array or data. Text alone could be anything, and so could `{}`.
    static func looksLikePropertyList(_ content: Data) -> Bool {
        let head = ByteSource(content.prefix(wholeLimit + 1))
        guard let source = try? PropertyListEncoding.utf8(head) else { return false }
        var scanner = OpenStepScanner(source)
        guard (try? scanner.skipSpace()) != nil, !scanner.isAtEnd else { return false }
        if content.count <= wholeLimit {
            guard let nodes = try? OpenStepParser.nodes(in: source), let root = nodes.first else { return false }
            switch root.kind {
            case .scalar(.data): return true
            case .scalar: return false
            // JSON's `{}` is more likely, and its `[]` nothing here.
            case .dictionary: return nodes.count > 1
            case .array: return true
            }
        }
        guard source.bytes(from: 0).firstIndex(of: 0, from: 0) == nil else { return false }
        switch scanner.byte {
        case UInt8(ascii: "{"):
            scanner.offset += 1
            return Self.startsWithEntry(&scanner)
        case UInt8(ascii: "("):
            return true
        default:
            return Self.startsWithEntry(&scanner)
        }
    }

    /// True where a key and an equals sign come next.
    private static func startsWithEntry(_ scanner: inout OpenStepScanner) -> Bool {
        guard (try? scanner.skipSpace()) != nil, case .string? = try? scanner.scalar(),
            (try? scanner.skipSpace()) != nil
        else {
            return false
        }
        return scanner.byte == UInt8(ascii: "=")
    }
}
