import FormatSupport
import Foundation

/// A member of an object, where its value is to be read later.
@safe
struct JSONMember {
    /// The key's bytes: in the file, or unescaped elsewhere. Both live as long as the scanner.
    let text: UnsafePointer<UInt8>
    let count: Int
    /// Where the key stands in the file.
    let start: Int
    /// Where the value begins.
    var value: Int

    init(text: UnsafePointer<UInt8>, count: Int, start: Int, value: Int = 0) {
        unsafe self.text = text
        self.count = count
        self.start = start
        self.value = value
    }

    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: text, count: count) }

    @inline(__always)
    func equals(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == key.count else { return false }
        guard count > 0, let base = key.baseAddress else { return true }
        return unsafe memcmp(text, base, count) == 0
    }

    /// One of 64 bits for a key: from its length and three of its bytes.
    @inline(__always)
    static func bit(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let count = key.count
        guard count > 0 else { return 1 }
        // All three lie within the key.
        let mixed = unsafe UInt64(key[0]) &* 7 ^ UInt64(key[count >> 1]) &* 13 ^ UInt64(key[count &- 1]) &* 29
        return 1 << ((mixed &+ UInt64(truncatingIfNeeded: count) &* 37) & 63)
    }
}

/// The keys of an object that has many, hashed with a seed that no file can know.
final class JSONKeyTable {
    @safe
    private struct Key: Hashable {
        let member: JSONMember

        static func == (left: Key, right: Key) -> Bool { unsafe left.member.equals(right.member.bytes) }

        func hash(into hasher: inout Hasher) {
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(member.bytes))
        }
    }

    private var positions: [Key: Int] = [:]

    /// Adds a member, unless its key is there already: then returns that one's position.
    func insert(_ member: JSONMember, at position: Int) -> Int? {
        let key = Key(member: member)
        if let known = positions[key] { return known }
        positions[key] = position
        return nil
    }

    func position(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = key.baseAddress else { return nil }
        return unsafe positions[Key(member: JSONMember(text: base, count: key.count, start: 0))]
    }
}
