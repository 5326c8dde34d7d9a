import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Tells property lists in the OpenStep style from other text.
enum OpenStepDetection {
    /// Small texts are read as a whole; of large ones only the beginning is looked at.
    private static let wholeLimit = 16 * 1024

    /// Possible for a dictionary, an array or data. Text alone could be anything.
    ///
    /// So could `{}`, which is more likely JSON's: it is certain behind the comment that says its encoding, and nothing
    /// here without one. A text of nothing but comments is a file of strings that has none.
    static func detect(_ content: Data) -> FormatDetection? {
        let head = ByteSource(content.prefix(wholeLimit + 1))
        guard let source = try? PropertyListEncoding.utf8(head) else { return nil }
        var scanner = OpenStepScanner(source)
        guard (try? scanner.skipSpace()) != nil else { return nil }
        guard content.count > wholeLimit else {
            guard let nodes = try? OpenStepParser.nodes(in: source), let root = nodes.first else { return nil }
            switch root.kind {
            case .scalar(.data), .array: return .possible(.xmlPropertyList)
            case .scalar: return nil
            case .dictionary:
                if nodes.count > 1 || scanner.isAtEnd { return .possible(.xmlPropertyList) }
                return scanner.hasEncodingHint ? .certain(.xmlPropertyList) : nil
            }
        }
        return !scanner.isAtEnd && looksLikePropertyList(&scanner) ? .possible(.xmlPropertyList) : nil
    }

    /// True if a large text begins like a dictionary or an array.
    private static func looksLikePropertyList(_ scanner: inout OpenStepScanner) -> Bool {
        let source = scanner.source
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
