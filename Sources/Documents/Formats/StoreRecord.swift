/// What a store keeps of one class: whose it is, and where.
public struct StoreRecord: Sendable {
    /// The format, with the place within the store that was asked for: see ``FileFormat/place``.
    public let format: FileFormat
    /// The class's name in files.
    public let className: String
    /// Names that the class had before. A store that keeps values under the class's name looks under these where there
    /// are none under ``className``, and removes what is there when it saves or removes.
    public let formerClassNames: [String]
    /// The keys that properties are read back from, those of older files too. A class that overrides `encode(with:)`
    /// may save others.
    public let propertyNames: [String]
    /// Returns whether the program has a class of that name in files.
    public let isKnownClass: @Sendable (_ name: String) -> Bool
    /// What bounds saving and loading.
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
