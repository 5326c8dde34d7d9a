import FormatSupport

/// Gives a number to each object that a direct writer has seen and that more than one reference may point to. The keys
/// of the table are the objects' addresses.
///
/// The table doesn't retain the objects: the graph keeps them. If the program's code may change the graph,
/// ``DirectWriting`` retains them.
@usableFromInline
package struct AddressTable: ~Copyable {
    @usableFromInline var slots: Stack<Slot>
    @usableFromInline var used = 0

    @usableFromInline
    struct Slot: BitwiseCopyable {
        @usableFromInline var address: UInt
        @usableFromInline var number: Int

        @inlinable init(address: UInt = 0, number: Int = 0) {
            self.address = address
            self.number = number
        }
    }

    @inlinable package init() { slots = Stack(repeating: Slot(), count: 16) }

    /// Returns the number of an object that is already in the table. Otherwise adds the object with the given number,
    /// and returns nil.
    @inlinable
    @inline(__always)
    package mutating func findOrInsert(_ object: UnsafeRawPointer, _ number: Int) -> Int? {
        let address = UInt(bitPattern: object)
        var place = position(address)
        if slots[place].address == address { return slots[place].number }
        if used &* 2 >= slots.count {
            grow()
            place = position(address)
        }
        slots[place] = Slot(address: address, number: number)
        used &+= 1
        return nil
    }

    /// Returns the number of an object in the table. Returns nil for any other object.
    @usableFromInline
    func number(of object: UnsafeRawPointer) -> Int? {
        let slot = slots[position(UInt(bitPattern: object))]
        return slot.address == 0 ? nil : slot.number
    }

    /// The number that replaces an object's number when the object is completely written, in a format without
    /// references. As long as an object has another number, it is still being written.
    @usableFromInline static var closed: Int { -1 }

    /// Notes that an object in the table is completely written.
    @usableFromInline
    mutating func close(_ object: UnsafeRawPointer) { slots[position(UInt(bitPattern: object))].number = Self.closed }
    /// Notes that a written object is being written again.
    @usableFromInline
    mutating func open(_ object: UnsafeRawPointer) { slots[position(UInt(bitPattern: object))].number = 0 }

    /// Returns the slot of an address, or the free slot for it. Neighbours in memory are neighbours in the table.
    @inlinable
    @inline(__always)
    func position(_ address: UInt) -> Int {
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: (address >> 4) &+ (address >> 24) &* 0x9E37_79B1) & mask
        while slots[place].address != 0, slots[place].address != address { place = (place &+ 1) & mask }
        return place
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        var old = Stack(repeating: Slot(), count: slots.count * 2)
        swap(&slots, &old)
        for index in old.indices where old[index].address != 0 { slots[position(old[index].address)] = old[index] }
    }
}
