/// A record: the values that a store keeps of one class. It tells whose values they are, and where to keep them.
public struct StoreRecord: Sendable {
    /// The format. Its ``FileFormat/place`` is the place within the store.
    public let format: FileFormat
    /// The name of the class in files and stores.
    public let className: String
    /// The names that the class had before. A store that keeps values under the class's name also looks under these, if
    /// there are none under ``className``. When it saves or removes values, it removes those under these names too.
    public let formerClassNames: [String]
    /// The keys that properties are read from, with those of older files. A class that overrides `encode(with:)` may
    /// save other keys.
    public let propertyNames: [String]
    /// Returns whether the program has a class of that name in files.
    public let isKnownClass: @Sendable (_ name: String) -> Bool
    /// The limits for saving and loading.
    public let limits: DecodingLimits

    /// A record, for stores that are used without a model.
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
