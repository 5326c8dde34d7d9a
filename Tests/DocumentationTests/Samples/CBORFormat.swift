import Documents
import Foundation

extension FileFormat {
    static let cbor = FileFormat("cbor", displayName: "CBOR", fileExtension: "cbor", library: "CBORFormat")
}

/// CBOR (RFC 8949) with classes and shared references: a whole binary format, as somebody outside would write it.
///
/// Files begin with the tag 55799, which says that they are CBOR. An object is tag 27: its class's name and a map. What
/// is referred to again has tag 28, and a reference to it is tag 29 with the number of that tag, counted from 0.
struct CBORFormat: FormatProvider {
    var formats: [FileFormat] { [.cbor] }
    static let head = Data([0xD9, 0xD9, 0xF7])

    func capabilities(of format: FileFormat) -> FormatCapabilities {
        [.classes, .identity, .null, .valueKeys, .nonFinite, .floats, .data]
    }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head) ? .certain(.cbor) : nil
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var writer = CBORWriter()
        while let step = try walker.next() { try writer.write(step, &walker) }
        return Self.head + writer.bytes
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard detect(content) != nil else { throw ModelError(.corruptData, "This is no CBOR.") }
        var reader = CBORReader(content)
        try reader.read(into: &builder)
    }
}

private enum Tag {
    static let (object, shared, reference): (UInt64, UInt64, UInt64) = (27, 28, 29)
}

private struct CBORWriter {
    var bytes = Data()
    /// The numbers of the shared containers that were written, by the walker's.
    private var numbers: [Int: UInt64] = [:]

    /// What an item is, and its length or value in as few bytes as hold it.
    private mutating func head(_ major: UInt8, _ value: UInt64) {
        switch value {
        case 0..<24: bytes.append(major << 5 | UInt8(value))
        case ...0xFF: bytes.append(contentsOf: [major << 5 | 24, UInt8(value)])
        case ...0xFFFF: append(major << 5 | 25, UInt16(value))
        case ...0xFFFF_FFFF: append(major << 5 | 26, UInt32(value))
        default: append(major << 5 | 27, value)
        }
    }

    private mutating func append<Number: FixedWidthInteger>(_ first: UInt8, _ number: Number) {
        bytes.append(first)
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func text(_ text: String) {
        head(3, UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ step: DocumentWalker.Step, _ walker: inout DocumentWalker) throws {
        switch step {
        case .null: bytes.append(0xF6)
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        case .int64(let value): value < 0 ? head(1, UInt64(-1 - value)) : head(0, UInt64(value))
        case .uint64(let value): head(0, value)
        case .float(let value): append(0xFA, value.bitPattern)
        case .double(let value): append(0xFB, value.bitPattern)
        case .string, .key: text(walker.text)
        case .data:
            head(2, UInt64(walker.data.count))
            bytes.append(walker.data)
        case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject: begin(step, &walker)
        case .end: bytes.append(0xFF)
        case .reference(let number):
            // A weak reference may come before what it leads to, which then is written here.
            if let known = numbers[number] { reference(known) } else { begin(try walker.follow(), &walker) }
        case .date, .other: throw ModelError(.unrepresentableValue, "CBOR has no form for \(step).")
        }
    }

    private mutating func reference(_ number: UInt64) {
        head(6, Tag.reference)
        head(0, number)
    }

    /// Begins a container, whose end is a mark; or refers to it where it was written.
    private mutating func begin(_ step: DocumentWalker.Step, _ walker: inout DocumentWalker) {
        if let number = walker.number {
            if let known = numbers[number] {
                walker.skipContainer()
                return reference(known)
            }
            numbers[number] = UInt64(numbers.count)
            head(6, Tag.shared)
        }
        if case .beginObject = step, let codedClass = walker.codedClass {
            head(6, Tag.object)
            head(4, 2)
            text(codedClass.name)
        }
        if case .beginArray = step { bytes.append(0x9F) } else { bytes.append(0xBF) }
    }
}

private struct CBORReader {
    private let bytes: [UInt8]
    private var position: Int
    private var sharedCount = 0
    /// How many items each open container still has; nil for one that a mark ends.
    private var open: [UInt64?] = []

    init(_ content: Data) {
        bytes = [UInt8](content)
        position = CBORFormat.head.count
    }

    mutating func read(into builder: inout DocumentBuilder) throws {
        repeat {
            if open.last == .some(.some(0))
                || (open.last == .some(nil) && position < bytes.count && bytes[position] == 0xFF)
            {
                if open.removeLast() == nil { position += 1 }
                try builder.end()
            } else {
                if let rest = open.last, let rest { open[open.count - 1] = rest - 1 }
                try readItem(into: &builder)
            }
        } while !open.isEmpty
        guard position == bytes.count else { throw corrupt("Something follows the value.") }
    }

    private func corrupt(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: position))
    }

    /// The bytes that come next, so many of them.
    private mutating func take(_ count: UInt64) throws -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw corrupt("The file ends within a value.") }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }

    private mutating func number(_ size: UInt64) throws -> UInt64 { try take(size).reduce(0) { $0 << 8 | UInt64($1) } }

    /// What an item is, its small value, and the number behind; nil where a mark will end the item.
    private mutating func head() throws -> (major: UInt8, low: UInt8, value: UInt64?) {
        let first = UInt8(try number(1))
        let low = first & 0x1F
        guard low < 28 || low == 31 else { throw corrupt("An item of no known form.") }
        return (first >> 5, low, low == 31 ? nil : low < 24 ? UInt64(low) : try number(1 << UInt64(low - 24)))
    }

    /// Text or data of that length; in parts up to a mark where it is nil.
    private mutating func string(_ major: UInt8, _ count: UInt64?) throws -> [UInt8] {
        if let count { return Array(try take(count)) }
        var whole: [UInt8] = []
        while case let part = try head(), part.major != 7 || part.low != 31 {
            guard part.major == major, let count = part.value else { throw corrupt("A part of another type.") }
            whole += try take(count)
        }
        return whole
    }

    private func text(_ bytes: [UInt8]) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw corrupt("Text that isn't UTF-8.") }
        return text
    }

    private mutating func readItem(into builder: inout DocumentBuilder) throws {
        builder.offset = position
        var number: Int?
        var (major, low, value) = try head()
        while major == 6 {
            switch value {
            case Tag.shared where number == nil:
                number = sharedCount
                sharedCount += 1
            case Tag.reference:
                guard case (0, _, let index?) = try head(), index < sharedCount, !builder.expectsKey else {
                    throw corrupt("A reference to nothing.")
                }
                return try builder.appendReference(to: Int(index))
            case Tag.object: return try beginObject(number, &builder)
            default: break
            }
            (major, low, value) = try head()
        }
        guard value != nil || (2...5).contains(major) else { throw corrupt("An end where nothing ends.") }
        guard major == 3 || !builder.expectsKey else { throw corrupt("A key that isn't text.") }
        let small = value ?? 0
        switch (major, low) {
        case (0, _):
            if let value = Int64(exactly: small) { try builder.append(value) } else { try builder.append(small) }
        case (1, _):
            guard let value = Int64(exactly: small) else { throw ModelError(.outOfRange, "A number below Int64's.") }
            try builder.append(-1 - value)
        case (2, _): try builder.append(Data(try string(2, value)))
        case (3, _):
            let text = try text(try string(3, value))
            if builder.expectsKey { try builder.key(text) } else { try builder.append(text) }
        case (4, _):
            try builder.beginArray(number: number)
            open.append(value)
        case (5, _):
            try builder.beginValueDictionary(number: number)
            open.append(try entries(value))
        case (7, 20), (7, 21): try builder.append(low == 21)
        case (7, 22), (7, 23): try builder.appendNull()
        case (7, 26): try builder.append(Float(bitPattern: UInt32(small)))
        case (7, 27): try builder.append(Double(bitPattern: small))
        default: throw corrupt("A value of no known type.")
        }
    }

    private mutating func beginObject(_ number: Int?, _ builder: inout DocumentBuilder) throws {
        guard case (4, _, 2) = try head(), case (3, _, let length) = try head(),
            case let name = try text(try string(3, length)), case (5, _, let count) = try head()
        else { throw corrupt("An object that is none.") }
        try builder.beginObject(named: name, number: number)
        open.append(try entries(count))
    }

    /// How many keys and values a map has; nil where a mark ends it.
    private func entries(_ count: UInt64?) throws -> UInt64? {
        guard let count else { return nil }
        guard count <= bytes.count else { throw corrupt("More entries than there are bytes.") }
        return count * 2
    }
}
