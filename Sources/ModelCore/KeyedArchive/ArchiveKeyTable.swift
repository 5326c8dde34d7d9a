import FormatSupport

/// The keys of objects: each is one string of the property list.
///
/// A key that is a literal is found by the literal's address, without looking at its text.
struct ArchiveKeyTable: ~Copyable {
    struct Slot: BitwiseCopyable {
        var address: UInt = 0
        var count = 0
        var number: UInt32 = 0
    }

    private let slots = RawTable(bits: 8, filledWith: Slot())
    private var numbers: [ExactText: UInt32] = [:]

    /// The number of a key's string; `append` writes it where it isn't written yet.
    @inline(__always)
    mutating func number(of key: ModelKey, _ append: (String) -> UInt32) -> UInt32 {
        guard case .literal(let literal) = key.storage else { return number(ofText: key.stringValue, append) }
        return number(of: literal, append)
    }

    @inline(__always)
    mutating func number(of literal: StaticString, _ append: (String) -> UInt32) -> UInt32 {
        // Only compared, never followed.
        let address = UInt(bitPattern: unsafe literal.utf8Start)
        let count = literal.utf8CodeUnitCount
        let index = Int(truncatingIfNeeded: address ^ address >> 8)
        let slot = slots[index]
        // A literal may be the beginning of another.
        if slot.address == address, slot.count == count { return slot.number }
        let number = number(ofText: literal.description, append)
        slots[index] = Slot(address: address, count: count, number: number)
        return number
    }

    @inline(never)
    private mutating func number(ofText text: String, _ append: (String) -> UInt32) -> UInt32 {
        let key = ExactText(text)
        if let known = numbers[key] { return known }
        let number = append(text)
        numbers[key] = number
        return number
    }
}
