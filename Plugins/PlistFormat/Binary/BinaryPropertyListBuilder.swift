import FormatSupport
import Foundation

/// Writes the objects of a binary property list as they come, and the containers behind their contents.
///
/// Keys, booleans and small integers are written once and referred to. A part of its own, and no class, so that one look at the encoder's
/// state serves a whole value.
struct BinaryPropertyListBuilder: ~Copyable {
    private var writer = BinaryPropertyListWriter(capacity: 64 * 1024)
    /// The numbers of the keys and values that no container has taken yet.
    private var numbers: [UInt32] = []
    /// Where the numbers of each open container begin.
    private var starts: [Int] = []
    private var keys: BinaryPropertyListKeys
    private let sortsKeys: Bool
    /// The number of the key that names classes, once there is one.
    private var classKey = UInt32.max
    private var trueNumber: UInt32?
    private var falseNumber: UInt32?
    private var smallIntegers = [UInt32](repeating: .max, count: 256)

    init(sortsKeys: Bool, byteLimit: Int) {
        self.sortsKeys = sortsKeys
        writer.byteLimit = byteLimit
        keys = BinaryPropertyListKeys(keepsTexts: sortsKeys)
        numbers.reserveCapacity(1024)
    }

    var depth: Int { starts.count }
    /// True where the file will have more bytes than it may. Each number will be a reference, of a byte at least.
    @inline(__always)
    var isOverfull: Bool { writer.isOverfull || numbers.count > writer.byteLimit }

    mutating func finish() throws(PropertyListError) -> Data {
        guard let root = numbers.first else { throw PropertyListError("Nothing was encoded.", at: 0) }
        var finished = BinaryPropertyListWriter()
        swap(&finished, &writer)
        return try finished.finish(top: root)
    }

    // MARK: Keys

    @inline(__always)
    mutating func addKey(_ key: UnsafeBufferPointer<UInt8>) {
        numbers.append(unsafe keys.number(of: key, &writer))
    }

    /// Adds a dictionary's key. One that would mark an object's class in ASCII is written as UTF-16.
    mutating func addKey(_ key: String) {
        numbers.append(key == "$class" ? keys.number(ofWide: key, &writer) : keys.number(of: key, &writer))
    }

    /// Writes the key that names an object's class, as the first of its dictionary.
    mutating func addClassKey() {
        numbers.append(keys.number(of: "$class", &writer))
        classKey = numbers.last ?? .max
    }

    /// True where the key that was added last is the one that names the object's class already.
    @inline(__always)
    var repeatsClassKey: Bool {
        guard numbers.last == classKey, let start = starts.last else { return false }
        return start < numbers.count - 1 && numbers[start] == classKey
    }

    // MARK: Scalars

    mutating func add(_ value: Bool) {
        let number = (value ? trueNumber : falseNumber) ?? writer.append(value)
        if value { trueNumber = number } else { falseNumber = number }
        numbers.append(number)
    }

    mutating func add(_ value: Int64) {
        guard value >= 0, value < 256 else { return numbers.append(writer.append(value)) }
        let index = Int(value)
        var number = smallIntegers[index]
        if number == .max {
            number = writer.append(value)
            smallIntegers[index] = number
        }
        numbers.append(number)
    }

    mutating func add(_ value: UInt64) {
        if let signed = Int64(exactly: value) { add(signed) } else { numbers.append(writer.append(value)) }
    }

    mutating func add(_ value: Float) { numbers.append(writer.append(value)) }
    mutating func add(_ value: Double) { numbers.append(writer.append(value)) }
    mutating func add(_ value: Date) { numbers.append(writer.append(value)) }
    mutating func add(_ value: Data) { numbers.append(writer.append(value)) }
    mutating func add(_ value: String) { numbers.append(writer.append(value)) }

    // MARK: Containers

    mutating func beginContainer() { starts.append(numbers.count) }

    mutating func endArray() { end(asDictionary: false) }

    mutating func endDictionary() {
        if sortsKeys, let start = starts.last { keys.sort(&numbers, from: start) }
        end(asDictionary: true)
    }

    private mutating func end(asDictionary isDictionary: Bool) {
        guard let start = starts.popLast() else { return }
        let number = Self.append(numbers, from: start, asDictionary: isDictionary, to: &writer)
        numbers.removeLast(numbers.count - start)
        numbers.append(number)
    }

    private static func append(
        _ numbers: borrowing [UInt32], from start: Int, asDictionary isDictionary: Bool,
        to writer: inout BinaryPropertyListWriter
    ) -> UInt32 {
        let own = numbers.span.extracting(start...)
        return isDictionary ? writer.append(dictionary: own) : writer.append(array: own)
    }
}
