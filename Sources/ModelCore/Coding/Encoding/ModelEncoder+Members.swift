import Documents
import FormatSupport

// Objects whose class has its own encode function, and whose members the format writes from memory. A member whose
// value has no form is written through a separate document.

/// The members of an object that is being written.
final class OpenMembers {
    let written: any OwnMembers
    let object: BaseModel
    let encodedClass: EncodedClass
    // Only the functions below use the following properties, and none of these functions calls other code meanwhile.
    @safe @exclusivity(unchecked) private var hasProperties = false
    /// The bits of the keys whose values the encode function has written: see ``CodeKeys``.
    @safe @exclusivity(unchecked) private var bits: UInt64 = 0
    /// The keys of the members that were written as documents.
    @safe @exclusivity(unchecked) private var others: Set<ExactText> = []
    /// True if a written key is also the key of a property.
    @safe @exclusivity(unchecked) private var hasRow = false

    init(_ written: any OwnMembers, _ object: BaseModel, _ encodedClass: EncodedClass) {
        self.written = written
        self.object = object
        self.encodedClass = encodedClass
    }

    /// Notes a key under which the encode function of the class writes a value. Returns false if the object already
    /// has a member with this key.
    @inline(__always)
    func note(_ key: CodeKey) -> Bool {
        guard bits & key.bit == 0, !key.isRow || !hasProperties,
            others.isEmpty || !others.contains(ExactText(key.text))
        else { return false }
        bits |= key.bit
        if key.isRow { hasRow = true }
        return true
    }

    /// Notes the key of a member that is written as a document. Returns false if the object already has a member with
    /// this key. Returns false also for a key such as `$class`, whose meaning depends on the keys before it.
    @inline(never)
    func note(documentKey key: String) -> Bool {
        let isRow = written.hasProperty(key)
        guard !ClassKey.mayBeMark(key), !isRow || !hasProperties,
            bits == 0 || bits & encodedClass.codeKeys.bit(of: key) == 0, others.insert(ExactText(key)).inserted
        else { return false }
        if isRow { hasRow = true }
        return true
    }

    /// Writes the properties. Returns false if writing fails, or if the properties or members with their keys were
    /// already written.
    func writeProperties() -> Bool {
        guard !hasProperties, !hasRow else { return false }
        hasProperties = true
        return written.writeProperties()
    }
}

/// An object that an encoder has begun, and into which nothing was encoded.
struct UnusedObject {
    fileprivate let encodedClass: EncodedClass
    fileprivate let depth: Int
    fileprivate let number: Int
    fileprivate let level: Int

    fileprivate init(_ encodedClass: EncodedClass, depth: Int, _ open: ModelEncoder.OpenObject) {
        self.encodedClass = encodedClass
        self.depth = depth
        (number, level) = (open.number, open.level)
    }
}

/// A key under which the encode function of a class writes values, with the type of the values.
final class CodeKey {
    /// The address of the literal; zero for a key that is made while the program runs.
    fileprivate let literal: UInt
    fileprivate let name: String
    fileprivate let type: ObjectIdentifier
    /// The key in the file.
    let text: String
    /// True if the key is also the key of a property.
    let isRow: Bool
    /// The bit of the key in the file. Several literals and value types may have the same key.
    let bit: UInt64
    /// The form of the type's values, so that they are written from memory. Nil if the values have no form.
    let form: ValueForm?

    fileprivate init(
        _ key: ModelKey, name: String, type: ObjectIdentifier, text: String, isRow: Bool, bit: UInt64, form: ValueForm?
    ) {
        literal = if case .literal(let literal) = key.storage { literal.address } else { 0 }
        (self.name, self.type, self.text) = (name, type, text)
        (self.isRow, self.bit, self.form) = (isRow, bit, form)
    }
}

/// The keys under which the encode function of a class writes values in one file.
struct CodeKeys {
    private var keys: ContiguousArray<CodeKey> = []
    /// True if there are more keys than bits. Keys that are made at run time aren't looked up any more.
    private var areFull = false

    @inline(__always)
    fileprivate func find(_ literal: UInt, _ type: ObjectIdentifier) -> CodeKey? {
        for key in keys where key.literal == literal && key.type == type { return key }
        return nil
    }

    @inline(__always)
    fileprivate func find(_ name: String, _ type: ObjectIdentifier) -> CodeKey? {
        if areFull { return nil }
        for key in keys where key.literal == 0 && key.type == type && ExactText(key.name) == ExactText(name) {
            return key
        }
        return nil
    }

    /// The bit of a key in the file; zero if the key has no bit.
    func bit(of text: String) -> UInt64 { keys.first { ExactText($0.text) == ExactText(text) }?.bit ?? 0 }

    /// Returns the bit for a new key in the file. Returns nil if all bits are used.
    fileprivate mutating func bit(for text: String) -> UInt64? {
        areFull = keys.count == UInt64.bitWidth
        if areFull { return nil }
        let known = bit(of: text)
        return known != 0 ? known : 1 << UInt64(keys.count)
    }

    fileprivate mutating func add(_ key: CodeKey) { keys.append(key) }
}

extension ModelEncoder {
    /// Encodes the members of an object with the encode function of its class.
    ///
    /// - Parameters:
    ///   - written: Writes the members.
    ///   - depth: The number of levels of nesting around the object.
    /// - Throws: The error of the encode function. If `state.needsWhole` is true afterwards, the object has to be
    ///   written through a document.
    ///   written through a document.
    func encode(membersOf object: BaseModel, to written: any OwnMembers, depth: Int) throws {
        defer { state.open = OpenObject() }
        do {
            let members = OpenMembers(written, object, try encodedClass(of: type(of: object)))
            if !beginAgain(members, depth: depth) {
                restart(depth: depth)
                try begin(members)
            }
            try object.encode(with: self)
            if state.caught.first == nil, isEmpty(members) {
                state.unused = UnusedObject(members.encodedClass, depth: depth, state.open)
            }
            try end(members)
        } catch {
            throw leaving(object, with: error)
        }
    }

    private func begin(_ members: OpenMembers) throws {
        let (object, encodedClass) = (members.object, members.encodedClass)
        let number = number(of: object)
        builder.areDeclared = true
        let level = try builder.beginModel(
            shape: encodedClass.shape, number: number, isExpected: true, renaming: encodedClass.renaming)
        state.open = OpenObject(id: ObjectIdentifier(object), number: number, level: level, members: members)
    }

    /// Reuses the document object that was begun for the previous object of the class, if nothing was encoded into
    /// it. Mostly all members are written from memory, and beginning a document object takes longer than writing a
    /// few members.
    private func beginAgain(_ members: OpenMembers, depth: Int) -> Bool {
        guard let unused = state.unused, unused.encodedClass === members.encodedClass, unused.depth == depth,
            builder.nextNumber == unused.number + 1
        else { return false }
        state.unused = nil
        state.numbers.removeAll(bits: 2)
        _ = state.numbers.findOrInsert(members.object, unused.number)
        state.open = OpenObject(
            id: ObjectIdentifier(members.object), number: unused.number, level: unused.level, members: members)
        return true
    }

    /// True if nothing was encoded since ``begin(_:)``.
    private func isEmpty(_ members: OpenMembers) -> Bool {
        builder.frames.depth == state.open.level && builder.frame.state == .key
            && builder.frame.shape == members.encodedClass.shape
    }

    /// Writes the members that were encoded since ``begin(_:)``.
    private func end(_ members: OpenMembers) throws {
        if let failure = state.caught.first { throw failure }
        if isEmpty(members) { return }
        try builder.endModel(state.open.level)
        guard let document = try endMember(), case let keys = document.root.shapeKeys, !keys.isEmpty else { return }
        for key in keys where !members.note(documentKey: try members.encodedClass.styled(key)) { throw abandoned() }
        guard !needsWhole, !state.needsWhole, members.written.write(document) else { throw abandoned() }
    }

    /// Writes the members that were encoded since ``begin(_:)``, and begins again, because the next member is written
    /// from memory.
    private func writeEncoded(_ members: OpenMembers) throws {
        if isEmpty(members) { return }
        let depth = builder.depth - 1
        try end(members)
        restart(depth: depth)
        try begin(members)
    }

    /// Encodes the properties of the object that is being encoded.
    func encodeProperties(to members: OpenMembers) throws {
        do {
            try writeEncoded(members)
            guard members.writeProperties() else { throw abandoned() }
        } catch {
            throw noted(ModelError(wrapping: error))
        }
    }

    /// Writes a value from memory, under a key that the encode function of the class has passed. Returns false if the
    /// values of this type have no form, or if the value isn't a member of the object that is being encoded.
    @inline(never)
    func write<Value: ModelValue>(
        _ value: Value, isNilDefault: Bool, forKey key: ModelKey, to members: OpenMembers
    ) throws -> Bool {
        guard builder.frames.depth == state.open.level, builder.frame.state == .key,
            let known = try codeKey(key, Value.self, members), let form = known.form,
            case let isNil = Value.isNil(value), !isNil || isNilDefault
        else { return false }
        do {
            try writeEncoded(members)
            guard members.note(known) else { throw abandoned() }
            if isNil { return true }
            guard unsafe withUnsafePointer(to: value, { unsafe members.written.write($0, form, under: known.text) })
            else { throw abandoned() }
            return true
        } catch {
            throw failing(.key(key.stringValue), error)
        }
    }

    /// Returns the key that the encode function of a class has passed, with the type of its value. Returns nil if the
    /// value is written through a document.
    @inline(__always)
    private func codeKey<Value: ModelValue>(
        _ key: ModelKey, _ type: Value.Type, _ members: OpenMembers
    ) throws -> CodeKey? {
        let (keys, id) = (members.encodedClass.codeKeys, ObjectIdentifier(type))
        let known =
            switch key.storage {
            case .literal(let literal): keys.find(literal.address, id)
            case .text(let name): keys.find(name, id)
            }
        return try known ?? addedKey(key, type, members)
    }

    @inline(never)
    private func addedKey(
        _ key: ModelKey, _ type: any ModelValue.Type, _ members: OpenMembers
    ) throws -> CodeKey? {
        let (encodedClass, name) = (members.encodedClass, key.stringValue)
        let text = try encodedClass.styled(builder.renamed(name))
        guard !ClassKey.mayBeMark(text), let bit = encodedClass.codeKeys.bit(for: text) else { return nil }
        let made = CodeKey(
            key, name: name, type: ObjectIdentifier(type), text: text, isRow: members.written.hasProperty(text), bit: bit,
            form: form(of: type))
        encodedClass.codeKeys.add(made)
        return made
    }

    /// Returns the form of a type's values, to write them from memory. Returns nil if the values have no form.
    func form(of type: any ModelValue.Type) -> ValueForm? {
        if let known = state.forms[ObjectIdentifier(type)] { return known }
        let found = ValueForms.known(of: type, in: state.classes.conventions, capabilities)?.form
        state.forms[ObjectIdentifier(type)] = .some(found)
        return found
    }

    /// The error that ends the writing of an object from memory. The object is written through a document next, which
    /// throws the actual error.
    private func abandoned() -> ModelError {
        state.needsWhole = true
        return ModelError.misuse("The object is written in another way.")
    }
}
