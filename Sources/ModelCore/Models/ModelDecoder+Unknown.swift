// What a file has for an object beyond what its class asked for.

extension ModelDecoder {
    /// Keeps, or refuses, what the object that was entered last has under keys that its class doesn't know.
    ///
    /// - Parameter keys: Under which keys it has the properties; nil where each has its own name.
    /// - Throws: `unknownKey`.
    @inline(never)
    func takeUnknown(of object: BaseModel, _ keys: PropertyKeys?) throws {
        let type = type(of: object)
        let policy = type.unknownKeys
        guard policy != .ignore, !cursor.holdsInstances else { return }
        let known = keys?.known ?? ModelClass.of(type).knownKeys
        let members = cursor.unknownMembers(beyond: known)
        guard let first = members.first else { return }
        if policy == .refuse { throw unknownKey(first.way, of: type, known) }
        guard !ResourceFile.isApplying else { return }
        let file = context.unknown ?? UnknownContent(of: openedContents())
        if context.unknown == nil { context.keep(file) }
        object.unknown = file.values(members)
    }

    private func unknownKey(_ way: ArraySlice<String>, of type: BaseModel.Type, _ known: KnownKeys) -> ModelError {
        let near = way.dropLast().reduce(known) { $0?[$1] }?.nearest(to: way.last ?? "")
        let path = ModelPath(way.map { .key($0) })
        var error = self.error(
            .unknownKey,
            "The class \(ModelClass.of(type).name) knows no such key\(near.map { "; did you mean \($0)?" } ?? ".")")
        error.path = path
        return error
    }
}

extension DocumentCursor {
    /// True where the object that was entered last may have members that nobody asked for. Asked for each object.
    @inline(__always)
    var mayHaveUnknown: Bool { frame.member < frame.count || frame.passed != 0 || frame.hasLookup }

    /// The members of the object that was entered last that nobody asked for, and that its class doesn't know.
    func unknownMembers(beyond known: KnownKeys) -> [UnknownValues.Member] {
        var found: [UnknownValues.Member] = []
        var next = frame.start + 3
        for member in 0..<frame.count {
            var place = next
            if frame.hasLookup, let last = lookups.last { place = last.places[member].index }
            next = place + content.size(at: place)
            guard !content.isAbsent(place) else { continue }
            let key = key(member)
            if let inner = known[key] {
                addUnknown(at: place, [key], beyond: inner, to: &found)
            } else if !isAskedFor(member), !known.contains(key), key != ModelVersions.keyText {
                found.append(([key], place))
            }
        }
        return found
    }

    private func isAskedFor(_ member: Int) -> Bool {
        if frame.hasLookup, let last = lookups.last { return last.places[member].isAskedFor }
        return member < frame.member && (member > 63 || frame.passed >> UInt64(member) & 1 == 0)
    }

    /// Adds what a dictionary has that is only on the way to properties.
    private func addUnknown(
        at place: Int, _ way: ArraySlice<String>, beyond known: KnownKeys, to found: inout [UnknownValues.Member]
    ) {
        let value = ModelDocument.Value(document: ModelDocument(content), index: place)
        for (key, place) in value.members {
            if let inner = known[key] {
                addUnknown(at: place, way + [key], beyond: inner, to: &found)
            } else if !known.contains(key) {
                found.append((way + [key], place))
            }
        }
    }
}
