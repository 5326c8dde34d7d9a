import Documents
import Foundation

extension FileFormat {
    /// The encoding of BitTorrent's files (BEP 3). Keys aren't sorted here.
    public static let bencode = FileFormat("bencode", displayName: "Bencode", fileExtension: "torrent", library: "Bencode")
}

/// A third party's format: it needs the product Documents, and no model.
public struct Bencode: FormatProvider {
    public init() {}

    public var formats: [FileFormat] { [.bencode] }
    public func capabilities(of format: FileFormat) -> FormatCapabilities { [] }

    public func detect(_ content: Data) -> FormatDetection? {
        guard let first = content.first, let last = content.last else { return nil }
        return "dl".utf8.contains(first) && last == UInt8(ascii: "e") ? .possible(.bencode) : nil
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var bytes = Data()
        func append(_ text: String) { bytes.append(contentsOf: "\(text.utf8.count):\(text)".utf8) }
        while let step = try walker.next() {
            switch step {
            case .bool(let value): bytes.append(contentsOf: value ? "i1e".utf8 : "i0e".utf8)
            case .int64(let value): bytes.append(contentsOf: "i\(value)e".utf8)
            case .uint64(let value): bytes.append(contentsOf: "i\(value)e".utf8)
            case .double(let value): append("\(value)")
            case .key, .string: append(walker.text)
            case .beginArray: bytes.append(UInt8(ascii: "l"))
            case .beginDictionary: bytes.append(UInt8(ascii: "d"))
            case .end: bytes.append(UInt8(ascii: "e"))
            default: throw ModelError(.unrepresentableValue, "Bencode can't store \(step).")
            }
        }
        return bytes
    }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        builder.scalars = .text
        var rest = content[...]
        repeat {
            let start = rest.startIndex
            builder.offset = start - content.startIndex
            guard try Self.parseToken(&rest, into: &builder) else {
                throw ModelError(.corruptData, "It is no value.")
                    .at(ModelLocation(byteOffset: start - content.startIndex))
            }
        } while !rest.isEmpty
    }

    /// Parses a value, or the beginning or the end of one. Returns false if there is none.
    private static func parseToken(_ rest: inout Data, into builder: inout DocumentBuilder) throws -> Bool {
        guard let first = rest.first else { return false }
        switch first {
        case UInt8(ascii: "d"): try builder.beginDictionary()
        case UInt8(ascii: "l"): try builder.beginArray()
        case UInt8(ascii: "e"): try builder.end()
        case UInt8(ascii: "i"):
            guard let end = rest.firstIndex(of: UInt8(ascii: "e")),
                let number = Int64(String(decoding: rest[rest.startIndex..<end].dropFirst(), as: UTF8.self))
            else { return false }
            rest = rest[(end + 1)...]
            try builder.append(number)
            return true
        default:
            guard let colon = rest.prefix(20).firstIndex(of: UInt8(ascii: ":")),
                let count = Int(String(decoding: rest[rest.startIndex..<colon], as: UTF8.self)), count >= 0,
                count < rest.endIndex - colon
            else { return false }
            let end = colon + 1 + count
            guard let text = String(validating: rest[(colon + 1)..<end], as: UTF8.self) else { return false }
            rest = rest[end...]
            if builder.expectsKey { try builder.key(text) } else { try builder.append(text) }
            return true
        }
        rest = rest.dropFirst()
        return true
    }
}
