// Models of which some properties with their defaults are left out.

extension ModelEncoder {
    /// Encodes the properties of a model that needn't have all of their defaults in files.
    @inline(never)
    func encodeSparse(_ object: BaseModel, _ rows: PropertyRows) throws {
        let (owner, origin) = (PropertyOwner(object), object.extras?.origin)
        let omitsAll = type(of: object).writtenDefaults == .omitted
        let fresh = part(FreshInstances.self).instance(of: type(of: object))
        for (row, code) in rows.codes.enumerated() {
            let property = rows.properties[row]
            let wasNull = origin?.null.contains(property.name) ?? false
            let mayBeAbsent = omitsAll || origin?.absent.contains(property.name) ?? false
            if property.tagKey == nil, mayBeAbsent || wasNull, property.isEqual(in: object, fresh) {
                if wasNull { try atKey(code.key) { try encodeNull() } }
                continue
            }
            state.skipped = origin?.skipped[property.name]
            try atKey(code.key) { try code.encode(owner, rows.offset(row), self) }
            state.skipped = nil
        }
    }
}

/// New instances of classes, whose values are the defaults.
private final class FreshInstances: EncodingPart {
    private var instances: [ObjectIdentifier: BaseModel] = [:]

    func instance(of type: BaseModel.Type) -> BaseModel {
        if let known = instances[ObjectIdentifier(type)] { return known }
        let made = type.init()
        instances[ObjectIdentifier(type)] = made
        return made
    }
}

extension ModelProperty {
    /// True if two models have the same value. Values of types that can't be compared are equal if they are written alike.
    fileprivate func isEqual(in left: BaseModel, _ right: BaseModel) -> Bool {
        guard let own = AnyValue.unwrapped(read(left)), let other = AnyValue.unwrapped(read(right)) else {
            return AnyValue.unwrapped(read(left)) == nil && AnyValue.unwrapped(read(right)) == nil
        }
        if let own = own as? any Equatable { return own.isEqual(to: other) }
        func document(_ model: BaseModel) -> ModelDocument? {
            try? ModelEncoder.document { try encode(PropertyOwner(model), nil, $0) }
        }
        guard let own = document(left), let other = document(right) else { return false }
        return own == other
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
