/// The objects that were made from an archive, by their UIDs.
final class ArchiveObjects {
    // Only the reader of one file and its parser use the objects, and no other code is called meanwhile: so accesses
    // can't overlap.
    @safe @exclusivity(unchecked) private var objects: ContiguousArray<AnyObject?>

    init(count: Int) { objects = ContiguousArray(repeating: nil, count: count) }

    /// The object with a UID. Nil if there is no such object. For a number that is no UID, the object is nil, and
    /// setting it has no effect.
    subscript(uid: Int) -> AnyObject? {
        @inline(__always) get { uid < objects.count ? objects[uid] : nil }
        @inline(__always) set { if uid < objects.count { objects[uid] = newValue } }
    }

    /// Replaces an object by another object. The time is linear in the number of objects.
    func replace(_ object: AnyObject, by other: AnyObject) {
        for uid in objects.indices where objects[uid] === object { objects[uid] = other }
    }
}
