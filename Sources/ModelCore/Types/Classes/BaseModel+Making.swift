import FormatSupport

// Functions that make an instance from a value. Each throws if it fails, and returns nil for a null.

extension BaseModel {
    /// A new instance, as `init()` makes it.
    ///
    /// - Throws: `abstractClass` for `BaseModel` itself; the error of the class's resource file if the file can't be
    ///   used.
    public class func instance() throws -> Self {
        try requireUsable()
        let instance = self.init()
        try instance.requireResource()
        return instance
    }

    /// A new instance with properties that are set from a value: see ``set(withObject:)``. The instance is of a
    /// subclass if the value is a dictionary or a document with the subclass's tag. Returns nil for nil and `NSNull`.
    ///
    /// - Throws: `classMismatch` for the tag of a class that isn't below this one; `unknownClass`, as in a file.
    public class func instance(with object: Any?) throws -> Self? {
        try requireUsable()
        guard let object = AnyValue.unwrapped(object) else { return nil }
        guard let tagged = try TaggedValue(object, for: self) else {
            let instance = try instance()
            try instance.set(withObject: object)
            return instance
        }
        let instance = try tagged.type(below: self).instance()
        try tagged.note(in: instance)
        try instance.set(withObject: object)
        return instance as? Self
    }

    /// A new instance from the object at the decoder's position. The instance may be of a subclass. Returns nil for a
    /// null.
    public class func instance(coder decoder: ModelDecoder) throws -> Self? {
        try requireUsable()
        return try Self?.decode(from: decoder)
    }

    /// Makes an instance, and sets its properties from a value: see ``set(withObject:)``. Returns nil for nil and
    /// `NSNull`.
    ///
    /// - Throws: `classMismatch` for a dictionary or a document with the tag of another class, even of a subclass:
    ///   use ``instance(with:)`` for subclasses.
    public convenience init?(object: Any?) throws {
        try Self.requireUsable()
        guard let object = AnyValue.unwrapped(object) else { return nil }
        self.init()
        try requireResource()
        if let tagged = try TaggedValue(object, for: Self.self) {
            try tagged.require(Self.self)
            try tagged.note(in: self)
        }
        try set(withObject: object)
    }

    /// Makes an instance from the object at the decoder's position. Returns nil for a null.
    ///
    /// - Throws: `classMismatch` for an object of another class, even of a subclass: use ``instance(coder:)`` for
    ///   subclasses.
    public convenience init?(coder decoder: ModelDecoder) throws {
        try Self.requireUsable()
        if try decoder.decodeNull() { return nil }
        self.init()
        try requireResource()
        try setRoot(from: decoder)
    }

    /// Fills the model from the value at the decoder's position, which isn't null.
    func setRoot(from decoder: ModelDecoder) throws {
        let kind = try decoder.peekKind()
        guard kind == .object || kind == .dictionary else {
            if let archive = try decoder.embeddedArchive() { return try setRoot(from: archive) }
            if let value = try AnyValue.decode(from: decoder) { try set(withObject: value) }
            return
        }
        let place = decoder.location
        // Registered before it is filled: the graph may refer back to it.
        if let reference = decoder.reference { decoder.context.objects.set(self, for: reference) }
        let codedClass = try decoder.beginModel(expected: type(of: self))
        let isWhole = decoder.context.purpose != .defaults
        let start = decoder.cursor.frame.start
        let named = try isWhole ? decoder.namedClass(codedClass, at: start, expected: type(of: self)) : codedClass
        if let named {
            let own = type(of: self)
            guard try decoder.context.classes.modelClass(for: named, expected: own).type == own else {
                throw ModelError(
                    .classMismatch,
                    "Expected an object of class \(ModelClass.of(own).name), found one of class \(named.name)."
                ).at(place)
            }
        }
        if let named, decoder.context.classes.isKept(named) {
            keep { $0.codedClass = named.withKeys { _ in nil } }
        }
        let decodedClass = try decoder.context.decodedClass(of: type(of: self))
        if isWhole, decodedClass.overrides.contains(.untagged) { decoder.noteMissingTags(self, at: start) }
        if decodedClass.overrides.contains(.hashed) {
            decoder.decodeHashed(of: self, decodedClass, at: start)
        }
        try decoder.fill(self, decodedClass, hasClass: codedClass != nil)
        guard try !decodedClass.overrides.contains(.awakeAfterDecoding) || awakeAfterDecoding() === self else {
            throw ModelError(
                .classMismatch,
                "Another instance takes the place of this one: make it with instance(…) and not with init(…)."
            ).at(place)
        }
    }
}

// In a protocol extension, and not in the class, because only there may a function return an array of `Self`.
extension ModelValue where Self: BaseModel {
    /// New instances, one for each element that isn't null.
    ///
    /// - Throws: The errors of ``BaseModel/instance(with:)``, with the element's index in their path.
    public static func instances(with array: [Any]) throws -> [Self] {
        var instances: [Self] = []
        for (index, element) in array.enumerated() {
            do {
                if let instance = try instance(with: element) { instances.append(instance) }
            } catch {
                throw ModelError.prefixing(.index(index), to: error)
            }
        }
        return instances
    }
}

/// A dictionary or a document of the program whose tags name the class of the instance to make.
private enum TaggedValue {
    case document(ModelDocument)
    case dictionary([String: Any])

    /// Returns nil if the class has no tags, or if the value is neither a dictionary nor a document.
    init?(_ value: Any, for type: BaseModel.Type) throws {
        guard !ModelClass.of(type).tags.isEmpty else { return nil }
        switch try AnyValue.native(value) {
        case let document as ModelDocument where document.root.hasTextKeys: self = .document(document)
        case let dictionary as [String: Any]: self = .dictionary(dictionary)
        default: return nil
        }
    }

    private func tag(_ key: String) throws -> ModelDocument.Value? {
        switch self {
        case .document(let document): return document.root[key]
        case .dictionary(let dictionary):
            guard let value = dictionary[key] else { return nil }
            return try ModelEncoder.document { try AnyValue.encode(value, to: $0) }.root
        }
    }

    /// The class that the value names. If the value names no class: the expected class.
    func type(below expected: BaseModel.Type) throws -> BaseModel.Type {
        let classes = ClassRegistry.current.taggedClasses
        let found = try classes.modelClass(below: ModelClass.of(expected), absence: .isAllowed, tag)
        return found?.modelClass.type ?? expected
    }

    /// Throws `classMismatch` if the value names another class. A value without a tag names no class.
    func require(_ type: BaseModel.Type) throws {
        let own = ModelClass.of(type)
        guard let found = try ClassRegistry.current.taggedClasses.modelClass(below: own, absence: .isIgnored, tag),
            found.modelClass !== own, !found.isPart || !own.inherits(from: found.modelClass.type)
        else { return }
        throw ModelError.otherClass(found.modelClass.name, expected: own.name)
    }

    /// Notes the value's tags in an instance, so that the instance is written with these tags.
    func note(in instance: BaseModel) throws {
        let tags = ModelClass.of(Swift.type(of: instance)).tags
        for tag in tags {
            let value = try self.tag(tag.key)
            if let text = value?.stringValue, value?.kind == .string { instance.noteTag(text, forKey: tag.key) }
        }
        if tags.contains(where: \.isUntagged) { instance.noteMissingTags(written: .all) { (try? tag($0))?.kind } }
    }
}
