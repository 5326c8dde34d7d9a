/// The objects that were written, by identity, and the number of each: an open-addressing table.
///
/// Each object is retained until the table goes: a temporary one that was freed could leave its address to another. The slots are
/// plain memory; every position is masked by the table's size, and each slot's retain is balanced in `deinit`.
@safe
struct IdentityTable: ~Copyable {
    private struct Slot {
        var address: UInt
        var number: Int
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    private var used = 0

    init() {
        mask = 63
        unsafe slots = Self.allocate(64)
    }

    deinit {
        for position in 0...mask {
            // Retained by `insert`, and by nobody else.
            if let pointer = unsafe UnsafeRawPointer(bitPattern: slots[position].address) {
                unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
            }
        }
        unsafe slots.deallocate()
    }

    private static func allocate(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        unsafe slots.initialize(repeating: Slot(address: 0, number: 0), count: count)
        return unsafe slots
    }

    /// Neighbours in memory are neighbours in the table, so that a large graph is walked through with few cache misses.
    @inline(__always)
    private func position(_ address: UInt) -> Int {
        var position = Int(truncatingIfNeeded: (address >> 4) &+ (address >> 24) &* 0x9E37_79B1) & mask
        while true {
            let found = unsafe slots[position].address
            if found == address || found == 0 { return position }
            position = (position &+ 1) & mask
        }
    }

    /// The number of an object; nil where it isn't entered.
    @inline(__always)
    func find(_ object: AnyObject) -> Int? {
        let slot = unsafe slots[position(UInt(bitPattern: ObjectIdentifier(object)))]
        return slot.address == 0 ? nil : slot.number
    }

    /// The number of an object that was entered before; else enters it, and returns nil.
    @inline(__always)
    mutating func findOrInsert(_ object: AnyObject, _ number: Int) -> Int? {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        let position = position(address)
        let slot = unsafe slots[position]
        if slot.address != 0 { return slot.number }
        unsafe _ = Unmanaged.passRetained(object)
        unsafe slots[position] = Slot(address: address, number: number)
        used &+= 1
        if used &* 4 > mask &* 3 { grow() }
        return nil
    }

    @inline(never)
    private mutating func grow() {
        let old = unsafe slots
        let count = mask + 1
        mask = count * 2 - 1
        unsafe slots = Self.allocate(count * 2)
        for place in 0..<count {
            let slot = unsafe old[place]
            if slot.address != 0 { unsafe slots[position(slot.address)] = slot }
        }
        unsafe old.deallocate()
    }
}
