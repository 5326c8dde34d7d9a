/// The objects that were written, by identity: an open-addressing table.
///
/// Each object is retained until the table goes: a temporary one that was freed could leave its address to another. The slots are
/// plain memory; every position is masked by the table's size, and each slot's retain is balanced in `deinit`.
@safe
struct IdentityTable: ~Copyable {
    /// Where an object can be found.
    enum Place {
        /// The index in the object cache.
        case index(Int)
        /// The offset of its chunk, while its index isn't known yet.
        case offset(Int)
    }

    private struct Slot {
        var address: UInt
        /// Twice the index; or twice the offset, and one.
        var place: UInt
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
        unsafe slots.initialize(repeating: Slot(address: 0, place: 0), count: count)
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

    @inline(__always)
    func find(_ object: AnyObject) -> Place? {
        let slot = unsafe slots[position(UInt(bitPattern: ObjectIdentifier(object)))]
        return slot.address == 0 ? nil : Self.place(slot.place)
    }

    @inline(__always)
    private static func place(_ bits: UInt) -> Place {
        bits & 1 == 0 ? .index(Int(bits >> 1)) : .offset(Int(bits >> 1))
    }

    /// Where an object can be found that was entered before; else enters it with an index.
    @inline(__always)
    mutating func findOrInsert(_ object: AnyObject, index: Int) -> Place? {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        let position = position(address)
        let slot = unsafe slots[position]
        if slot.address != 0 { return Self.place(slot.place) }
        unsafe _ = Unmanaged.passRetained(object)
        unsafe slots[position] = Slot(address: address, place: UInt(bitPattern: index) << 1)
        used &+= 1
        if used &* 4 > mask &* 3 { grow() }
        return nil
    }

    /// Enters an object, or changes where it can be found.
    @inline(__always)
    mutating func insert(_ object: AnyObject, _ place: Place) {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        let position = position(address)
        let bits: UInt =
            switch place {
            case .index(let index): UInt(bitPattern: index) << 1
            case .offset(let offset): UInt(bitPattern: offset) << 1 | 1
            }
        if unsafe slots[position].address == 0 {
            unsafe _ = Unmanaged.passRetained(object)
            used &+= 1
        }
        unsafe slots[position] = Slot(address: address, place: bits)
        if used &* 4 > mask &* 3 { grow() }
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
