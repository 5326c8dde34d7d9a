/// The objects that a decoding has made, by the numbers with which the file refers to them.
struct DecodedObjects {
    /// True if ``forget(since:)`` may be called, because the elements that contain the objects may be skipped.
    var mayForget: Bool
    private var byReference: [BaseModel?] = []
    /// The objects with negative numbers. In the file, references point to a collection that contains the object, and
    /// not to the object.
    private var inShared: [Int: BaseModel] = [:]
    /// The references for which objects were made, in order, if objects may be forgotten.
    private var registered: [Int] = []

    /// True if the objects are collected for ``takeMade()``.
    var collectsMade = false
    private var made: [(object: AnyObject, number: Int)] = []

    init(mayForget: Bool) { self.mayForget = mayForget }

    /// The object that was made for a reference number; nil if there is none.
    @inline(__always)
    func object(for reference: Int) -> BaseModel? {
        byReference.indices.contains(reference) ? byReference[reference] : reference < 0 ? inShared[reference] : nil
    }

    /// Remembers the object that was made for a reference number. Called before the object is filled, so that cycles
    /// end.
    mutating func set(_ object: BaseModel, for reference: Int) {
        if mayForget { registered.append(reference) }
        if collectsMade, reference >= 0 { made.append((object, reference)) }
        if reference < 0 {
            inShared[reference] = object
            return
        }
        if reference >= byReference.count {
            let room = max(reference + 1, byReference.count * 2)
            byReference.append(contentsOf: repeatElement(nil, count: room - byReference.count))
        }
        byReference[reference] = object
    }

    /// Removes and returns the objects that were set since the last call, with their references.
    mutating func takeMade() -> [(object: AnyObject, number: Int)] {
        defer { made = [] }
        return made
    }

    /// The number of objects that were made for reference numbers; 0 if no element may be skipped.
    var count: Int { registered.count }

    /// Forgets the objects that were made after the first `count`. A later reference to one of them makes it again.
    mutating func forget(since count: Int) {
        if collectsMade {
            let forgotten = Set(registered[count...])
            made.removeAll { forgotten.contains($0.number) }
        }
        for reference in registered[count...] {
            if reference < 0 { inShared[reference] = nil } else { byReference[reference] = nil }
        }
        registered.removeLast(registered.count - count)
    }

    // MARK: Objects that may be replaced

    /// For each model that may still be replaced: the models that refer to it, and got it before it was ready.
    private var referrers: [ObjectIdentifier: Referrers] = [:]

    /// The models that refer to an object which may still be replaced, in order. Nil represents a value that isn't a
    /// model.
    ///
    /// Each model is listed once, however often it refers to the object: all of its properties are searched.
    private struct Referrers {
        private(set) var all: [BaseModel?] = []
        private var known: Set<ObjectIdentifier?> = []

        mutating func add(_ referrer: BaseModel?) {
            if known.insert(referrer.map { ObjectIdentifier($0) }).inserted { all.append(referrer) }
        }
    }

    /// Notes that a model refers to an object which may still be replaced. Nil: a value that isn't a model refers to
    /// it.
    mutating func noteReferrer(_ referrer: BaseModel?, of object: BaseModel) {
        referrers[ObjectIdentifier(object), default: Referrers()].add(referrer)
    }

    /// True if any model refers to an object that may still be replaced.
    var haveReferrers: Bool { !referrers.isEmpty }

    /// Removes and returns the models that refer to the object, and got it before it was ready. Each model is returned
    /// once.
    mutating func takeReferrers(of object: BaseModel) -> [BaseModel?] {
        referrers.isEmpty ? [] : referrers.removeValue(forKey: ObjectIdentifier(object))?.all ?? []
    }
}
