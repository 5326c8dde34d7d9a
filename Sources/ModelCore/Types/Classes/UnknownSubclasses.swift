/// The treatment of objects in files whose class the program doesn't know, where an instance of a class is expected.
///
/// ```swift
/// @Model(tag: "type", unknownSubclasses: .keep(as: OtherBlock.self))
/// class Block: BaseModel {}
/// ```
public struct UnknownSubclasses: Sendable {
    private enum Kept { case none, tagged, all }
    private let kept: Kept
    private let type: BaseModel.Type?

    /// They become instances of the expected class that keep all of the file's values, and are written back as they
    /// were: see ``BaseModel/classTag`` and ``BaseModel/unknownValues``.
    public static let keep = UnknownSubclasses(kept: .all, type: nil)
    /// Objects that name their class by a tag are kept, as with ``keep``: services add kinds of objects whenever they
    /// like. One that names its class by `$class`, or whose format keeps classes, is an error, as with ``refuse``: a
    /// program of one's own has written it, and most likely a class was renamed.
    public static let keepTagged = UnknownSubclasses(kept: .tagged, type: nil)
    /// They are an error, `unknownClass`.
    public static let refuse = UnknownSubclasses(kept: .none, type: nil)

    /// They are kept as with ``keep``, as instances of a subclass of the expected class. Where the expected class isn't
    /// above that, they become instances of the expected class.
    public static func keep(as type: BaseModel.Type) -> UnknownSubclasses {
        UnknownSubclasses(kept: .all, type: type)
    }

    /// True if objects with unknown tags are kept.
    public var keepsTagged: Bool { kept != .none }

    /// The class of which an instance is made for an object with an unknown tag; nil: it is an error.
    func taggedClass(below expected: ModelClass) -> ModelClass? { kept == .none ? nil : modelClass(below: expected) }

    /// The class of which an instance is made for an object with an unknown name of a class; nil: it is an error.
    func namedClass(below expected: ModelClass) -> ModelClass? { kept == .all ? modelClass(below: expected) : nil }

    private func modelClass(below expected: ModelClass) -> ModelClass? {
        if expected.type == BaseModel.self { return nil }
        guard let own = type.map({ ModelClass.of($0) }), own.inherits(from: expected.type) else { return expected }
        return own
    }
}
