/// What is known of an object that was written: its UID, and the number of the property list's object that refers to it.
struct ArchivePlace {
    let uid: UInt32
    let reference: UInt32

    init(uid: Int, reference: Int) {
        self.uid = UInt32(truncatingIfNeeded: uid)
        self.reference = UInt32(truncatingIfNeeded: reference)
    }

    /// Both as one number.
    var number: Int { Int(truncatingIfNeeded: UInt64(reference) << 32 | UInt64(uid)) }

    init(number: Int) {
        uid = UInt32(truncatingIfNeeded: number)
        reference = UInt32(truncatingIfNeeded: number >> 32)
    }
}
