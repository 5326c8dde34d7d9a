/// Where files have a property: under a key of its object, or at the end of a way through dictionaries in it.
///
/// What ``Key(_:aliases:for:)`` and its relatives say in a class with `@Model`, this says in a list of properties:
///
/// ```swift
/// ModelProperty("firstName", \Person.firstName, key: "first_name")
/// ModelProperty("city", \Person.city, key: PropertyKey(path: "address.city", aliases: ["town"]))
/// ```
public struct PropertyKey: Sendable {
    enum Place: Sendable {
        /// The keys on the way, the property's own last.
        case keys([String])
        case style(KeyStyle)
        /// What was given as a path, and is none.
        case invalid(String)
    }

    /// Nil for a key that only adds aliases.
    let place: Place?
    let aliases: [Place]
    /// The formats for which it holds; empty for all.
    let formats: [FileFormat]
}

extension PropertyKey {
    /// A key that isn't the property's name, or keys that it had before.
    ///
    /// - Parameters:
    ///   - key: The key, whatever characters it has, but not `$version`, which is that of an object's version; by
    ///     default the one that the property has without this.
    ///   - aliases: Keys that the property had before. They are read where the first is missing, and never written.
    ///   - formats: The formats for which it holds; by default all for which the property has no other.
    public init(_ key: String? = nil, aliases: [String] = [], for formats: [FileFormat] = []) {
        self.init(place: key.map { .keys([$0]) }, aliases: aliases.map { .keys([$0]) }, formats: formats)
    }

    /// A value deeper in the file: `user.address.city`.
    ///
    /// Properties whose ways begin alike share the dictionaries. A missing or null value on the way means that the
    /// property is missing.
    ///
    /// - Parameters:
    ///   - path: The keys on the way with dots between them. A key with a dot or a bracket in it stands in brackets and
    ///     quotes: `user["first.name"]`. What isn't such a path is an error when the class is first used.
    ///   - aliases: Paths that the property had before, as in ``init(_:aliases:for:)``.
    ///   - formats: As in ``init(_:aliases:for:)``.
    public init(path: String, aliases: [String] = [], for formats: [FileFormat] = []) {
        self.init(place: Self.place(path), aliases: aliases.map(Self.place), formats: formats)
    }

    /// The property's name in a style, where nothing else is said for the format.
    public init(style: KeyStyle) {
        self.init(place: .style(style), aliases: [], formats: [])
    }

    private static func place(_ path: String) -> Place {
        (ModelPath(path)?.keys).map { .keys($0) } ?? .invalid(path)
    }

    /// All keys that it names, with those on the way.
    var words: [String] {
        ((place.map { [$0] } ?? []) + aliases).flatMap { place -> [String] in
            if case .keys(let keys) = place { return keys }
            return []
        }
    }

    /// True for one that only says how a name is written.
    var isStyle: Bool { if case .style? = place { true } else { false } }
}

extension PropertyKey: ExpressibleByStringLiteral {
    public init(stringLiteral key: String) { self.init(key) }
}
