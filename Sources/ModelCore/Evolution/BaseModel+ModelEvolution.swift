extension BaseModel: ModelEvolution {
    static func migrate(_ expected: BaseModel.Type, in decoder: ModelDecoder) throws {
        let own = ModelClass.of(expected)
        let mayDiffer = !own.tags.isEmpty && ClassRegistry.current.taggedClasses.haveVersions(below: own)
        try decoder.migrate(ObjectIdentifier(expected), mayDiffer: mayDiffer) { object in
            decoder.classInProgram(of: object, expected).map { ($0, $0.versionedClasses) }
        }
    }

    static func migrate(_ type: ModelType, in decoder: ModelDecoder) throws {
        try decoder.migrate(ObjectIdentifier(type)) { _ in (type, type.version == nil ? [] : [type]) }
    }

    static func steps(of index: Int, in decoder: ModelDecoder) -> MigrationSteps? { decoder.steps(of: index) }

    static func takeUnknown(
        of object: BaseModel, _ keys: PropertyKeys?, in decoder: ModelDecoder
    ) throws -> ModelError? {
        try decoder.takeUnknown(of: object, keys)
    }

    static func keepSkipped(
        since count: Int, of object: BaseModel, _ decodedClass: DecodedClass, in decoder: ModelDecoder
    ) {
        decoder.keepSkipped(since: count, of: object, decodedClass)
    }

    static func keepTold(
        at slot: Int, of property: ModelProperty, in object: BaseModel, from decoder: ModelDecoder
    ) {
        decoder.keepTold(at: slot, of: property, in: object)
    }

    static func keptValue(at index: Int, in decoder: ModelDecoder) -> KeptValue? { decoder.keptValue(at: index) }

    static func unknownMembers(of type: BaseModel.Type, beyond known: KnownKeys) -> PropertyTable.UnknownMembers? {
        if known.isLoose { return nil }
        let keep: PropertyTable.UnknownMembers.Keep?
        switch type.unknownKeys {
        case .keep: keep = { UnknownContent.keep($0, in: $1) }
        case .ignore: keep = nil
        case .refuse: return nil
        }
        return PropertyTable.UnknownMembers(
            isUnknown: { key in
                !ClassKey.mayBeMark(key) && !known.contains(key) && known[key] == nil
            },
            keep: keep)
    }

    static func refuseUnknown(
        of type: ModelType, _ keys: PropertyKeys?, in decoder: ModelDecoder
    ) throws -> ModelError? {
        try decoder.refuseUnknown(of: type, keys)
    }

    static func refuseForeign(_ type: ModelType, in decoder: ModelDecoder) -> ModelError? {
        decoder.refuseForeign(type)
    }
}
