import Foundation
import ModelCore

struct ToyReader {
    private let bytes: [UInt8]
    private let context: DecodingContext
    private var position = 0
    private var known: [ModelNode] = []

    init(bytes: [UInt8], context: DecodingContext) {
        self.bytes = bytes
        self.context = context
    }

    var isAtEnd: Bool { position == bytes.count }

    func corrupt(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: position + ToyFormat.head.count))
    }

    mutating func byte() throws -> UInt8 {
        guard position < bytes.count else { throw corrupt("The file ends too early.") }
        position += 1
        return bytes[position - 1]
    }

    private mutating func payload() throws -> String {
        var length = 0
        var digits = 0
        while case let digit = try byte(), digit != UInt8(ascii: ":") {
            guard (0x30...0x39).contains(digit), digits < 12 else { throw corrupt("Expected a length.") }
            length = length * 10 + Int(digit - 0x30)
            digits += 1
        }
        guard digits > 0, length <= bytes.count - position else { throw corrupt("Longer than the file.") }
        defer { position += length }
        guard let text = String(validating: bytes[position..<position + length], as: UTF8.self) else {
            throw corrupt("Not UTF-8.")
        }
        return text
    }

    private mutating func number<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        guard let number = Integer(try payload()) else { throw corrupt("Expected a number.") }
        return number
    }

    private mutating func count() throws -> Int {
        let count = try number(Int.self)
        guard count >= 0, count <= bytes.count - position else { throw corrupt("More elements than bytes.") }
        return count
    }

    mutating func node() throws -> ModelNode {
        switch UnicodeScalar(try byte()) {
        case "n":
            guard try payload().isEmpty else { throw corrupt("Expected nothing.") }
            return .null
        case "b": return .scalar(.bool(try payload() == "true"))
        case "i": return .scalar(.int64(try number(Int64.self)))
        case "u": return .scalar(.uint64(try number(UInt64.self)))
        case "f": return .scalar(.float(Float(bitPattern: try number(UInt32.self))))
        case "d": return .scalar(.double(Double(bitPattern: try number(UInt64.self))))
        case "D":
            return .scalar(
                .decimal(try unwrap(Decimal(string: try payload(), locale: Locale(identifier: "en_US_POSIX")))))
        case "s": return .scalar(.string(try payload()))
        case "x": return .scalar(.data(try unwrap(Data(base64Encoded: try payload()))))
        case "t":
            return .scalar(.date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try number(UInt64.self)))))
        case "l": return .scalar(.url(try url()))
        case "U": return .scalar(.uuid(try unwrap(UUID(uuidString: try payload()))))
        case "g": return .scalar(.geometry(try unwrap(Self.geometry(try payload()))))
        case "r":
            let index = try number(Int.self)
            guard known.indices.contains(index) else { throw corrupt("There is no such node.") }
            return known[index]
        case "a", "m", "o":
            position -= 1
            try context.enter()
            defer { context.leave() }
            return try container()
        default: throw corrupt("No such tag.")
        }
    }

    private mutating func container() throws -> ModelNode {
        switch UnicodeScalar(try byte()) {
        case "a": return .array(try array())
        case "m":
            let count = try count()
            let dictionary = DictionaryNode()
            known.append(.dictionary(dictionary))
            for _ in 0..<count { dictionary.entries.append((try node(), try node())) }
            return .dictionary(dictionary)
        default:
            let count = try count()
            guard try byte() == UInt8(ascii: "c") else { throw corrupt("Expected a class.") }
            let object = ObjectNode(CodedClass(name: try payload()))
            known.append(.object(object))
            for _ in 0..<count {
                guard try byte() == UInt8(ascii: "k") else { throw corrupt("Expected a key.") }
                object.properties.append((try payload(), try node()))
            }
            return .object(object)
        }
    }

    private mutating func array() throws -> ArrayNode {
        var kind = ModelArrayKind.array
        if position < bytes.count,
            let letter = [UInt8(ascii: "s"): ModelArrayKind.set, UInt8(ascii: "o"): .orderedSet][bytes[position]]
        {
            kind = letter
            position += 1
        }
        let count = try count()
        let array = ArrayNode(kind: kind)
        known.append(.array(array))
        for _ in 0..<count { array.elements.append(try node()) }
        return array
    }

    private mutating func url() throws -> URL {
        let relative = try payload()
        guard try byte() == UInt8(ascii: "l") else { throw corrupt("Expected a base.") }
        let base = try payload()
        return try unwrap(URL(string: relative, relativeTo: base.isEmpty ? nil : URL(string: base)))
    }

    private func unwrap<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw corrupt("The value isn't one of its kind.") }
        return value
    }

    private static func geometry(_ text: String) -> ModelGeometry? {
        let parts = text.split(separator: " ")
        let bits = parts.dropFirst().compactMap { UInt64($0) }.map { Double(bitPattern: $0) }
        let integers = parts.dropFirst().compactMap { Int($0) }
        switch (parts.first, bits.count) {
        case ("CGPoint", 2): return .point(CGPoint(x: bits[0], y: bits[1]))
        case ("CGSize", 2): return .size(CGSize(width: bits[0], height: bits[1]))
        case ("CGRect", 4): return .rect(CGRect(x: bits[0], y: bits[1], width: bits[2], height: bits[3]))
        case ("AffineTransform", 6):
            return .transform(
                AffineTransform(m11: bits[0], m12: bits[1], m21: bits[2], m22: bits[3], tX: bits[4], tY: bits[5]))
        case ("NSRange", _) where integers.count == 2:
            return .range(NSRange(location: integers[0], length: integers[1]))
        case ("IndexSet", _):
            var set = IndexSet()
            for index in stride(from: 0, to: integers.count - 1, by: 2) {
                let (end, overflow) = integers[index].addingReportingOverflow(integers[index + 1])
                guard integers[index] >= 0, integers[index + 1] > 0, !overflow else { return nil }
                set.insert(integersIn: integers[index]..<end)
            }
            return .indexSet(set)
        default: return nil
        }
    }
}
