/// The objects that were written, by identity: an open-addressing table.
///
/// Each object is retained until the table goes: a temporary one that was freed could leave its address to another. The only
/// unsafe code is the retaining by hand, which lets the table's slots be plain words: each slot's retain is balanced in `deinit`.
@safe
struct ArchiveIdentityTable: ~Copyable {
    /// What is known of an object: its UID, and the number of the property list's object that refers to it.
    struct Entry {
        var uid: UInt32
        var reference: UInt32
    }

    private struct Slot {
        var address: UInt = 0
        var entry = Entry(uid: 0, reference: 0)
    }

    private var slots: [Slot]
    private var mask: Int
    private var shift: UInt
    private var count = 0

    init(capacity: Int = 1024) {
        var size = 16
        while size < capacity { size *= 2 }
        slots = [Slot](repeating: Slot(), count: size)
        mask = size - 1
        shift = UInt(size.trailingZeroBitCount) + 4
    }

    deinit {
        for slot in slots where slot.address != 0 {
            // Retained by `insert`, and by nobody else.
            if let pointer = unsafe UnsafeRawPointer(bitPattern: slot.address) {
                unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
            }
        }
    }

    /// Neighbours in memory are neighbours in the table, so that a large graph is walked through with few cache misses. Each
    /// stretch of addresses that fills the table once is displaced, so that objects at round addresses don't crowd together.
    @inline(__always)
    private func start(_ address: UInt) -> Int {
        Int(truncatingIfNeeded: (address >> 4) &+ (address >> shift) &* 0x9E37_79B1) & mask
    }

    @inline(__always)
    private func position(_ address: UInt) -> Int {
        var position = start(address)
        while slots[position].address != address, slots[position].address != 0 { position = (position &+ 1) & mask }
        return position
    }

    func find(_ object: AnyObject) -> Entry? {
        let slot = slots[position(UInt(bitPattern: ObjectIdentifier(object)))]
        return slot.address == 0 ? nil : slot.entry
    }

    /// Enters an object that isn't there yet; returns the entry of one that is.
    mutating func insert(_ object: AnyObject, _ entry: Entry) -> Entry? {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        let place = position(address)
        if slots[place].address == address { return slots[place].entry }
        unsafe _ = Unmanaged.passRetained(object)
        slots[place] = Slot(address: address, entry: entry)
        count &+= 1
        // Half full at most.
        if count &* 2 > mask { grow() }
        return nil
    }

    @inline(never)
    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        mask = slots.count - 1
        shift += 1
        for slot in old where slot.address != 0 { slots[position(slot.address)] = slot }
    }
}
