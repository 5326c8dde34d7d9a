import Foundation

/// Recognises well-known formats whose plugin isn't linked, so that the error can name it.
enum AbsentFormat {
    static func recognise(_ content: Data) -> FileFormat? {
        if content.starts(with: [0x54, 0x53, 0x41, 0x46]) { return .fastCoding }
        switch PropertyListLook(content) {
        case .keyedArchive: return .keyedArchive
        case .cryptoArchive: return .cryptoCoding
        case .hrCoded(let isBinary): return isBinary ? .hrCodedBinary : .hrCodedXML
        case .plain(let isBinary): return isBinary ? .binaryPropertyList : .xmlPropertyList
        case nil: break
        }
        if content.starts(with: "bplist".utf8) { return .binaryPropertyList }
        let text = content.prefix(64).drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard let first = text.first, "{[\"".utf8.contains(first) else { return nil }
        return first == UInt8(ascii: "{") && hasClassKey(content) ? .hrCodedJSON : .json
    }

    /// True where a JSON object has the key `$class`. A scan for brackets and strings, linear in the size.
    private static func hasClassKey(_ content: Data) -> Bool {
        let key = Data("\"$class\"".utf8)
        var depth = 0
        var inString = false
        var index = content.startIndex
        while index < content.endIndex {
            switch content[index] {
            // What it escapes is no quotation mark.
            case UInt8(ascii: "\\") where inString: index += 1
            case UInt8(ascii: "\""):
                inString.toggle()
                if inString, depth == 1, content[index...].starts(with: key) { return true }
            case _ where inString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        }
        return false
    }
}
