import FormatSupport
import Foundation

/// How a plain format's bytes are looked through, without reading them.
enum HRSyntax {
    case json
    case xml
    case binary
    /// As nobody here knows: its decoder tells.
    case other

    /// Whether content begins as this does; nil where nobody here knows.
    func begins(_ content: Data) -> Bool? {
        switch self {
        case .json: Self.beginsAsJSON(content)
        case .xml: XMLPropertyList.canRead(content)
        case .binary: BinaryPropertyListReader.canRead(content)
        case .other: nil
        }
    }

    /// True for a brace, behind space and comments. Text of two or four bytes a character is ASCII with zeros here.
    private static func beginsAsJSON(_ content: Data) -> Bool {
        var text = content.prefix(65536)[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        let head = text.prefix(4)
        if head.contains(0) || head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) {
            text = Data(text.filter { $0 != 0 && $0 < 0xFE })[...]
        }
        while true {
            text = text.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            if text.starts(with: "//".utf8) {
                text = text.drop { $0 != 0x0A && $0 != 0x0D }
            } else if text.starts(with: "/*".utf8), let end = text.dropFirst(2).range(of: Data("*/".utf8)) {
                text = text[end.upperBound...]
            } else {
                return text.first == UInt8(ascii: "{")
            }
        }
    }
}
