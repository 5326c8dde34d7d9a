/// The key of a property in files, or a key path through nested dictionaries to its value.
///
/// It is for lists of properties. A class with `@Model` uses ``Key(_:aliases:for:)`` and similar macros instead.
///
/// ```swift
/// ModelProperty("firstName", \Person.firstName, key: "first_name")
/// ModelProperty("city", \Person.city, key: PropertyKey(path: "address.city", aliases: ["town"]))
/// ```
public struct PropertyKey: Sendable {
    enum Place: Sendable {
        /// A key path; the property's own key is the last.
        case keys([String])
        case style(KeyStyle)
        /// A text that was given as a key path and isn't one.
        case invalid(String)
    }

    /// Nil for a value that only adds aliases.
    let place: Place?
    let aliases: [Place]
    /// The formats for which the key holds; empty for all.
    let formats: [FileFormat]
}

extension PropertyKey {
    /// A key that isn't the property's name, or aliases.
    ///
    /// - Parameters:
    ///   - key: The key, with any characters. Only `$version` and `$class` aren't allowed: files use them for an
    ///     object's version and class. By default the key that the property has without this.
    ///   - aliases: The earlier keys of the property. They are read if the key is missing, and never written.
    ///   - formats: The formats for which the key holds; by default all for which the property has no other key.
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
    ///     `user["first.name"]`. Text that isn't such a path is an error when the class is first used.
    ///   - aliases: The earlier key paths of the property, as in ``init(_:aliases:for:)``.
    ///   - formats: As in ``init(_:aliases:for:)``.
    public init(path: String, aliases: [String] = [], for formats: [FileFormat] = []) {
        self.init(place: Self.place(path), aliases: aliases.map(Self.place), formats: formats)
    }

    /// The property's name in a style, if no other key holds for the format.
    public init(style: KeyStyle) {
        self.init(place: .style(style), aliases: [], formats: [])
    }

    private static func place(_ path: String) -> Place {
        (ModelPath(path)?.keys).map { .keys($0) } ?? .invalid(path)
    }

    /// All keys in it: also those of key paths and aliases.
    var words: [String] {
        ((place.map { [$0] } ?? []) + aliases).flatMap { place -> [String] in
            if case .keys(let keys) = place { return keys }
            return []
        }
    }

    /// True if it only sets the style of the name.
    var isStyle: Bool { if case .style? = place { true } else { false } }
}

extension PropertyKey: ExpressibleByStringLiteral {
    public init(stringLiteral key: String) { self.init(key) }
}
