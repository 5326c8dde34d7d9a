import Documents

// Objects whose properties the format writes from memory. What else their class's code encodes is a document for itself.

/// The members of an object that is being written.
final class OpenMembers {
    let written: any OwnMembers
    let encodedClass: EncodedClass
    /// True if the properties were written.
    var hasProperties = false
    /// The keys of the other members that were written, as they are in the file.
    var keys: [String] = []

    init(_ written: any OwnMembers, _ encodedClass: EncodedClass) {
        self.written = written
        self.encodedClass = encodedClass
    }

    /// True if a member with a key was written.
    func has(_ key: String) -> Bool { keys.contains(key) || hasProperties && written.hasProperty(key) }

    /// True if the properties can be written: neither they nor members with their keys were written before.
    var mayWriteProperties: Bool { !hasProperties && (keys.isEmpty || !keys.contains(where: written.hasProperty)) }
}

extension ModelEncoder {
    /// Encodes the members of an object by its class's code.
    ///
    /// - Parameters:
    ///   - written: Writes the members.
    ///   - depth: The number of levels around the object.
    /// - Throws: An error after which `state.needsWhole` is true if the object has to be written in another way.
    func encode(membersOf object: BaseModel, to written: any OwnMembers, depth: Int) throws {
        restart(depth: depth)
        defer { state.open = OpenObject() }
        do {
            let members = OpenMembers(written, try encodedClass(of: type(of: object)))
            try begin(members, of: object)
            try object.encode(with: self)
            try end(members)
        } catch {
            throw leaving(object, with: error)
        }
    }

    private func begin(_ members: OpenMembers, of object: BaseModel) throws {
        let (encodedClass, number) = (members.encodedClass, number(of: object))
        builder.areDeclared = true
        let level = try builder.beginModel(
            shape: encodedClass.shape, number: number, isExpected: true, renaming: encodedClass.renaming)
        state.open = OpenObject(id: ObjectIdentifier(object), number: number, level: level, members: members)
    }

    /// True if nothing was encoded since ``begin(_:of:)``.
    private func isEmpty(_ members: OpenMembers) -> Bool {
        builder.frames.depth == state.open.level && builder.frame.state == .key
            && builder.frame.shape == members.encodedClass.shape
    }

    /// Writes what was encoded since ``begin(_:of:)``.
    private func end(_ members: OpenMembers) throws {
        if let failure = state.caught.first { throw failure }
        if isEmpty(members) { return }
        try builder.endModel(state.open.level)
        guard let document = try endMember(), case let keys = document.root.shapeKeys, !keys.isEmpty else { return }
        let conventions = state.classes.conventions
        let styled = try conventions.keyStyle.flatMap { style in
            try document.root.codedClass?.keys(in: style, for: conventions.format)
        }
        for name in keys {
            let key = styled?[name] ?? name
            // A mark behind other keys means something else.
            guard !members.has(key), key.utf8.first != UInt8(ascii: "$") else { throw abandoned() }
            members.keys.append(key)
        }
        guard !needsWhole, !state.needsWhole, members.written.write(document) else { throw abandoned() }
    }

    /// Encodes the properties of the object that is being encoded.
    func encodeProperties(of object: BaseModel, to members: OpenMembers) throws {
        let (depth, isEmpty) = (builder.depth - 1, isEmpty(members))
        do {
            try end(members)
            guard members.mayWriteProperties, members.written.writeProperties() else { throw abandoned() }
            members.hasProperties = true
            if isEmpty { return }
            restart(depth: depth)
            try begin(members, of: object)
        } catch {
            throw noted(ModelError(wrapping: error))
        }
    }

    /// The error if an object has to be written in another way, which finds what is wrong with it.
    private func abandoned() -> ModelError {
        state.needsWhole = true
        return ModelError.misuse("The object is written in another way.")
    }
}
