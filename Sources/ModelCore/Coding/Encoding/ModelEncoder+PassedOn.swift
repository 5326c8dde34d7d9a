// Encoders that the code of a model passes on to another model, which writes its own properties into the same object.

extension ModelEncoder {
    /// The object that is being encoded: its identity, its reference number, and its level of nesting.
    struct OpenObject {
        var id: ObjectIdentifier?
        var number = 0
        var level = -1
        /// The members of the object, if the format writes the object's properties from memory.
        var members: OpenMembers?
    }

    /// A model that was encoded into another model's object, because an encoder was passed on: its unknown values, and
    /// the keys of its properties. `number` is the number of that object.
    struct PassedOn {
        let number: Int
        let extras: ModelExtras
        let keys: PropertyKeys?
    }

    /// Encodes the properties of a model into the object that was begun last, which isn't the model's own object.
    /// Either the code of another model has passed on its encoder, or the program has begun the object.
    ///
    /// If the encoder expects a value and not a key, the model is encoded as that value.
    ///
    /// - Throws: `invalidCoding` for a class with a version; `duplicateKey` if the object already has a key of the
    ///   model.
    @inline(never)
    func encodePassedOn(_ object: BaseModel) throws {
        guard builder.frame.state == .key else { return try encodeObject(object, expected: type(of: object)) }
        let encodedClass = try encodedClass(of: type(of: object))
        // After this model, only the class of the object itself is known.
        let keys = try styledKeys(of: encodedClass)
        let isInModel = builder.frames.depth == state.open.level
        let isOwn = state.open.id == ObjectIdentifier(object)
        if encodedClass.isVersioned, !isOwn { throw noted(.sharedVersion(ModelClass.of(encodedClass.type))) }
        let (keptNil, wereDeclared) = (state.keepsNil, builder.areDeclared)
        defer { (state.keepsNil, builder.areDeclared) = (keptNil, wereDeclared) }
        (state.keepsNil, builder.areDeclared) = (encodedClass.keepsNil, true)
        // Unknown values depend on all members of the object.
        if isInModel, object.extras != nil, state.open.members != nil { state.needsWhole = true }
        if keys?.hasKeyPaths == true { builder.nestKeys() }
        do {
            if let keys, !keys.overlaps.isEmpty {
                noteKeyPaths(of: keys.overlaps) { ModelClass.of(encodedClass.type).property(named: $0)?.read(object) }
                try judge(keys.overlaps, in: object, number: isInModel ? state.open.number : nil)
            }
            try encodeRows(of: object, encodedClass, keys)
            if encodedClass.mayForget { try requireProperties(of: object) }
        } catch {
            throw noted(state.caught.locate(error) { keys?.located($0) ?? $0 })
        }
        guard let extras = object.extras, !isOwn else { return }
        if isInModel {
            // The unknown values are encoded at the end, because they must not have the object's own keys, and more of
            // these may follow.
            state.passedOn.append(PassedOn(number: state.open.number, extras: extras, keys: keys))
        } else {
            try extras.encode(keys, besides: [], to: self)
        }
    }

    /// Encodes each property after its key. Keys are passed as texts and not as literals, because the names of two
    /// classes' properties may be the same literal.
    private func encodeRows(of object: BaseModel, _ encodedClass: EncodedClass, _ keys: PropertyKeys?) throws {
        let (owner, rows) = (PropertyOwner(object), encodedClass.encodedRows.rows)
        for (row, code) in rows.codes.enumerated() {
            let name = code.key.stringValue
            do {
                let key = keys?.key(for: name) ?? name
                try build { (builder) throws(ModelError) in try builder.key(key) }
                try code.encode(owner, rows.offset(row), self)
            } catch {
                throw failing(.key(name), error)
            }
        }
    }

    /// Encodes the unknown values of the models that were encoded into the object with a reference number.
    @inline(never)
    func encodePassedOnExtras(_ number: Int) throws {
        for next in state.passedOn where next.number == number {
            try next.extras.encode(next.keys, besides: [], to: self)
        }
        state.passedOn.removeAll { $0.number == number }
    }
}
