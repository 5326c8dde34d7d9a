import Foundation

// Functions that make an instance from a value. Each throws if it fails, and returns nil for a null.

extension BaseModel {
    /// A new instance, as `init()` makes it.
    ///
    /// - Throws: `abstractClass` for `BaseModel` itself; the error of the class's resource file if that can't be used.
    public class func instance() throws -> Self {
        try requireUsable()
        let instance = self.init()
        try instance.requireResource()
        return instance
    }

    /// A new instance with properties that are set from a value: see ``set(withObject:)``. Returns nil for nil and
    /// `NSNull`.
    public class func instance(with object: Any?) throws -> Self? {
        try requireUsable()
        guard let object = AnyValue.unwrapped(object) else { return nil }
        let instance = try instance()
        try instance.set(withObject: object)
        return instance
    }

    /// A new instance from the object at the decoder's position, which may be of a subclass. Nil for a null.
    public class func instance(coder decoder: ModelDecoder) throws -> Self? {
        try requireUsable()
        return try Self?.decode(from: decoder)
    }

    /// Makes an instance, and sets its properties from a value: see ``set(withObject:)``. Returns nil for nil and
    /// `NSNull`.
    public convenience init?(object: Any?) throws {
        try Self.requireUsable()
        guard let object = AnyValue.unwrapped(object) else { return nil }
        self.init()
        try requireResource()
        try set(withObject: object)
    }

    /// Makes an instance from the object at the decoder's position. Returns nil for a null.
    ///
    /// - Throws: `classMismatch` for an object of another class, also of a subclass: use ``instance(coder:)`` for
    ///   those.
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
        let named =
            try codedClass
            ?? (isWhole ? decoder.taggedClass(at: decoder.cursor.frame.start, expected: type(of: self)) : nil)
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
        if decodedClass.overrides.contains(.hashed) {
            decoder.decodeHashed(of: self, decodedClass, at: decoder.cursor.frame.start)
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
