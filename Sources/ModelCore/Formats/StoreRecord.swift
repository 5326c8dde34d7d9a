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
    /// What bounds saving and loading.
    public let limits: DecodingLimits

    /// A record, for stores that are used without a model.
    public init(
        format: FileFormat, className: String, formerClassNames: [String] = [], propertyNames: [String] = [],
        limits: DecodingLimits = .standard
    ) {
        self.format = format
        self.className = className
        self.formerClassNames = formerClassNames
        self.propertyNames = propertyNames
        self.limits = limits
    }

    /// The record of a model class.
    init(of type: BaseModel.Type, format: FileFormat) throws(ModelError) {
        let name = ModelClass.of(type).name
        let keys = try ModelClass.of(type).keys(for: format, style: nil)
        self.init(
            format: format, className: name,
            formerClassNames: ClassRegistry.current.names(of: type).filter { $0 != name },
            propertyNames: keys?.readKeys ?? type.codablePropertyKeys)
    }
}
