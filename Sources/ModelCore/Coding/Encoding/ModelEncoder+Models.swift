// Models: identity, class and keys, and encoding that is deferred until the stack has room.

extension ModelEncoder {
    /// Encodes a model, or a reference to it.
    ///
    /// - Parameters:
    ///   - object: The model.
    ///   - expected: The class that a reader assumes unless the file names another class.
    func encodeObject(_ object: BaseModel, expected: BaseModel.Type? = nil) throws {
        switch models {
        case .encoded: try encodeWhole(object, expected: expected)
        case .placed: try place(object, expected: expected)
        case .kept, .sortTexts, .asked: try encodeStandIn(for: object)
        }
    }

    /// Encodes a model, or a reference to it. The model itself is encoded even if ``models`` is `placed`; models
    /// inside it are placed as instances.
    @inline(__always)
    func encodeWhole(_ object: BaseModel, expected: BaseModel.Type?) throws {
        do {
            let encodedClass = try encodedClass(of: type(of: object))
            let isExpected = isNamed(object, encodedClass, below: expected)
            let number = number(of: object)
            guard !builder.hasContainer(number),
                state.deferredNumbers.isEmpty || !state.deferredNumbers.contains(number)
            else { return try builder.appendReference(to: number, isExpected: isExpected) }
            if encodedClass.type != expected, !encodedClass.isRegistered, format != .document {
                throw unregistered(encodedClass.type)
            }
            guard StackGuard.hasRoomForModel else { return try deferObject(object, number, expected) }
            try encodeNew(object, encodedClass, number, isExpected)
        } catch {
            throw noted(leaving(object, with: error))
        }
    }

    /// True if a reader that expects the class `expected` recognizes the class of an object without its name.
    @inline(__always)
    private func isNamed(_ object: BaseModel, _ encodedClass: EncodedClass, below expected: BaseModel.Type?) -> Bool {
        encodedClass.isNamedBelow(expected) && object.extras?.origin?.codedClass == nil
    }

    /// The error with the file's keys in its path, in place of the names of the model's properties.
    @inline(never)
    func leaving(_ object: BaseModel, with error: any Error) -> ModelError {
        let keys = keys(of: object)
        return ModelError.leaving(object, with: state.caught.locate(error) { keys?.located($0) ?? $0 })
    }

    private func keys(of object: BaseModel) -> PropertyKeys? { try? styledKeys(of: encodedClass(of: type(of: object))) }

    /// The keys of a class in the file's key style. The keys with which the encoder encodes the class don't have the
    /// style yet.
    func styledKeys(of encodedClass: EncodedClass) throws -> PropertyKeys? {
        let conventions = state.classes.conventions
        guard conventions.keyStyle != nil else { return encodedClass.keys }
        return try ModelClass.of(encodedClass.type).keys(by: conventions)
    }

    @inline(__always)
    private func encodeNew(
        _ object: BaseModel, _ encodedClass: EncodedClass, _ number: Int, _ isExpected: Bool
    ) throws {
        let (keptNil, wereDeclared, outer) = (state.keepsNil, builder.areDeclared, state.open)
        defer { state.open = outer }
        state.keepsNil = encodedClass.keepsNil
        builder.areDeclared = true
        let extras = object.extras == nil ? nil : ownExtras(of: object)
        let isOpen = extras != nil || encodedClass.isVersioned
        let openClass = extras?.origin?.codedClass ?? encodedClass.openClass
        let level = try builder.beginModel(
            shape: isOpen ? try builder.shape(ofTerms: openClass) : encodedClass.shape,
            number: number, isExpected: isExpected, renaming: encodedClass.renaming)
        state.open = OpenObject(id: ObjectIdentifier(object), number: number, level: level)
        if !encodedClass.isPlain { try encodeExtras(object, encodedClass) }
        try object.encode(with: self)
        if encodedClass.mayForget { try requireProperties(of: object) }
        if let extras { try extras.encode(encodedClass.keys, besides: keyPathsWrittenByOthers(in: object), to: self) }
        if !state.passedOn.isEmpty { try encodePassedOnExtras(number) }
        if let failure = state.caught.first { throw failure }
        try builder.endModel(level)
        state.keepsNil = keptNil
        builder.areDeclared = wereDeclared
    }

    /// Encodes the versions of a model, and decides which values of its overlaps are written.
    @inline(never)
    private func encodeExtras(_ object: BaseModel, _ encodedClass: EncodedClass) throws {
        if encodedClass.isVersioned, !object.isOfUnknownClass {
            try encodeVersions(encodedClass.versioned, of: encodedClass.type)
        }
        guard let keys = encodedClass.keys, !keys.overlaps.isEmpty else { return }
        noteKeyPaths(of: keys.overlaps) { ModelClass.of(encodedClass.type).property(named: $0)?.read(object) }
        try judge(keys.overlaps, in: object, number: number(of: object))
    }

    /// Encodes the versions of an object's class and of its superclasses.
    private func encodeVersions(_ classes: [ModelClass], of type: BaseModel.Type) throws {
        try build { (builder) throws(ModelError) in try builder.key(VersionKey.key) }
        if classes.count == 1, let version = classes[0].version, classes[0].type == type {
            return try encode(Int64(version))
        }
        try beginDictionary()
        for modelClass in classes {
            try encodeKey(modelClass.name)
            try encode(Int64(modelClass.version ?? 1))
        }
        try end()
    }

    /// Notes the key paths inside related models that a model's or a struct's own properties write.
    ///
    /// - Parameter value: Returns a property's value by its name.
    @inline(never)
    func noteKeyPaths(of overlaps: [Overlap], _ value: (_ name: String) -> Any?) {
        for overlap in overlaps {
            guard let model = AnyValue.unwrapped(value(overlap.name)).flatMap({ AnyValue.model($0) }) else { continue }
            state.writtenByOthers[ObjectIdentifier(model), default: []].insert(overlap.way)
        }
    }

    /// The key paths inside a model under which other models write their properties.
    func keyPathsWrittenByOthers(in object: BaseModel) -> Set<[String]> {
        state.writtenByOthers.isEmpty ? [] : state.writtenByOthers[ObjectIdentifier(object)] ?? []
    }

    /// The extras of an object that have to be encoded with it. Nil if the object has no extras, or if properties of
    /// other models write all of them.
    @inline(never)
    private func ownExtras(of object: BaseModel) -> ModelExtras? {
        let others = keyPathsWrittenByOthers(in: object)
        return object.extras.flatMap { !others.isEmpty && $0.isWithin(others) ? nil : $0 }
    }

    struct Deferred {
        let object: BaseModel
        let expected: BaseModel.Type?
        let place: Int
        let depth: Int
    }

    /// Defers a model until the stack has room again, and encodes a reference in its place.
    @inline(never)
    private func deferObject(_ object: BaseModel, _ number: Int, _ expected: BaseModel.Type?) throws {
        // If a deferred model itself has no room, it will never have room.
        guard builder.depth > state.deferredDepth else { throw ModelError.tooDeep(limits, at: builder.depth) }
        try leave(object, number, expected)
        try builder.appendReference(
            to: number, isExpected: isNamed(object, encodedClass(of: type(of: object)), below: expected))
    }

    /// Defers a model: it is encoded after all other models. The caller appends a reference to it next.
    func leave(_ object: BaseModel, _ number: Int, _ expected: BaseModel.Type?) throws {
        let depth = builder.depth
        guard depth < limits.depth else { throw ModelError.tooDeep(limits, at: depth) }
        if models == .placed { state.needsWhole = true }
        state.deferredNumbers.insert(number)
        state.deferred.append(Deferred(object: object, expected: expected, place: builder.nextPlace, depth: depth))
    }

    /// Encodes a deferred model.
    func encodeDeferred(_ deferred: Deferred) throws(ModelError) {
        do {
            let encodedClass = try encodedClass(of: type(of: deferred.object))
            let number = number(of: deferred.object)
            state.deferredNumbers.remove(number)
            state.deferredDepth = deferred.depth
            try builder.beginDeferred(depth: deferred.depth)
            let isExpected = isNamed(deferred.object, encodedClass, below: deferred.expected)
            try encodeNew(deferred.object, encodedClass, number, isExpected)
            try builder.endDeferred()
            state.deferredDepth = 0
        } catch {
            var error = ModelError(wrapping: error)
            error = keys(of: deferred.object)?.located(error) ?? error
            error.path = ModelPath(builder.path(to: deferred.place).nested.components + error.path.components)
            throw error
        }
    }

    /// The error if a file has to name a class that isn't registered.
    @inline(never)
    private func unregistered(_ type: BaseModel.Type) -> ModelError {
        let name = ModelClass.of(type).name
        return ModelError(
            .unknownClass,
            name.contains("<")
                ? "The generic class \(name) has no name in files: only a property of that very type can hold it."
                : "No class is registered under the name \(name). Add @Model to it, or register it with ClassRegistry.")
    }

    /// Puts a model into the document as an instance, which the format encodes later.
    @inline(never)
    private func place(_ object: BaseModel, expected: BaseModel.Type?) throws {
        let encodedClass = try encodedClass(of: type(of: object))
        let table = form(of: encodedClass.type)?.table
        // A file that doesn't store the class's name elsewhere can't be written.
        if table == nil || encodedClass.type != expected && !encodedClass.isRegistered { state.needsWhole = true }
        try build { (builder) throws(ModelError) in try builder.append(instance: OwnInstance(object, table)) }
    }

    @inline(never)
    private func encodeStandIn(for object: BaseModel) throws {
        try build { (builder) throws(ModelError) in
            if models == .sortTexts {
                try builder.append(state.sortTexts.text(of: object))
            } else {
                try builder.append(instance: object)
            }
        }
    }

    @inline(__always)
    func encodedClass(of type: BaseModel.Type) throws -> EncodedClass {
        if let found = state.classes.recent(type) { return found }
        let found = try state.classes.find(type, capabilities, &builder)
        if builder.isEmpty {
            state.rootType = type
            state.rootClass = found.codedClass
        }
        return found
    }
}
