import Foundation

/// Reads a file of version 3.3 as strictly as the original's reader could: each chunk by the table of the format, with its alignment,
/// its zeros, and indexes that lead to what was read before. Written from the description alone, and by recursion.
struct OriginalReader {
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private let bytes: [UInt8]
    private var position = 20
    private(set) var objects = 0
    private(set) var strings = 0
    private(set) var classes: [Int] = []
    /// How often each type of chunk is there.
    private(set) var types: [UInt8: Int] = [:]
    private var stringValues: Set<[UInt8]> = []

    /// - Throws: What the original would trip over, in files that hold no chunks that it doesn't know.
    static func check(_ data: Data, allowsExtensions: Bool = true) throws {
        var reader = OriginalReader(bytes: [UInt8](data))
        if allowsExtensions, try reader.hasExtensions() { return }
        reader = OriginalReader(bytes: [UInt8](data))
        try reader.readFile()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The types of the chunks of a file, and how often each is there.
    static func types(in data: Data) throws -> [UInt8: Int] {
        var reader = OriginalReader(bytes: [UInt8](data))
        try reader.readFile()
        return reader.types
    }

    private struct Extension: Error {}

    private mutating func hasExtensions() throws -> Bool {
        do {
            try readFile()
            return false
        } catch is Extension {
            return true
        }
    }

    private mutating func readFile() throws {
        guard bytes.count > 20, Array(bytes[0..<8]) == [0x54, 0x53, 0x41, 0x46, 3, 0, 3, 0] else {
            throw refusal("no header")
        }
        try readChunk()
        guard position == bytes.count else { throw refusal("something follows") }
        guard word(8) == objects, word(12) == classes.count, word(16) == strings else {
            throw refusal("counts \(word(8)) \(word(12)) \(word(16)), read \(objects) \(classes.count) \(strings)")
        }
    }

    private func refusal(_ text: String) -> Refusal { Refusal(description: "byte \(position): \(text)") }
    private func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }

    private mutating func align(_ size: Int) throws {
        while position % size != 0 {
            guard position < bytes.count, bytes[position] == 0 else { throw refusal("padding that isn't zero") }
            position += 1
        }
    }

    private mutating func number(_ size: Int) throws -> Int {
        try align(size)
        try need(size)
        position += size
        return (0..<min(size, 7)).reduce(0) { $0 | Int(bytes[position - size + $1]) << (8 * $1) }
    }

    private func need(_ count: Int) throws {
        guard position + count <= bytes.count else { throw refusal("the end") }
    }

    private mutating func text() throws -> [UInt8] {
        guard let end = bytes[position...].firstIndex(of: 0) else { throw refusal("text without an end") }
        defer { position = end + 1 }
        return Array(bytes[position..<end])
    }

    private mutating func readMembers(_ count: Int) throws {
        for _ in 0..<count { try readChunk() }
    }

    private mutating func readChunk() throws {
        try need(1)
        let type = bytes[position]
        position += 1
        types[type, default: 0] += 1
        switch type {
        case 0, 1, 13, 14, 45, 46: break
        case 2, 3, 4:
            let index = try number(1 << (type - 2))
            guard index < objects else { throw refusal("object \(index) of \(objects)") }
            guard type == 2 || index > 255, type != 4 || index > 65535 else {
                throw refusal("an alias that is too long")
            }
        case 5, 6, 7:
            let index = try number(1 << (type - 5))
            guard index < strings else { throw refusal("string \(index) of \(strings)") }
            guard type == 5 || index > 255, type != 7 || index > 65535 else {
                throw refusal("an alias that is too long")
            }
        case 8:
            let value = try text()
            guard stringValues.insert(value).inserted else { throw refusal("an equal string") }
            strings += 1
        case 9:
            let count = try number(4)
            try readMembers(2 * count)
            objects += 1
        case 10, 11, 12:
            let count = try number(4)
            try readMembers(count)
            objects += 1
        case 15, 16, 17, 18: try readInteger(1 << (type - 15))
        case 19: _ = try number(4)
        case 20: _ = try number(8)
        case 21, 28:
            let count = try number(4)
            try need(count)
            position += count
            let padding = (4 - count % 4) % 4
            try need(padding)
            guard bytes[position..<position + padding].allSatisfy({ $0 == 0 }) else { throw refusal("data's padding") }
            position += padding
            objects += 1
        case 22, 48:
            _ = try number(8)
            objects += 1
        case 23:
            _ = try text()
            objects += 1
        case 24:
            let count = try number(4)
            objects += 1
            try readMembers(2 * count)
        case 25, 26, 27:
            let count = try number(4)
            objects += 1
            try readMembers(count)
        case 29:
            _ = try text()
            let count = try number(4)
            for _ in 0..<count { _ = try text() }
            classes.append(count)
            guard (30...32).contains(bytes[position]) else { throw refusal("no object behind a class definition") }
            try readChunk()
        case 30, 31, 32:
            let index = try number(1 << (type - 30))
            guard index < classes.count else { throw refusal("class \(index) of \(classes.count)") }
            objects += 1
            try readMembers(classes[index])
        case 33:
            try readMembers(2)
            strings += 1
        case 34, 35, 38: try readDoubles(2)
        case 36: try readDoubles(4)
        case 39: try readDoubles(6)
        case 40: try readDoubles(16)
        case 37:
            _ = try number(4)
            _ = try number(4)
        case 41, 42:
            let count = try number(4)
            for _ in 0..<2 * count { _ = try number(4) }
            objects += 1
        case 43:
            try readChunk()
            while bytes[position] != 0 { try readMembers(2) }
            position += 1
            objects += 1
        case 44:
            try align(20)
            try need(20)
            position += 20
        case 0xF0...0xF4: throw Extension()
        default: throw refusal("type \(type)")
        }
    }

    /// An integer in the smallest form that holds it.
    private mutating func readInteger(_ size: Int) throws {
        try align(size)
        try need(size)
        var value = UInt64(0)
        for place in 0..<size { value |= UInt64(bytes[position + place]) << UInt64(8 * place) }
        position += size
        let shift = UInt64(64 - 8 * size)
        let signed = Int64(bitPattern: value << shift) >> Int64(shift)
        let fits =
            Int8(exactly: signed) != nil ? 1 : Int16(exactly: signed) != nil ? 2 : Int32(exactly: signed) != nil ? 4 : 8
        guard fits == size, signed != 0, signed != 1 else { throw refusal("\(signed) in \(size) bytes") }
    }

    private mutating func readDoubles(_ count: Int) throws {
        for _ in 0..<count { _ = try number(8) }
    }
}
