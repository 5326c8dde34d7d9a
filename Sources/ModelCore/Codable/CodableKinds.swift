import FormatSupport

/// Keeps the kinds of `Codable` types, because finding a kind needs casts. Few types occur in a value. A cast for
/// each value would take a third of the time.
struct CodableKinds {
    enum Kind: Sendable {
        /// A model, or a struct or an enum with `@Model`, whose own `Codable` code isn't called.
        case model
        /// One of the types of ``FoundationCoded``.
        case foundation
        /// A type that would be a ``FoundationCoded`` type if the program linked FoundationValues.
        case lacking
        case other
    }

    private static let all = ConcurrentCache<ObjectIdentifier, Kind>()

    /// The kinds of the types that occurred in one value.
    private var known: ContiguousArray<(id: ObjectIdentifier, kind: Kind)> = []

    mutating func kind(of type: Any.Type) -> Kind {
        let id = ObjectIdentifier(type)
        for known in known where known.id == id { return known.kind }
        let kind = Self.all.value(for: id) {
            type is any ModelRecord.Type
                ? .model
                : type is any FoundationCoded.Type ? .foundation : AnyValue.lacksSupport(type) ? .lacking : .other
        }
        if known.count < 16 { known.append((id, kind)) }
        return kind
    }
}
