import FormatSupport

// Functions that make, fill and finish objects.

extension ModelDecoder {
    /// Decodes a value with the decode function of its type. While a case of an untagged enum is tried, also compares
    /// the value with the file's scalar.
    @inline(__always)
    func decodeValue<Value: ModelValue>(_ type: Value.Type) throws -> Value {
        if let fit = cursor.fit, fit.comparesScalars { return try decodeFitting(type, fit) }
        return try decodeOwn(type)
    }

    /// Decodes a value with the decode function of its type, without a comparison. Unless the function is known to
    /// decode exactly one value, this is checked.
    @inline(__always)
    func decodeOwn<Value: ModelValue>(_ type: Value.Type) throws -> Value {
        if Value._codesOneValue { try type.decode(from: self) } else { try decodeChecked(type) }
    }

    @inline(never)
    func decodeChecked<Value: ModelValue>(_ type: Value.Type) throws -> Value {
        let level = try cursor.beginValue()
        let outer = state.caught
        state.caught = CaughtError()
        let value: Value
        do {
            value = try type.decode(from: self)
            guard cursor.isAt(level) else { throw state.caught.first ?? DocumentCursor.notLeft }
        } catch {
            guard cursor.isAt(level) else { throw state.caught.first ?? error }
            // The value isn't a container, and not as expected: the code around it may go on without it.
            try cursor.endValue(level)
            throw error
        }
        try cursor.endValue(level)
        state.caught = outer
        return value
    }

    /// Runs code that reads the object that was entered last, and then leaves the object.
    ///
    /// - Parameters:
    ///   - object: The object that is filled. Nil: unknown keys are ignored.
    ///   - keys: The keys of the object's properties in the file; nil if each key is the property's name.
    func decodeModel(_ object: BaseModel? = nil, keys: PropertyKeys? = nil, _ body: () throws -> Void) throws {
        let level = cursor.beginModel()
        if let keys { try cursor.use(keys) }
        let outer = state.caught
        state.caught = CaughtError()
        var refused: ModelError?
        do {
            try body()
            if cursor.frame.unread != .none { try cursor.endUnread() }
            if let object, cursor.mayHaveUnknown, cursor.isAt(level) {
                refused = try BaseModel.evolution.takeUnknown(of: object, keys, in: self)
            }
            if refused == nil { try cursor.endModel(level) }
        } catch {
            if let object { LongWork.discard(object) }
            // If the program's code has caught an error, that first error is thrown, because the position isn't known
            // since then.
            let error = cursor.isAt(level) ? error : state.caught.first ?? error
            if (error as? ModelError)?.hasWholePath(in: cursor.content) == true { throw error }
            let steps =
                cursor.migrated.isEmpty ? nil : BaseModel.evolution.steps(of: cursor.frames[level].start, in: self)
            if keys == nil, steps == nil { throw error }
            throw state.caught.locate(error) { error in
                let located = keys?.located(error) ?? error
                return steps?.blamed(for: located) ?? located
            }
        }
        // Its path has the file's keys already.
        if let refused { throw refused }
        state.caught = outer
    }

    /// Enters the object or the dictionary at the position, from which a model is made, after migrating it to the
    /// version of its class.
    ///
    /// - Parameter expected: The class of the object if the file doesn't name it.
    /// - Throws: `newerVersion`; the errors of the class's ``BaseModel/migrate(_:from:)``.
    func beginModel(expected: BaseModel.Type) throws -> CodedClass? {
        if !cursor.isCurrent(ObjectIdentifier(expected)) { try BaseModel.evolution.migrate(expected, in: self) }
        return try beginObject()
    }

    /// Makes a model from the object or the dictionary at the position, and fills it.
    func makeObject(expected: BaseModel.Type) throws -> BaseModel {
        var reference = reference
        if !cursor.isCurrent(ObjectIdentifier(expected)) {
            try BaseModel.evolution.migrate(expected, in: self)
            // A negative reference stays: it is computed from the object's old index, at which later references find
            // the object, and not from the index to which the migration has moved it.
            if reference ?? 0 >= 0 { reference = self.reference }
        }
        if !StackGuard.hasRoomForModel, state.mayDefer, !cursor.isAtRoot {
            return try deferObject(expected: expected, reference)
        }
        let codedClass = try cursor.beginObject() ?? context.lateClass(at: cursor.frame.start, of: cursor.content)
        let named = try namedClass(codedClass, at: cursor.frame.start, expected: expected)
        let (object, decodedClass) = try newObject(of: named, expected: expected, reference, at: cursor.frame.start)
        try fill(object, decodedClass, hasClass: codedClass != nil)
        return decodedClass.overrides.contains(.awakeAfterDecoding) ? try awake(object, reference) : object
    }

    /// Makes a model, and registers the model so that references find it.
    func newObject(
        of codedClass: CodedClass?, expected: BaseModel.Type, _ reference: Int?, at place: Int
    ) throws -> (object: BaseModel, decodedClass: DecodedClass) {
        let type = try classToMake(codedClass, expected: expected, context)
        let made = context.unfilled
        context.unfilled = nil
        let object = if let made, Swift.type(of: made) == type { made } else { type.init() }
        // This comes after the instance was made: making an instance shows whether the resource file has an error.
        let decodedClass = try context.decodedClass(of: type)
        if decodedClass.overrides.contains(.awakeAfterDecoding) { object.isAsleep = true }
        if decodedClass.overrides.contains(.untagged) { noteMissingTags(object, at: place) }
        if let codedClass, context.classes.isKept(codedClass) {
            object.keep { $0.codedClass = codedClass.withKeys { _ in nil } }
        }
        if context.made != nil { context.made?.append((place, object)) }
        if let reference {
            context.objects.set(object, for: reference)
            if decodedClass.overrides.contains(.hashed) { decodeHashed(of: object, decodedClass, at: place) }
        }
        return (object, decodedClass)
    }

    /// Fills a model from the object that was entered last, and leaves the object.
    func fill(_ object: BaseModel, _ decodedClass: DecodedClass, hasClass: Bool) throws {
        let outer = context.filled
        context.filled = object
        defer { context.filled = outer }
        let overrides = decodedClass.overrides
        let isRelated = !overrides.isDisjoint(with: [.relationships, .mapped])
        // The class overrides `set(with: [String: Any])`.
        if overrides.contains(.setWithDictionary), !hasClass || !overrides.contains(.setWithDecoder) {
            func set() throws { try decodeModel { try object.setWithDictionary(from: self) } }
            return try isRelated ? relating(object, set) : set()
        }
        let keys = decodedClass.keys
        defer { if let keys, !keys.overlaps.isEmpty { note(keys.overlaps, of: object) } }
        let skipped = state.skippedValues.count
        func set() throws {
            try object.set(with: self)
            if overrides.contains(.sparse) || object.extras != nil {
                if cursor.frame.unread != .none { try cursor.readWhole() }
                noteForms(of: object, decodedClass, isPart: context.merged != nil)
            }
            if state.skippedValues.count > skipped {
                BaseModel.evolution.keepSkipped(since: skipped, of: object, decodedClass, in: self)
            }
        }
        if isRelated { return try relating(object) { try decodeModel(object, keys: keys, set) } }
        try decodeModel(object, keys: keys, set)
    }

    /// Runs code that fills a model, and then makes the related models refer back to it.
    @inline(never)
    func relating(_ object: BaseModel, _ body: () throws -> Void) throws {
        object.inverseUpkeep = .removals
        defer { object.inverseUpkeep = .all }
        try body()
        BaseModel.relations.link(object, in: context)
    }

    func note(_ overlaps: [Overlap], of object: BaseModel) {
        object.noteRead(overlaps) { [context] in (try? context.keys(of: $0)) ?? nil }
    }

    struct Deferred {
        let object: BaseModel
        let decodedClass: DecodedClass
        let hasClass: Bool
        let reference: Int?
        let place: Int
        let depth: Int
    }

    /// Makes a model that is filled later, when the stack has room again.
    @inline(never)
    func deferObject(expected: BaseModel.Type, _ reference: Int?) throws -> BaseModel {
        guard context.depth < limits.depth else { throw ModelError.tooDeep(limits, at: context.depth) }
        let codedClass = try cursor.peekExpectedClass()
        let named = try namedClass(codedClass, at: cursor.index, expected: expected)
        let (object, decodedClass) = try newObject(of: named, expected: expected, reference, at: cursor.index)
        state.deferred.append(
            Deferred(
                object: object, decodedClass: decodedClass, hasClass: codedClass != nil, reference: reference,
                place: cursor.place, depth: context.depth))
        try skipValue()
        if object.isAsleep { noteEarly(object) }
        return object
    }

    func decodeDeferred(_ deferred: Deferred) throws {
        do {
            context.resume(at: deferred.depth)
            try cursor.resume(at: deferred.place)
            _ = try cursor.beginObject()
            try fill(deferred.object, deferred.decodedClass, hasClass: deferred.hasClass)
            if deferred.decodedClass.overrides.contains(.awakeAfterDecoding) {
                _ = try awake(deferred.object, deferred.reference)
            }
        } catch {
            var error = ModelError(wrapping: error)
            if error.hasWholePath(in: cursor.content) { throw error }
            error.path = ModelPath(cursor.path(to: deferred.place).components + error.path.components)
            throw error
        }
    }

    /// True if the object at the position names its class, and the named class is the given class or a subclass.
    func isAt(_ type: BaseModel.Type) -> Bool {
        if let knownObject { return ModelClass.of(Swift.type(of: knownObject)).inherits(from: type) }
        let named = try? namedClass(cursor.peekExpectedClass(), at: cursor.index, expected: type)
        let own = named.flatMap { try? context.classes.modelClass(for: $0, expected: type) }
        return own?.inherits(from: type) ?? false
    }

    /// The model at the position: an instance of the program, or the model that was already made from the file's
    /// object. Nil if there is no model yet.
    var knownObject: BaseModel? {
        if cursor.holdsInstances || context.readsParts, let model = cursor.model { return model }
        guard let known = reference.flatMap({ context.objects.object(for: $0) }) else { return nil }
        if known.isAsleep { noteEarly(known) }
        return known
    }

    /// Notes that the model that is being filled refers to a model that may still be replaced. A model inside a
    /// struct couldn't be replaced.
    func noteEarly(_ object: BaseModel) {
        context.objects.noteReferrer(cursor.isInStruct ? nil : context.filled, of: object)
    }

    /// Consumes the value at the position, and returns it as a document that shares this one's memory.
    func decodeDocument() throws -> ModelDocument {
        try cursor.decodeDocument()
    }
}
