import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Recognizes property lists in the OpenStep style.
enum OpenStepDetection {
    /// The maximum size in bytes of a text that is read as a whole. Of a larger text, only the beginning is examined.
    private static let wholeLimit = 16 * 1024

    /// Possible for an array, for data, and for a dictionary with entries. Nil for a single text, which could be
    /// anything.
    ///
    /// Also possible for a text of nothing but comments: it is a `.strings` file without strings. An empty dictionary
    /// `{}` is nil, because it is more likely JSON. It is certain if the comment that states the encoding comes before
    /// it.
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

    /// True if a key and an equals sign come next.
    private static func startsWithEntry(_ scanner: inout OpenStepScanner) -> Bool {
        guard (try? scanner.skipSpace()) != nil, case .string? = try? scanner.scalar(),
            (try? scanner.skipSpace()) != nil
        else {
            return false
        }
        return scanner.byte == UInt8(ascii: "=")
    }
}
