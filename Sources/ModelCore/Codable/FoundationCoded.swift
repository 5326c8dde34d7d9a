import FormatSupport

/// A type of Foundation whose values Foundation's archivers write as objects of a class.
///
/// Formats that have classes, such as keyed archives, contain such an object. Other formats contain the encoding of
/// the type's own `Codable` code, and so do files of earlier versions of this library. In every format, both are read.
/// The keys are the keys of the class's `encode(with:)` in swift-corelibs-foundation, and of files that Apple's
/// archiver wrote.
package protocol FoundationCoded: Codable {
    /// The class that files name. An object of one of its subclasses is read, too.
    static var className: String { get }
    /// The name of the class's mutable subclass; nil if there is no such subclass.
    static var mutableClassName: String? { get }
    /// The value that an object of the class contains.
    static func value(of object: CodedObject) throws -> Self

    /// The class to write. Nil if an object of the class wouldn't contain the whole value. The type's own `Codable`
    /// code then encodes the value.
    var codedClass: CodedClass? { get }
    func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws
    /// Throws for a value for which the type's own code would stop the program.
    func requireEncodable() throws
    /// Decodes a value that the type's own `Codable` code has encoded, if that code's decoding would stop the program
    /// for some files. Returns nil for all other types.
    static func plainValue(of object: CodedObject) throws -> Self?
}

extension FoundationCoded {
    package static var mutableClassName: String? { nil }
    package func requireEncodable() throws {}
    package static func plainValue(of object: CodedObject) throws -> Self? { nil }

    fileprivate static func isCoded(as object: CodableDecoder) -> Bool {
        guard let name = object.className else { return false }
        return name == className || name == mutableClassName || object.superclassNames.contains(className)
    }

    /// The value cast to the type `Value`; nil if the value has another type.
    fileprivate static func cast<Value>(of object: CodableDecoder) throws -> Value? {
        try value(of: CodedObject(object)) as? Value
    }

    fileprivate static func castPlain<Value>(of object: CodableDecoder) throws -> Value? {
        try plainValue(of: CodedObject(object)) as? Value
    }
}

extension CodedClass {
    /// The description of a class of Foundation, by its name.
    package convenience init(foundation name: String, superclassNames: [String] = []) {
        self.init(name: name, superclassNames: superclassNames + ["NSObject"])
    }
}

extension CodableDecoder {
    /// Decodes a value of a type of Foundation's from an object of the class by which Foundation's archivers store the
    /// type. Also decodes a value that the type's own code has encoded, if that code would stop the program for some
    /// files. Returns nil in all other cases: the type's own `init(from:)` then decodes the value.
    func decodeCoded<Value>(_ type: Value.Type) throws -> Value? {
        guard let type = Value.self as? any FoundationCoded.Type else { return nil }
        if word.tag == .object, className != nil, type.isCoded(as: self) { return try type.cast(of: self) }
        return try type.castPlain(of: self)
    }
}

/// An object of a class of Foundation's in a file.
package struct CodedObject {
    /// The name of the object's class; nil if the file names no class.
    package let className: String?
    private let decoder: CodableDecoder
    private let values: KeyedDecodingContainer<CodableKey>

    init(_ decoder: CodableDecoder) throws {
        self.decoder = decoder
        className = decoder.className
        values = try decoder.values(keyedBy: CodableKey.self)
    }

    /// The value of a key; nil if the key has no value.
    package func value<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws -> Value? {
        try values.decodeIfPresent(type, forKey: CodableKey(key))
    }

    /// The value of a key.
    package func required<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
        try values.decode(type, forKey: CodableKey(key))
    }

    /// The boolean under a key, which may be a number, as in C. Nil if the key has no value.
    package func flag(_ key: String) throws -> Bool? {
        guard let number = try? value(key, as: Int.self) else { return try value(key) }
        return number != 0
    }

    /// The object under a key; nil if the key has no value.
    package func object(_ key: String) throws -> CodedObject? {
        guard values.contains(CodableKey(key)), try !values.decodeNil(forKey: CodableKey(key)),
            let decoder = try values.superDecoder(forKey: CodableKey(key)) as? CodableDecoder
        else { return nil }
        return try CodedObject(decoder)
    }

    /// Counts the work on data towards the limits, because very many objects may share the same data.
    package func count(bytes: Int) throws { try decoder.count(bytes: bytes) }

    /// The error for an object with values that the class never writes.
    package func refusal(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
}

extension KeyedEncodingContainer<CodableKey> {
    /// Encodes a value, unless it is nil.
    package mutating func set(_ key: String, _ value: (some Encodable)?) throws {
        try encodeIfPresent(value, forKey: CodableKey(key))
    }

    /// Encodes an object of a class.
    package mutating func set(
        _ key: String, _ codedClass: CodedClass, _ body: (inout KeyedEncodingContainer<CodableKey>) throws -> Void
    ) throws {
        guard let encoder = superEncoder(forKey: CodableKey(key)) as? CodableEncoder else { return }
        var values = encoder.container(of: codedClass)
        try body(&values)
    }
}
