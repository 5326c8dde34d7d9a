import FormatSupport

// Structs, which are made after all of their properties were read.

/// The facts about a struct or an enum that decoding needs for each value.
final class DecodedStruct: TypeEntry {
    let id: ObjectIdentifier
    let type: ModelType
    /// The keys of the type's properties in the file; nil if each key is the property's name.
    let keys: PropertyKeys?
    /// The names of the cases, by their keys in files.
    private(set) lazy var cases = type.cases(by: keys)
    /// The name of the case that a text in a file represents. Returns nil if the type doesn't know the text.
    func caseName(for text: String) -> String? {
        cases[ExactText(text)] ?? keys?.known.key(like: text).flatMap { cases[ExactText($0)] }
    }

    /// For each shape: the enum case that dictionaries of the shape contain.
    var casesOfShapes = DocumentShapes.Cache<String>()
    private let record: any ModelRecord.Type

    fileprivate init(_ record: any ModelRecord.Type, id: ObjectIdentifier, type: ModelType, keys: PropertyKeys?) {
        self.record = record
        self.id = id
        self.type = type
        self.keys = keys
    }

    /// Throws `classMismatch` if the name of an object's class isn't a name of this type.
    fileprivate func require(_ name: String) throws(ModelError) {
        guard !name.isEmpty, !ModelClassName.isName(name, of: record), !type.classNames.contains(name) else { return }
        throw ModelError.otherClass(name, expected: type.classNames.first ?? ModelClassName.coded(for: record))
    }
}

extension ModelDecoder {
    /// Decodes a struct.
    ///
    /// - Throws: `typeMismatch` for a value that isn't in the struct's form; `missingValue`; `unknownKey`;
    ///   `newerVersion`; the errors of the type's migration; `cycle`; `depthExceeded`.
    func decodeStruct<Value: ModelRecord>(_ type: Value.Type) throws -> Value {
        try answer(for: type)
        let decoded = try decodedRecord(type)
        if decoded.type.isEnum {
            guard let code = decoded.type.code(of: type) else { throw decoded.type.withoutCode }
            return try code.decode(from: self)
        }
        if let archive = try embeddedArchive() { return try archive.decodeStruct(type) }
        if decoded.type.form == .value { return try decodeOnlyValue(decoded, hasValue: true) }
        let level = try beginRecord(decoded)
        let value: Value
        do {
            var values = PropertyValues(self, decoded.type.rows)
            value = try decoded.type.make(type, from: &values)
        } catch {
            throw leaving(decoded, at: level, with: error)
        }
        try endRecord(decoded, level)
        return value
    }

    /// Decodes a struct that files store as the value of its only property. That value is at the position.
    private func decodeOnlyValue<Value>(_ decoded: DecodedStruct, hasValue: Bool) throws -> Value {
        var values = PropertyValues(self, decoded.type.rows, hasOnlyValue: hasValue)
        return try decoded.type.make(Value.self, from: &values)
    }

    /// Decodes the values of an enum's case. They may all be missing in the file.
    func decodeValues<Values: ModelRecord>(_ type: Values.Type, forKey key: ModelKey) throws -> Values {
        let decoded = try decodedRecord(type)
        switch state.place {
        case .key: break
        case .content(let content):
            state.place = .key
            return try decodeValues(type, forKey: ModelKey(content))
        case .here:
            state.place = .key
            return try decoded.type.form == .value ? decodeOnlyValue(decoded, hasValue: true) : decodeValue(type)
        }
        if decoded.type.form == .value {
            return try atKey(key) { try decodeOnlyValue(decoded, hasValue: $0) }
        }
        if let values = try decode(type, forKey: key) { return values }
        do {
            return try inner(try Self.noValues).decodeValue(type)
        } catch {
            throw failing(.key(key.stringValue), ModelError(wrapping: error).at(location))
        }
    }

    @inline(__always)
    func decodedRecord<Value: ModelRecord>(_ type: Value.Type) throws -> DecodedStruct {
        let id = ObjectIdentifier(type)
        if let found = context.structs.recent(id) { return found }
        return try findRecord(id, type)
    }

    @inline(never)
    private func findRecord(_ id: ObjectIdentifier, _ record: any ModelRecord.Type) throws -> DecodedStruct {
        if let found = context.structs.find(id) { return found }
        let type = try record.described()
        let keys = try type.keys(for: format, style: context.conventions.keyStyle)
        let made = DecodedStruct(record, id: id, type: type, keys: keys)
        context.structs.keep(made)
        return made
    }

    /// Enters the dictionary, or the list, at the position.
    ///
    /// - Returns: The level to pass to ``endRecord(_:_:)``.
    @inline(__always)
    func beginRecord(_ decoded: DecodedStruct) throws -> Int {
        if decoded.type.form == .list, cursor.isAtArray { return try cursor.beginList() }
        if !cursor.isCurrent(ObjectIdentifier(decoded.type)) {
            if let name = try cursor.peekExpectedClass()?.name { try locating { try decoded.require(name) } }
            try BaseModel.evolution.migrate(decoded.type, in: self)
        }
        let level = try cursor.beginStruct()
        if let keys = decoded.keys { try cursor.use(keys) }
        return level
    }

    /// Leaves the value that was entered at a level.
    @inline(__always)
    func endRecord(_ decoded: DecodedStruct, _ level: Int) throws {
        if decoded.type.refusesUnknown || cursor.isExact, cursor.mayHaveUnknown,
            let error = try BaseModel.evolution.refuseUnknown(of: decoded.type, decoded.keys, in: self)
        {
            throw error
        }
        if cursor.hasNothingKnown, let error = BaseModel.evolution.refuseForeign(decoded.type, in: self) { throw error }
        try cursor.endStruct(level)
    }

    /// The error with the file's keys in its path, in place of the names of the struct's properties.
    ///
    /// - Parameter level: The level of the struct; nil for an enum, which no step changes.
    @inline(never)
    func leaving(_ decoded: DecodedStruct, at level: Int? = nil, with error: any Error) -> ModelError {
        let start = cursor.migrated.isEmpty ? nil : level.map { cursor.frames[$0].start }
        let steps = start.flatMap { BaseModel.evolution.steps(of: $0, in: self) }
        return state.caught.locate(error) { error in
            let located = decoded.type.located(error, by: decoded.keys)
            return steps?.blamed(for: located) ?? located
        }
    }

    /// The value of a property without a default whose key the file lacks: nil for an optional, or the value with
    /// which the type represents a missing value.
    ///
    /// - Throws: `missingValue`.
    @inline(never)
    func missing<Value>() throws -> Value {
        if let none = Self.none(Value.self) { return none }
        if let type = Value.self as? any PresenceValue.Type, let absent = type.absent as? Value { return absent }
        throw error(.missingValue, "There is no value, and nothing is declared in its place.")
    }
}

extension DocumentCursor {
    /// Enters the object or the dictionary at the position, which may be read more than once.
    mutating func beginStruct() throws -> Int {
        let index = index
        let tag = content.word(at: index).tag
        guard tag == .object || tag == .dictionary else {
            if try expandInstance(at: index) != nil { return try beginStruct() }
            throw mismatch(expected: "dictionary")
        }
        let isShared = try noteShared(index)
        if tag == .object { try enterObject(index) } else { try enterAsObject(index) }
        frame.isShared = isShared
        // Each reading of the dictionary may search all of its members.
        if !openShared.isEmpty { try context.count(frame.count) }
        frame.isModel = true
        frame.isStruct = true
        if passing.index == index { passKeys() }
        return level
    }

    /// Notes that known keys were requested, although they aren't keys of the struct: the keys that name a case, for
    /// example.
    @inline(never)
    private mutating func passKeys() {
        for key in passing.keys {
            if let found = ModelKey(key).withUTF8({ position(of: $0) }) { move(to: found) }
        }
        slot = ModelDocument.Content.noIndex
    }

    /// True if an array is at the position, even an unread array of the program.
    var isAtArray: Bool {
        let tag = content.word(at: index).tag
        return tag.isArray || (tag == .instance && instanceKind(at: index) == .array)
    }

    /// Enters the array at the position. Each requested key gets the next element.
    mutating func beginList() throws -> Int {
        _ = try beginArray()
        frame.isModel = true
        frame.isStruct = true
        return level
    }

    /// Moves to the next element of the list, whatever key was requested.
    mutating func moveToNextInList() -> Bool {
        guard frame.next < frame.end else { return false }
        slot = frame.next
        frame.next &+= content.size(at: slot)
        return hasValue()
    }

    /// Leaves the value that ``beginStruct()`` or ``beginList()`` has entered.
    @inline(__always)
    mutating func endStruct(_ level: Int) throws {
        if frame.tag.isArray, frame.next < frame.end {
            slot = ModelDocument.Content.noIndex
            throw ModelError(.typeMismatch, "The list has more elements than there are values.").at(location)
        }
        try endModel(level)
    }

    /// True if the innermost open container that is read as a class or a struct is read as a struct.
    var isInStruct: Bool {
        if frame.isModel { return frame.isStruct }
        return (0..<frames.depth).last { frames[$0].isModel }.map { frames[$0].isStruct } ?? false
    }
}
