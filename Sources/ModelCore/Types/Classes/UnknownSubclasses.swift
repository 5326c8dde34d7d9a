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

    /// An object of an unknown class becomes an instance of the expected class that keeps all of the file's values.
    /// It is written back as it was: see ``BaseModel/classTag`` and ``BaseModel/unknownValues``.
    public static let keep = UnknownSubclasses(kept: .all, type: nil)
    /// An object whose tag names an unknown class is kept, as with ``keep``: services add kinds of objects at any
    /// time. An object whose unknown class is named by `$class`, or by a format that keeps classes, is an error, as
    /// with ``refuse``: most likely a class of the program was renamed.
    public static let keepTagged = UnknownSubclasses(kept: .tagged, type: nil)
    /// An object of an unknown class is an error, `unknownClass`.
    public static let refuse = UnknownSubclasses(kept: .none, type: nil)

    /// An object of an unknown class is kept as with ``keep``, as an instance of the class `type`. If `type` isn't a
    /// subclass of the expected class, it becomes an instance of the expected class.
    public static func keep(as type: BaseModel.Type) -> UnknownSubclasses {
        UnknownSubclasses(kept: .all, type: type)
    }

    /// True if objects with unknown tags are kept.
    public var keepsTagged: Bool { kept != .none }

    /// The class of the instance that represents an object with an unknown tag. Nil: such an object is an error.
    func taggedClass(below expected: ModelClass) -> ModelClass? { kept == .none ? nil : modelClass(below: expected) }

    /// The class of the instance that represents an object with an unknown class name. Nil: such an object is an
    /// error.
    func namedClass(below expected: ModelClass) -> ModelClass? { kept == .all ? modelClass(below: expected) : nil }

    private func modelClass(below expected: ModelClass) -> ModelClass? {
        if expected.type == BaseModel.self { return nil }
        guard let own = type.map({ ModelClass.of($0) }), own.inherits(from: expected.type) else { return expected }
        return own
    }
}
