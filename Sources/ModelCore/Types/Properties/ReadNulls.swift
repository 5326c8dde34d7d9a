/// The treatment of a null in a file, for a property that isn't nil in a new instance.
///
/// ```swift
/// @Model(readNulls: .refuse) final class Reading: BaseModel {
///     var celsius = 0.0                                   // null: typeMismatch
///     @Default(null: .asDefault) var unit: String? = "C"  // null: "C"
/// }
/// ```
public enum ReadNulls: Sendable {
    /// The property is nil, or keeps its default if it can't be nil.
    case asNil
    /// The property keeps its default, even if it can be nil.
    case asDefault
    /// The property is nil. If the property can't be nil, the null is the error `typeMismatch`.
    case refuse
}
