/// A record: the values that a store keeps for one class. It contains the class's name and the location of the
/// values.
public struct StoreRecord: Sendable {
    /// The format. Its ``FileFormat/place`` is the location within the store.
    public let format: FileFormat
    /// The name of the class in files and stores.
    public let className: String
    /// The names that the class had before. If a store that keeps values under the class's name finds no values under
    /// ``className``, it also looks under these names. When it saves or removes values, it also removes the values
    /// under these names.
    public let formerClassNames: [String]
    /// The keys from which properties are read, including the keys of older files. A class that overrides
    /// `encode(with:)` may save other keys.
    public let propertyNames: [String]
    /// Returns true if the program has a class with the given name in files.
    public let isKnownClass: @Sendable (_ name: String) -> Bool
    /// The limits for saving and loading.
    public let limits: DecodingLimits

    /// Creates a record, for stores that are used without a model.
    public init(
        format: FileFormat, className: String, formerClassNames: [String] = [], propertyNames: [String] = [],
        limits: DecodingLimits = .standard, isKnownClass: @escaping @Sendable (_ name: String) -> Bool = { _ in false }
    ) {
        self.format = format
        self.className = className
        self.formerClassNames = formerClassNames
        self.propertyNames = propertyNames
        self.isKnownClass = isKnownClass
        self.limits = limits
    }
}
