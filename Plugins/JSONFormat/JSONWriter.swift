import FormatSupport
import Foundation
import ModelCore

/// Writes JSON text, and sees to it that it is well formed whatever the caller does.
struct JSONWriter: ~Copyable {
    /// Where the innermost open container stands.
    enum State: UInt8 {
        case root
        case done
        case element
        case key
        case value
    }

    struct Frame {
        var state = State.root
        var isEmpty = true
        /// Whether its first member names its class.
        var hasClass = false
        /// The first of its keys in `keys`.
        var firstKey = 0
        /// A bit for each key, to tell without a search that most keys are new.
        var seen: UInt64 = 0
        var mayRepeat = false
    }

    /// Where a key stands in the buffer, its quotes included.
    struct KeyRange {
        var start: Int
        var end: Int
    }

    var buffer = ByteBuffer(capacity: 1 << 16)
    var frame = Frame()
    var outer: [Frame] = []
    /// The keys of all open objects, the innermost's last.
    var keys: [KeyRange] = []
    let isPretty: Bool
    let sortsKeys: Bool
    private let escapesClassKey: Bool

    init(_ options: JSONFormat.WritingOptions, byteLimit: Int) {
        buffer.limit = byteLimit
        isPretty = options.contains(.prettyPrinted)
        sortsKeys = options.contains(.sortedKeys)
        escapesClassKey = !options.contains(.bareClassKeys)
        outer.reserveCapacity(16)
        keys.reserveCapacity(64)
    }

    /// To be called before each value: writes what stands between it and the one before.
    @inline(__always)
    mutating func beginValue() throws {
        if buffer.isOverfull { throw ModelError(.bytesExceeded, "More than \(buffer.limit) bytes.") }
        switch frame.state {
        case .value:
            frame.state = .key
        case .element:
            separate()
        case .root:
            frame.state = .done
        case .key:
            throw Self.misuse("A value was written into an object without a key.")
        case .done:
            throw Self.misuse("A second value was written behind the root value.")
        }
    }

    /// The comma and the line break before an element or a member.
    @inline(__always)
    mutating func separate() {
        if frame.isEmpty {
            frame.isEmpty = false
        } else {
            buffer.append(UInt8(ascii: ","))
        }
        if isPretty { breakLine(outer.count) }
    }

    @inline(never)
    private mutating func breakLine(_ level: Int) {
        buffer.appendLineBreak(spaces: level &* 2)
    }

    mutating func begin(_ bracket: UInt8, _ state: State) throws {
        try beginValue()
        buffer.append(bracket)
        outer.append(frame)
        frame = Frame(state: state, firstKey: keys.count)
    }

    mutating func endArray() throws {
        guard frame.state == .element else { throw Self.misuse("An array was ended that isn't open.") }
        end(UInt8(ascii: "]"))
    }

    mutating func endObject() throws {
        guard frame.state == .key else {
            throw Self.misuse(
                frame.state == .value
                    ? "An object was ended behind a key without a value." : "An object was ended that isn't open.")
        }
        if frame.mayRepeat { try checkKeys() }
        if sortsKeys { sortMembers() }
        keys.removeLast(keys.count - frame.firstKey)
        end(UInt8(ascii: "}"))
    }

    private mutating func end(_ bracket: UInt8) {
        let wasEmpty = frame.isEmpty
        frame = outer.popLast() ?? Frame()
        if isPretty, !wasEmpty { breakLine(outer.count) }
        buffer.append(bracket)
    }

    /// Writes the next member's key.
    @inline(__always)
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard frame.state == .key else { throw keyMisuse() }
        separate()
        let start = buffer.count
        if bytes.count == 6, escapesClassKey, unsafe Self.isClassKey(bytes) {
            guard !frame.hasClass else {
                throw ModelError(.duplicateKey, "An object that names its class has a key $class of its own.")
            }
            // Readers take a first member with the bare key for the object's class.
            buffer.append("\"\\u0024class\"")
        } else {
            unsafe string(bytes)
        }
        keys.append(KeyRange(start: start, end: buffer.count))
        let bit = unsafe Self.bit(bytes)
        if frame.seen & bit != 0 { frame.mayRepeat = true }
        frame.seen |= bit
        frame.state = .value
        buffer.append(UInt8(ascii: ":"))
        if isPretty { buffer.append(0x20) }
    }

    /// Writes the member that names an object's class: to be called right behind `begin`.
    mutating func className(_ name: String) {
        separate()
        frame.hasClass = true
        buffer.append("\"$class\":")
        if isPretty { buffer.append(0x20) }
        var name = name
        name.withUTF8 { unsafe string($0) }
    }

    @inline(never)
    private func keyMisuse() -> ModelError {
        Self.misuse(
            frame.state == .value
                ? "Two keys were written without a value between them." : "A key was written outside of an object.")
    }

    @inline(never)
    static func misuse(_ reason: String) -> ModelError {
        ModelError(.unrepresentableValue, reason)
    }

    private static func isClassKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe bytes.elementsEqual("$class".utf8)
    }

    /// One of 64 bits for a key: from its length and three of its bytes.
    @inline(__always)
    private static func bit(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let count = bytes.count
        guard count > 0 else { return 1 }
        // All three lie within the key.
        let mixed = unsafe UInt64(bytes[0]) &* 7 ^ UInt64(bytes[count >> 1]) &* 13 ^ UInt64(bytes[count &- 1]) &* 29
        return 1 << ((mixed &+ UInt64(truncatingIfNeeded: count) &* 37) & 63)
    }

    /// The file.
    mutating func finish() throws -> Data {
        guard frame.state == .done else {
            throw Self.misuse(frame.state == .root ? "Nothing was written." : "An array or object was left open.")
        }
        return buffer.takeData()
    }
}
