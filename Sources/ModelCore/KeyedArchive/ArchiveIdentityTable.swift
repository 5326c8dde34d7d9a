/// The objects that were written, by identity: an open-addressing table.
///
/// Each object is retained until the table goes: a temporary one that was freed could leave its address to another. The only
/// unsafe code is the retaining by hand, which lets the table's slots be plain words: each slot's retain is balanced in `deinit`.
@safe
struct ArchiveIdentityTable: ~Copyable {
    /// What is known of an object: its UID, and the number of the property list's object that refers to it.
    struct Entry: BitwiseCopyable {
        var uid: UInt32
        var reference: UInt32
    }

    struct Slot: BitwiseCopyable {
        var address: UInt = 0
        var entry = Entry(uid: 0, reference: 0)
    }

    private var slots: RawTable<Slot>
    private var bits: Int
    private var count = 0

    init(bits: Int = 10) {
        slots = RawTable(bits: bits, filledWith: Slot())
        self.bits = bits
    }

    deinit {
        for index in 0...slots.mask {
            // Retained by `insert` for this slot.
            if let pointer = unsafe UnsafeRawPointer(bitPattern: slots[index].address) {
                unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
            }
        }
    }

    /// Neighbours in memory are neighbours in the table, so that a large graph is walked through with few cache misses. Each
    /// stretch of addresses that fills the table once is displaced, so that objects at round addresses don't crowd together.
    @inline(__always)
    private func start(_ address: UInt) -> Int {
        Int(truncatingIfNeeded: (address >> 4) &+ (address >> UInt(bits &+ 4)) &* 0x9E37_79B1) & slots.mask
    }

    @inline(__always)
    private func position(_ address: UInt) -> Int {
        var position = start(address)
        while slots[position].address != address, slots[position].address != 0 { position = (position &+ 1) & slots.mask }
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
        if count &* 2 > slots.mask { grow() }
        return nil
    }

    @inline(never)
    private mutating func grow() {
        var wider = RawTable(bits: bits + 1, filledWith: Slot())
        swap(&wider, &slots)
        bits += 1
        for index in 0...wider.mask where wider[index].address != 0 {
            slots[position(wider[index].address)] = wider[index]
        }
    }
}
