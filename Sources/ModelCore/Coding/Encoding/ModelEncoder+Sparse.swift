import FormatSupport

// Models that omit some of their properties, because these have their default values.

extension ModelEncoder {
    /// Encodes the properties of a model, some of which may be omitted if they have their default values.
    @inline(never)
    func encodeSparse(_ object: BaseModel, _ rows: PropertyRows) throws {
        let (owner, origin) = (PropertyOwner(object), object.extras?.origin)
        let encodedClass = try encodedClass(of: type(of: object))
        let leavesOut = encodedClass.leavesOut && !writesAll
        let fresh = leavesOut ? part(FreshInstances.self).instance(of: type(of: object)) : nil
        var next = 0
        for (row, code) in rows.codes.enumerated() {
            let property = rows.properties[row]
            if let form = origin?.form(of: property.name, near: &next), form.isTold || !writesAll,
                try encode(form, of: property, in: object, encodedClass)
            {
                continue
            }
            if !writesAll {
                state.skipped = origin?.skipped[property.name]
                if let fresh, state.skipped == nil, encodedClass.leavesOut(property),
                    property.hasDefault(of: fresh, in: object)
                {
                    continue
                }
            }
            try atKey(code.key) { try code.encode(owner, rows.offset(row), self) }
            state.skipped = nil
        }
    }
}

/// New instances of classes. Their values are the defaults.
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
    /// The treatment of the property's default in objects of a class.
    func written(in type: BaseModel.Type) -> WrittenDefaults { writtenDefaults ?? type.writtenDefaults }

    /// True if the property has the same value in a model as in a new instance. False for every value that contains
    /// models.
    fileprivate func hasDefault(of fresh: BaseModel, in model: BaseModel) -> Bool {
        if let isSame = hasSameSize(fresh, model) { return isSame }
        return readValue(of: model, isPlain: true).isSame(as: readValue(of: fresh, isPlain: true))
    }

    /// True if a collection is empty in both models, false if it has another number of elements in each, or is nil in
    /// one. Nil for other values: only comparing them shows whether they are the same.
    private func hasSameSize(_ fresh: BaseModel, _ model: BaseModel) -> Bool? {
        guard form == nil, let form = ValueContents.collectionForm(of: valueType) else { return nil }
        var (known, own): (Int?, Int?)
        _ = unsafe withValue(PropertyOwner(fresh)) {
            known = unsafe form.elementCount(at: $0)
            return true
        }
        _ = unsafe withValue(PropertyOwner(model)) {
            own = unsafe form.elementCount(at: $0)
            return true
        }
        guard let known, let own else { return nil }
        return known != own ? false : known <= 0 ? true : nil
    }

    /// The value of the property in a model.
    ///
    /// - Parameter isPlain: True to return a value that contains models as one that can't be compared.
    func readValue(of model: BaseModel, isPlain: Bool = false) -> ReadValue {
        if form == nil, let scalar = ValueContents.scalarForm(of: valueType) {
            var read: ReadValue?
            _ = unsafe withValue(PropertyOwner(model)) {
                read =
                    unsafe scalar.isNil(at: $0)
                    ? ReadValue.none : unsafe scalar.scalarValue(at: $0).map { .scalar(ExactScalar($0)) }
                return true
            }
            if let read { return read }
        }
        guard AnyValue.wrapped(read(model)) != nil else { return .none }
        // Default values are small. A value that can't be encoded within small limits differs from them.
        let document = try? ModelEncoder.document(
            limits: Self.formLimits, models: isPlain ? .kept : .encoded
        ) {
            $0.writesAll = true
            try encode(PropertyOwner(model), nil, $0)
        }
        guard let document, document.content.instances.isEmpty else { return .other }
        return .document(document)
    }
}
