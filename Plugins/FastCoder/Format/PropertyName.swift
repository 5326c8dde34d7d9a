import ModelCore

/// A name in a class definition, and the literal that it was last compared with.
///
/// A class encodes and decodes all its objects with the same literals: from the second object on, a comparison of addresses tells what
/// only the name's bytes tell at first.
struct PropertyName {
    private let start: UInt32
    private let count: UInt32
    /// The address of an equal literal; 0 where none was seen yet.
    private var literal: UInt = 0

    /// A name whose bytes begin at an offset, which a file's size bounds.
    init(_ name: String, at offset: Int) {
        start = UInt32(truncatingIfNeeded: offset)
        count = UInt32(truncatingIfNeeded: name.utf8.count)
    }

    /// Where it stands.
    var offset: Int { Int(start) }
    var length: Int { Int(count) }

    /// The names of a class definition, one behind the other with a NUL between them.
    static func list(_ names: [String], at offset: Int) -> [PropertyName] {
        var next = offset
        return names.map { name in
            defer { next += name.utf8.count + 1 }
            return PropertyName(name, at: next)
        }
    }

    /// True where the key is made from the literal that was remembered: its bytes stay where they are, and what they are.
    @inline(__always)
    func isKnown(as key: ModelKey) -> Bool {
        guard let known = key.literal else { return false }
        return unsafe UInt(bitPattern: known.utf8Start) == literal && known.utf8CodeUnitCount == length
    }

    /// Remembers a key that was found to be this name.
    mutating func remember(_ key: ModelKey) {
        if let known = key.literal { unsafe literal = UInt(bitPattern: known.utf8Start) }
    }
}
