extension StoreRecord {
    /// The record of a model class.
    package init(of type: BaseModel.Type, format: FileFormat) throws(ModelError) {
        let name = ModelClass.of(type).name
        let keys = try ModelClass.of(type).keys(for: format, style: nil)
        self.init(
            format: format, className: name,
            formerClassNames: ClassRegistry.current.names(of: type).filter { $0 != name },
            propertyNames: keys?.readKeys ?? type.codablePropertyKeys,
            // Two classes that claim one name are known, too.
            isKnownClass: { name in (try? ClassRegistry.current.type(named: name) != nil) ?? true })
    }
}
