/// The treatment of keys in a file's object that its class doesn't know.
public enum UnknownKeys: Sendable {
    /// Their values are kept with the object, and written back after its own: see ``BaseModel/unknownValues``.
    case keep
    /// They are ignored.
    case ignore
    /// They are an error, `unknownKey`.
    case refuse
}
