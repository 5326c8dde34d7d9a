/// The treatment of keys in a file's object that its class doesn't know.
public enum UnknownKeys: Sendable {
    /// The values under unknown keys are kept with the object, and written back after its properties: see
    /// ``BaseModel/unknownValues``.
    case keep
    /// Unknown keys are ignored.
    case ignore
    /// An unknown key is an error, `unknownKey`.
    case refuse
}
