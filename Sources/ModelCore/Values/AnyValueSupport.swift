import FormatSupport
import Synchronization

/// The code for Foundation's objects and geometry in values of type `Any`. FoundationValues has it.
package protocol AnyValueSupport: Sendable {
    /// The null in arrays and dictionaries.
    var null: Any { get }
    /// True for the type of that null.
    func isNull(_ type: Any.Type) -> Bool
    /// The scalar of an object that is a number; nil for anything else.
    func number(_ value: Any) -> ModelScalar?
    /// The scalar of geometry and other values that the core doesn't know; nil for anything else.
    func scalar(of value: Any) -> ModelScalar?
    /// Swift's own collection for one of Foundation's; nil for anything else.
    ///
    /// - Throws: `cycle` for a collection that contains itself; `depthExceeded`.
    func native(_ value: Any) throws(ModelError) -> Any?
    /// Foundation's value of geometry.
    func value(of geometry: ModelGeometry) -> Any
}

extension AnyValue {
    private final class Linked: Sendable {
        let support: any AnyValueSupport
        init(_ support: any AnyValueSupport) { self.support = support }
    }

    private static let linked = AtomicLazyReference<Linked>()

    /// The code of FoundationValues; nil in a program without that library.
    static var support: (any AnyValueSupport)? { linked.load()?.support }

    /// Makes it that of the program, before any value is coded.
    package static func link(_ support: any AnyValueSupport) { _ = linked.storeIfNil(Linked(support)) }

    // MARK: Without the library

    private static let typeNames: Set<String> = [
        "CGFloat", "CGPoint", "CGSize", "CGRect", "NSRange", "_NSRange", "IndexSet", "AffineTransform", "CharacterSet",
        "PersonNameComponents",
    ]

    /// True for a type that needs the library, if the program doesn't link it. Foundation's own code for some of these
    /// types writes something else, and stops the program for some files.
    static func lacksSupport(_ type: Any.Type) -> Bool {
        guard support == nil else { return false }
        let name = "\(type)"
        return typeNames.contains(name) || name.hasPrefix("Measurement<")
            || (type is AnyObject.Type && ["NS", "__NS", "_NS"].contains(where: name.hasPrefix))
    }

    /// The error for a value of a type that needs the library.
    static func lackingSupport(_ typeName: String) -> ModelError {
        ModelError(.requisiteLibraryMissing, "A value of type \(typeName) needs the library FoundationValues: link it.")
    }
}
