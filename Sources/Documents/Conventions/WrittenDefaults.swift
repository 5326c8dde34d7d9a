/// Determines how properties are written that have the values of a new instance.
///
/// ```swift
/// @Model(writtenDefaults: .asRead) final class Customer: BaseModel {
///     var name = ""
///     var balance = 0
/// }
/// ```
public enum WrittenDefaults: Sendable {
    /// These properties are written. A nil is omitted if a missing key means nil.
    case all
    /// These properties are omitted.
    case omitted
    /// These properties are written as in the file that the object was read from, until they get another value. An
    /// absent key stays absent, a null stays null, and another encoded form is kept.
    case asRead
}
