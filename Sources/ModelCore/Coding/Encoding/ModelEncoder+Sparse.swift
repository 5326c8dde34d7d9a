import FormatSupport

// Models that omit some of their properties, because these have their default values.

extension ModelEncoder {
    /// Encodes the properties of a model, some of which may be omitted if they have their default values.
    @inline(never)
    func encodeSparse(_ object: BaseModel, _ rows: PropertyRows) throws {
        let (owner, origin) = (PropertyOwner(object), object.extras?.origin)
        let encodedClass = try encodedClass(of: type(of: object))
        let leavesOut = encodedClass.leavesOut && !writesAll
        let fresh = leavesOut ? part(FreshInstances.self).instance(of: type(of: object), rows, encodedClass) : nil
        var next = 0
        for (row, code) in rows.codes.enumerated() {
            if let origin, let form = origin.form(of: code.key.stringValue, near: &next), form.isTold || !writesAll,
                try encode(form, of: rows.properties[row], in: object, encodedClass)
            {
                continue
            }
            if !writesAll {
                state.skipped = origin?.skipped[code.key.stringValue]
                if let fresh, state.skipped == nil, fresh.hasDefault(row, of: object) { continue }
            }
            try atKey(code.key) { try code.encode(owner, rows.offset(row), self) }
            state.skipped = nil
        }
    }
}

/// New instances of classes.
private final class FreshInstances: EncodingPart {
    private var instances: [ObjectIdentifier: FreshInstance] = [:]

    /// The defaults are the same in the whole file.
    static var outlivesValues: Bool { true }

    func instance(of type: BaseModel.Type, _ rows: PropertyRows, _ encodedClass: EncodedClass) -> FreshInstance {
        if let known = instances[ObjectIdentifier(type)] { return known }
        let made = FreshInstance(type.init(), rows, encodedClass)
        instances[ObjectIdentifier(type)] = made
        return made
    }
}

/// A new instance of a class. Its values are the defaults.
private final class FreshInstance {
    private let model: BaseModel
    private let rows: PropertyRows
    private let comparisons: ContiguousArray<Comparison>

    private enum Comparison {
        /// The property is always written.
        case none
        /// The memory of the instances is compared: it contains scalars or collections of this form.
        case memory(ValueForm, offset: Int)
        /// The values are encoded and compared. If the program's code encodes them, it runs for both values each time.
        case encoded
    }

    init(_ model: BaseModel, _ rows: PropertyRows, _ encodedClass: EncodedClass) {
        (self.model, self.rows) = (model, rows)
        comparisons = ContiguousArray(
            rows.properties.enumerated().map { row, property in
                guard encodedClass.leavesOut(property) else { return .none }
                guard let offset = rows.offset(row), property.form == nil, !property.isWeak,
                    let form = ValueContents.comparedForm(of: property.valueType)
                else { return .encoded }
                return .memory(form, offset: offset)
            })
    }

    /// True if the property of a row has its default in a model, and is omitted then. False for every value that
    /// contains models.
    func hasDefault(_ row: Int, of object: BaseModel) -> Bool {
        switch comparisons[row] {
        case .none: return false
        case .memory(let form, let offset):
            let isSame = unsafe form.isSame(
                at: StoredFields.memory(of: object) + offset, and: StoredFields.memory(of: model) + offset)
            if let isSame { return isSame }
        case .encoded: break
        }
        let property = rows.properties[row]
        return property.readValue(of: object, isPlain: true).isSame(as: property.readValue(of: model, isPlain: true))
    }
}

extension ValueForm {
    /// True if files contain the same value for two values in memory. Nil if only encoding them tells.
    fileprivate func isSame(at place: UnsafeRawPointer, and other: UnsafeRawPointer) -> Bool? {
        let (isNil, isOtherNil) = unsafe (isNil(at: place), isNil(at: other))
        if isNil || isOtherNil { return isNil == isOtherNil }
        if let scalar = unsafe scalarValue(at: place), let otherScalar = unsafe scalarValue(at: other) {
            return ExactScalar(scalar) == ExactScalar(otherScalar)
        }
        guard let count = unsafe elementCount(at: place), let otherCount = unsafe elementCount(at: other) else {
            return nil
        }
        return count != otherCount ? false : count == 0 ? true : nil
    }
}

extension ModelProperty {
    /// The treatment of the property's default in objects of a class.
    func written(in type: BaseModel.Type) -> WrittenDefaults { writtenDefaults ?? type.writtenDefaults }

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
