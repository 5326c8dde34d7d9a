import FormatSupport

/// The functions for Foundation's objects, and for points, rectangles and other geometry, in values of type `Any`.
/// FoundationValues implements them.
package protocol AnyValueSupport: Sendable {
    /// The null in arrays and dictionaries.
    var null: Any { get }
    /// True for the type of ``null``.
    func isNull(_ type: Any.Type) -> Bool
    /// The scalar of an object that is a number. Nil for any other value.
    func number(_ value: Any) -> ModelScalar?
    /// The scalar of a value whose type only FoundationValues knows, such as a `CGPoint`. Nil for any other value.
    func scalar(of value: Any) -> ModelScalar?
    /// Converts a collection of Foundation to Swift's own collection. Returns nil for any other value.
    ///
    /// - Throws: `cycle` for a collection that contains itself; `depthExceeded`.
    func native(_ value: Any) throws(ModelError) -> Any?
    /// Returns the Foundation value that corresponds to geometry in a document: for example, a `CGPoint` for a point.
    func value(of geometry: ModelGeometry) -> Any
}

extension AnyValue {
    private final class Linked: Sendable {
        let support: any AnyValueSupport
        init(_ support: any AnyValueSupport) { self.support = support }
    }

    private static let linked = OnceReference<Linked>()

    /// The functions of FoundationValues. Nil in a program that doesn't link FoundationValues.
    static var support: (any AnyValueSupport)? { linked.load()?.support }

    /// Sets ``support`` for the program, before any value is encoded or decoded.
    package static func link(_ support: any AnyValueSupport) { _ = linked.storeIfNil(Linked(support)) }

    // MARK: Without the library

    private static let typeNames: Set<String> = [
        "CGFloat", "CGPoint", "CGSize", "CGRect", "NSRange", "_NSRange", "IndexSet", "AffineTransform", "CharacterSet",
        "PersonNameComponents",
    ]

    /// True for a type that needs FoundationValues, if the program doesn't link it. For some of these types,
    /// Foundation's own `Codable` code writes another encoded form, and stops the program for some files.
    static func lacksSupport(_ type: Any.Type) -> Bool {
        guard support == nil else { return false }
        let name = "\(type)"
        return typeNames.contains(name) || name.hasPrefix("Measurement<")
            || (type is AnyObject.Type && ["NS", "__NS", "_NS"].contains(where: name.hasPrefix))
    }

    /// The error for a value of a type that needs FoundationValues.
    static func lackingSupport(_ typeName: String) -> ModelError {
        ModelError(.requisiteLibraryMissing, "A value of type \(typeName) needs the library FoundationValues: link it.")
    }
}
