/// The key of a property in files, or a key path through nested dictionaries to its value.
///
/// Lists of properties that are written by hand use it. A class with `@Model` uses ``Key(_:aliases:for:)`` and
/// similar macros instead.
///
/// ```swift
/// ModelProperty("firstName", \Person.firstName, key: "first_name")
/// ModelProperty("city", \Person.city, key: PropertyKey(path: "address.city", aliases: ["town"]))
/// ```
public struct PropertyKey: Sendable {
    enum Place: Sendable {
        /// A key path. Its last key is the property's own key.
        case keys([String])
        case style(KeyStyle)
        /// A text that was given as a key path and isn't one.
        case invalid(String)
    }

    /// The key path, the name's style, or an invalid text. Nil if this value only adds aliases.
    let place: Place?
    let aliases: [Place]
    /// The formats in which the key is used. Empty: all formats.
    let formats: [FileFormat]
}

extension PropertyKey {
    /// A key that isn't the property's name, or aliases.
    ///
    /// - Parameters:
    ///   - key: The key, with any characters. Only `$version` and `$class` aren't allowed: files use them for an
    ///     object's version and class. Nil: the property keeps the key that it has otherwise, and only gets aliases.
    ///   - aliases: The earlier keys of the property. They are read if the key is missing, and never written.
    ///   - formats: The formats in which the key is used. By default all formats for which the property has no other
    ///     key.
    public init(_ key: String? = nil, aliases: [String] = [], for formats: [FileFormat] = []) {
        self.init(place: key.map { .keys([$0]) }, aliases: aliases.map { .keys([$0]) }, formats: formats)
    }

    /// A key path to a value deeper in the file: `user.address.city`.
    ///
    /// Properties whose key paths begin with the same keys share the dictionaries. A missing or null value on the key
    /// path means that the property is missing.
    ///
    /// - Parameters:
    ///   - path: The keys, with dots between them. A key with a dot or a bracket is written in brackets and quotes:
    ///     `user["first.name"]`. Text that isn't a key path is an error when the class is first used.
    ///   - aliases: The earlier key paths of the property, as in ``init(_:aliases:for:)``.
    ///   - formats: As in ``init(_:aliases:for:)``.
    public init(path: String, aliases: [String] = [], for formats: [FileFormat] = []) {
        self.init(place: Self.place(path), aliases: aliases.map(Self.place), formats: formats)
    }

    /// The property's name in a style, for formats in which the property has no other key.
    public init(style: KeyStyle) {
        self.init(place: .style(style), aliases: [], formats: [])
    }

    private static func place(_ path: String) -> Place {
        (ModelPath(path)?.keys).map { .keys($0) } ?? .invalid(path)
    }

    /// All keys in this value, including the keys of key paths and aliases.
    var words: [String] {
        ((place.map { [$0] } ?? []) + aliases).flatMap { place -> [String] in
            if case .keys(let keys) = place { return keys }
            return []
        }
    }

    /// True if this value only sets the style of the property's name.
    var isStyle: Bool { if case .style? = place { true } else { false } }
}

extension PropertyKey: ExpressibleByStringLiteral {
    public init(stringLiteral key: String) { self.init(key) }
}
