/// A number for each object that an encoder met, by identity: an open-addressing table, for formats that write an
/// object once and refer to it then.
///
/// Each object is retained until the table goes: a temporary one that was freed could leave its address to another.
/// Constant time.
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

    /// A table without objects.
    ///
    /// - Parameter bits: The logarithm of the number of slots to begin with, of which half are used before there are
    ///   more.
    package init(bits: Int = 7) {
        self.bits = min(max(bits, 1), 40)
        mask = 1 << self.bits - 1
        slots = Stack(repeating: Slot(), count: mask + 1)
    }

    deinit {
        for position in slots.indices {
            // Retained when it was entered, and by nobody else.
            if let pointer = unsafe UnsafeRawPointer(bitPattern: slots[position].address) {
                unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
            }
        }
    }

    /// Where an object stands, or is to stand. Neighbours in memory are neighbours in the table, so that a large graph
    /// is walked through with few cache misses. Each stretch of addresses that fills the table once is displaced, so
    /// that objects at round addresses don't crowd together.
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

    /// The number of an object that was entered before; else enters it with this one, and returns nil.
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
