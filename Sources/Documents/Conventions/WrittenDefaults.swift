/// The treatment of properties that have the values of a new instance, when objects are written.
///
/// ```swift
/// @Model(writtenDefaults: .asRead) final class Customer: BaseModel {
///     var name = ""
///     var balance = 0
/// }
/// ```
public enum WrittenDefaults: Sendable {
    /// They are written. A nil is omitted if a missing key means nil.
    case all
    /// They are omitted.
    case omitted
    /// They are written as the object's file had them, until they have another value: absent stays absent, null stays
    /// null, and a value in another form stays in that form.
    case asRead
}
