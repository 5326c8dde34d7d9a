/// The name of a record: the class that it belongs to, and its identifier. Two names are equal if and only if both
/// have the same bytes.
public struct RecordName: Sendable, Hashable {
    /// The name of the class.
    public let className: String
    /// The identifier.
    public let id: String
    /// The name as a text for keys of any kind: `Book/atuan`. It consists of letters, digits and hyphens of ASCII, and of
    /// a percent sign with two digits for any other byte.
    public let text: String

    /// The name of a record of a class.
    public init(className: String, id: String) {
        (self.className, self.id) = (className, id)
        text = Self.escaped(className) + "/" + Self.escaped(id)
    }

    /// The name with this text; nil if no name has this text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let className = Self.unescaped(parts[0]), let id = Self.unescaped(parts[1]) else {
            return nil
        }
        self.init(className: className, id: id)
        guard self.text == text else { return nil }
    }

    public static func == (left: RecordName, right: RecordName) -> Bool { left.text == right.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    private static let digits = Array("0123456789ABCDEF")

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped.append("%")
                escaped.append(digits[Int(byte >> 4)])
                escaped.append(digits[Int(byte & 15)])
            }
        }
        return escaped
    }

    private static func unescaped(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count > 1, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest.removeFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
