import SwiftSyntax

/// A property that is saved.
struct StoredProperty {
    /// How the property is kept, which decides what saves it.
    enum Kind {
        case ordinary
        /// `Any`, or a container of it.
        case any
        case weak
    }

    /// The name as the source writes it, with backticks where they are needed.
    let identifier: TokenSyntax
    let kind: Kind
    /// A `let` is written, and not read back.
    let isConstant: Bool
    /// True where a missing key might be read as something else than nil, so that nil must be written.
    let mayDefaultToValue: Bool
    /// What `@Key` says of where files have it.
    let keys: [KeyAttribute]
    /// The form in which files hold it, as an attribute says; nil for its own.
    let form: String?
    /// The property of the other class that leads back, as `@Relationship` says.
    let inverse: String?
    /// True where it has `@Relationship`.
    let isRelationship: Bool
    /// The directive that has the compiler show errors at the property; nil where its place isn't known.
    let locating: String?

    /// The name without backticks: the key in files where `keys` say nothing else.
    var name: String { identifier.plainName }
}
