/// A hash table (open addressing) with a number for each object that an encoder has seen, by the object's identity.
/// It is for formats that write an object once, and afterwards write references to the object.
///
/// The table retains each object until the table is destroyed: if a temporary object were freed, another object could
/// get its address. Finding an object takes constant time.
///
/// Each slot's retain is balanced in `deinit`.
@safe
@usableFromInline
package struct IdentityTable: ~Copyable {
    @usableFromInline
    struct Slot: BitwiseCopyable {
        @usableFromInline var address: UInt
        @usableFromInline var number: Int

        @inlinable
        init(address: UInt = 0, number: Int = 0) {
            self.address = address
            self.number = number
        }
    }

    @usableFromInline var slots: Stack<Slot>
    @usableFromInline var mask: Int
    @usableFromInline var bits: Int
    @usableFromInline var count = 0

    /// Creates an empty table.
    ///
    /// - Parameter bits: The binary logarithm of the initial number of slots. The table grows when half of its slots
    ///   are used.
    package init(bits: Int = 7) {
        self.bits = min(max(bits, 1), 40)
        mask = 1 << self.bits - 1
        slots = Stack(repeating: Slot(), count: mask + 1)
    }

    deinit { releaseAll() }

    private func releaseAll() {
        for position in slots.indices {
            // The object was retained once for this slot, when it was inserted.
            if let pointer = unsafe UnsafeRawPointer(bitPattern: slots[position].address) {
                unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
            }
        }
    }

    /// Removes all objects. A small table keeps its memory.
    ///
    /// - Parameter bits: The binary logarithm of the number of slots of a table that isn't small.
    package mutating func removeAll(bits: Int) {
        guard self.bits <= bits + 2 else {
            self = IdentityTable(bits: bits)
            return
        }
        releaseAll()
        for position in slots.indices { slots[position] = Slot() }
        count = 0
    }

    /// Returns the slot of an object, or the free slot for it.
    ///
    /// The slot follows from the address divided by 16: objects that are neighbours in memory are neighbours in the
    /// table, so walking a large graph causes few cache misses. A multiple of the address's upper bits is added,
    /// because objects at round addresses would otherwise crowd together.
    @inlinable
    @inline(__always)
    func position(_ address: UInt) -> Int {
        var position = Int(truncatingIfNeeded: (address >> 4) &+ (address >> UInt(bits &+ 4)) &* 0x9E37_79B1) & mask
        while true {
            let found = slots[position].address
            if found == address || found == 0 { return position }
            position = (position &+ 1) & mask
        }
    }

    /// Returns the number of an object that was inserted before. Otherwise inserts the object with the given number,
    /// and returns nil.
    @inlinable
    @inline(__always)
    package mutating func findOrInsert(_ object: AnyObject, _ number: Int) -> Int? {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        let position = position(address)
        let slot = slots[position]
        if slot.address != 0 { return slot.number }
        unsafe _ = Unmanaged.passRetained(object)
        slots[position] = Slot(address: address, number: number)
        count &+= 1
        if count &* 2 > mask { grow() }
        return nil
    }

    /// Calls `body` with each object and its number.
    package func forEach(_ body: (AnyObject, Int) -> Void) {
        for position in slots.indices {
            guard let pointer = unsafe UnsafeRawPointer(bitPattern: slots[position].address) else { continue }
            body(unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue(), slots[position].number)
        }
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        bits += 1
        mask = 1 << bits - 1
        var larger = Stack(repeating: Slot(), count: mask + 1)
        swap(&slots, &larger)
        for place in larger.indices {
            let slot = larger[place]
            if slot.address != 0 { slots[position(slot.address)] = slot }
        }
    }
}
