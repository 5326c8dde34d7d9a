import Foundation
import ModelCore

struct ToyReader {
    private let bytes: [UInt8]
    private var position = 0
    /// The position of the first byte in the file.
    private let offset: Int

    init(bytes: [UInt8], offset: Int = ToyFormat.head.count) { (self.bytes, self.offset) = (bytes, offset) }

    var isAtEnd: Bool { position == bytes.count }

    func corrupt(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: position + offset))
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

    /// Reads the one value, and the full stop behind it.
    mutating func read(into builder: inout DocumentBuilder) throws {
        repeat {
            builder.offset = position + offset
            try readTag(into: &builder)
        } while builder.depth > 0
        guard try byte() == UInt8(ascii: "."), isAtEnd else { throw corrupt("Something follows the end.") }
    }

    private mutating func readTag(into builder: inout DocumentBuilder) throws {
        switch UnicodeScalar(try byte()) {
        case "n":
            guard try payload().isEmpty else { throw corrupt("Expected nothing.") }
            try builder.appendNull()
        case "b": try builder.append(try payload() == "true")
        case "i": try builder.append(try number(Int64.self))
        case "u": try builder.append(try number(UInt64.self))
        case "f": try builder.append(Float(bitPattern: try number(UInt32.self)))
        case "d": try builder.append(Double(bitPattern: try number(UInt64.self)))
        case "m":
            let value = Decimal(string: try payload(), locale: Locale(identifier: "en_US_POSIX"))
            try builder.append(.decimal(try unwrap(value)))
        case "s": try builder.append(try payload())
        case "x": try builder.append(try unwrap(Data(base64Encoded: try payload())))
        case "t": try builder.append(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try number(UInt64.self))))
        case "l": try builder.append(.url(try url()))
        case "U": try builder.append(.uuid(try unwrap(UUID(uuidString: try payload()))))
        case "g": try builder.append(.geometry(try unwrap(Self.geometry(try payload()))))
        case "r": try builder.appendReference(to: try number(Int.self))
        case "A": try builder.beginArray(number: try containerNumber())
        case "S": try builder.beginArray(.set, number: try containerNumber())
        case "O": try builder.beginArray(.orderedSet, number: try containerNumber())
        case "D": try builder.beginDictionary(number: try containerNumber())
        case "M": try builder.beginValueDictionary(number: try containerNumber())
        case "C":
            let number = try containerNumber()
            guard try byte() == UInt8(ascii: "c") else { throw corrupt("Expected a class.") }
            try builder.beginObject(named: try payload(), number: number)
        case "k": try builder.key(try payload())
        case "e":
            guard try payload().isEmpty else { throw corrupt("Expected nothing.") }
            try builder.end()
        default: throw corrupt("No such tag.")
        }
    }

    /// The number by which references lead to a container; nil for none.
    private mutating func containerNumber() throws -> Int? {
        let text = try payload()
        return try text.isEmpty ? nil : unwrap(Int(text))
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
        case ("CGPoint", 2): return .point(x: bits[0], y: bits[1])
        case ("CGSize", 2): return .size(width: bits[0], height: bits[1])
        case ("CGRect", 4): return .rect(x: bits[0], y: bits[1], width: bits[2], height: bits[3])
        case ("AffineTransform", 6):
            return .transform(m11: bits[0], m12: bits[1], m21: bits[2], m22: bits[3], tX: bits[4], tY: bits[5])
        case ("NSRange", _) where integers.count == 2:
            return .range(location: integers[0], length: integers[1])
        case ("IndexSet", _):
            var ranges: [Range<Int>] = []
            for index in stride(from: 0, to: integers.count - 1, by: 2) {
                let (end, overflow) = integers[index].addingReportingOverflow(integers[index + 1])
                guard integers[index] >= 0, integers[index + 1] > 0, !overflow else { return nil }
                ranges.append(integers[index]..<end)
            }
            return .indexSet(containing: ranges)
        default: return nil
        }
    }
}
