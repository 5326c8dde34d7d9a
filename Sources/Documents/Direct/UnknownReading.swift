import FormatSupport

/// Reads the members that the classes of a file's objects don't know, while the file is read directly.
///
/// The values of these members are the elements of one document for the whole file. The objects get the members at the
/// end.
struct UnknownReading: ~Copyable {
    private var builder: DocumentBuilder
    private var members: [PropertyTable.UnknownMembers.Member] = []
    /// The number of values in the document.
    private var count = 0
    /// The objects with unknown members whose classes override `awakeAfterDecoding()`.
    private var objects: Set<ObjectIdentifier> = []
    /// For each object that was read again: the number of its members that were read before, and are dropped.
    private var dropped: [ObjectIdentifier: Int] = [:]
    private var keep: PropertyTable.UnknownMembers.Keep?
    /// False in a format with data, which may hold archives, and if the limits allow no array.
    private let isPossible: Bool

    init(_ capabilities: FormatCapabilities, _ conventions: FileConventions, _ limits: DecodingLimits) {
        builder = DocumentBuilder(for: capabilities, conventions, limits: limits)
        isPossible = (try? builder.beginArray()) != nil && !capabilities.contains(.data)
    }

    /// Reads the value of a member.
    ///
    /// - Parameters:
    ///   - levels: The number of levels that are left for the value.
    ///   - parse: Parses the value.
    /// - Returns: The number of values that the member counts as. Nil if the value can't be read.
    mutating func read(
        _ key: String, of object: AnyObject, _ table: PropertyTable, levels: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Int? {
        guard isPossible, let unknown = table.unknown, unknown.isUnknown(key) else { return nil }
        // The array around the values is one level more.
        builder.limits.depth = levels == .max ? .max : levels + 1
        let values = builder.values
        guard (try? parse(&builder)) != nil else { return nil }
        if table.awakes { objects.insert(ObjectIdentifier(object)) }
        members.append(
            PropertyTable.UnknownMembers.Member(
                object: object, key: key, index: count, isIgnored: unknown.keep == nil))
        count += 1
        if let keep = unknown.keep { self.keep = keep }
        return builder.values - values
    }

    /// Returns true if members of the object were read. More of them may follow after an object inside it.
    func hasMembers(of object: AnyObject) -> Bool { objects.contains(ObjectIdentifier(object)) }

    /// Drops the members that were read for an object so far: the object is read again.
    mutating func forget(_ object: AnyObject) {
        dropped[ObjectIdentifier(object)] = members.count
        objects.remove(ObjectIdentifier(object))
    }

    /// Gives the objects their members. Returns false if an object has a key twice. This is an error.
    consuming func finish() -> Bool {
        if !dropped.isEmpty {
            let all = members
            members = all.indices.filter { $0 >= dropped[ObjectIdentifier(all[$0].object)] ?? 0 }.map { all[$0] }
        }
        guard Self.group(&members), (try? builder.end()) != nil, let document = try? builder.finish() else {
            return false
        }
        if members.contains(where: \.isIgnored) { members.removeAll(where: \.isIgnored) }
        keep?(members, document)
        return true
    }

    /// Sorts the members so that the members of each object follow one another. Most members are already in this
    /// order: only an object inside an object separates them. Returns false if an object has a key twice.
    private static func group(_ members: inout [PropertyTable.UnknownMembers.Member]) -> Bool {
        var objects: Set<ObjectIdentifier> = []
        var (areGrouped, areUnique) = (true, true)
        members.forEachObject { object, own in
            areGrouped = objects.insert(ObjectIdentifier(object)).inserted && areGrouped
            areUnique = areUnique && (own.count < 2 || Set(own.lazy.map(\.key)).count == own.count)
        }
        if areGrouped { return areUnique }
        var positions: [ObjectIdentifier: Int] = [:]
        for member in members where positions[ObjectIdentifier(member.object)] == nil {
            positions[ObjectIdentifier(member.object)] = positions.count
        }
        func place(_ member: PropertyTable.UnknownMembers.Member) -> (Int, Int) {
            (positions[ObjectIdentifier(member.object)] ?? 0, member.index)
        }
        members.sort { place($0) < place($1) }
        return group(&members)
    }
}

extension [PropertyTable.UnknownMembers.Member] {
    /// Calls `body` with each object and its members, which follow one another.
    package func forEachObject(_ body: (AnyObject, ArraySlice<Element>) -> Void) {
        var start = 0
        while start < count {
            let object = self[start].object
            var end = start + 1
            while end < count, self[end].object === object { end += 1 }
            body(object, self[start..<end])
            start = end
        }
    }
}
