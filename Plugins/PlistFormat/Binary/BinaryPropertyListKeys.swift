import FormatSupport
import Foundation

/// The keys that a binary property list has already, each written once.
struct BinaryPropertyListKeys {
    /// A key that was met lately: where its bytes were in memory, and where they stand in the file.
    private struct Slot {
        var address: UInt = 0
        var count = 0
        var offset = 0
        var number: UInt32 = 0
    }

    private static let slotCount = 128
    private var slots = [Slot](repeating: Slot(), count: slotCount)
    /// The keys' numbers, and where their bytes stand in the file; 0 for those that aren't ASCII, and so not the same bytes there.
    private var known: [ExactText: (number: UInt32, offset: Int)] = [:]
    private var knownWide: [ExactText: UInt32] = [:]
    /// The keys by number, where they are to be sorted.
    private var texts: [UInt32: String] = [:]
    private let keepsTexts: Bool

    /// - Parameter keepsTexts: True to be able to sort.
    init(keepsTexts: Bool) { self.keepsTexts = keepsTexts }

    /// The number of a key, which is written where it is new.
    ///
    /// Keys that are literals always come from the same address, which finds them in a small table. The bytes are compared all the
    /// same: other keys may come from an address that was used before.
    @inline(__always)
    mutating func number(of key: UnsafeBufferPointer<UInt8>, _ writer: inout BinaryPropertyListWriter) -> UInt32 {
        let address = UInt(bitPattern: key.baseAddress)
        let index = Int((address ^ address >> 7) % UInt(Self.slotCount))
        let slot = slots[index]
        if slot.address == address, slot.count == key.count, slot.offset > 0, unsafe writer.hasBytes(key, at: slot.offset) {
            return slot.number
        }
        return unsafe newNumber(of: key, index, address, &writer)
    }

    @inline(never)
    private mutating func newNumber(
        of key: UnsafeBufferPointer<UInt8>, _ index: Int, _ address: UInt, _ writer: inout BinaryPropertyListWriter
    ) -> UInt32 {
        let text = unsafe String(decoding: key, as: UTF8.self)
        let (number, offset) = entry(of: text, &writer)
        if offset > 0 { slots[index] = Slot(address: address, count: key.count, offset: offset, number: number) }
        return number
    }

    mutating func number(of key: String, _ writer: inout BinaryPropertyListWriter) -> UInt32 {
        entry(of: key, &writer).number
    }

    /// The number of a key that is written as UTF-16: another one than that of the same text in ASCII.
    mutating func number(ofWide key: String, _ writer: inout BinaryPropertyListWriter) -> UInt32 {
        if let known = knownWide[ExactText(key)] { return known }
        let number = writer.append(wide: key)
        knownWide[ExactText(key)] = number
        if keepsTexts { texts[number] = key }
        return number
    }

    private mutating func entry(
        of key: String, _ writer: inout BinaryPropertyListWriter
    ) -> (number: UInt32, offset: Int) {
        if let known = known[ExactText(key)] { return known }
        let number = writer.append(key)
        // A key of ASCII ends where the file now ends.
        let isASCII = key.utf8.allSatisfy { $0 < 0x80 }
        let entry = (number, isASCII ? writer.byteCount - key.utf8.count : 0)
        known[ExactText(key)] = entry
        if keepsTexts { texts[number] = key }
        return entry
    }

    /// Puts the entries from `start` on, numbers of keys and values in turn, in the order of the keys' bytes.
    func sort(_ entries: inout [UInt32], from start: Int) {
        var pairs: [(text: String, key: UInt32, value: UInt32)] = []
        var index = start
        while index + 1 < entries.count {
            pairs.append((texts[entries[index]] ?? "", entries[index], entries[index + 1]))
            index += 2
        }
        pairs.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        for (offset, pair) in pairs.enumerated() {
            entries[start + offset * 2] = pair.key
            entries[start + offset * 2 + 1] = pair.value
        }
    }
}
