import FormatSupport

/// The list of a class's or a struct's properties by which objects are encoded and decoded: a row for each property
/// that files store. The rows are in the order of the declaration, and the properties of superclasses come first. They
/// are made once for a type, and once for a class with a mapping.
final class PropertyRows: Sendable {
    /// The kind of a property's value, and the value's offset.
    struct Step: BitwiseCopyable {
        /// The kinds of values that are read and written without a function of their type. `other` is for all other
        /// values.
        enum Kind: BitwiseCopyable {
            case text, integer, double, bool, texts, other
        }

        let kind: Kind
        /// The offset of the value from the instance's address, in bytes. -1 if the property is only reached by its
        /// accessors.
        let offset: Int
    }

    /// The parts of a property that the loops of encoding and decoding need. Its other parts aren't copied.
    struct Code: Sendable {
        let key: ModelKey
        let encode: @Sendable (PropertyOwner, _ offset: Int?, ModelEncoder) throws -> Void
        let decode: (@Sendable (PropertyOwner, _ offset: Int?, ModelDecoder, _ hasValue: Bool) throws -> Void)?
        let code: any AnyObject & Sendable

        init(_ property: ModelProperty) {
            key = property.key
            encode = property.encode
            decode = property.decode
            code = property.code
        }
    }

    let steps: ContiguousArray<Step>
    let codes: ContiguousArray<Code>
    let properties: ContiguousArray<ModelProperty>
    /// True if all values are in the memory of the instance.
    let areStored: Bool

    /// - Parameter offset: Returns the offset of a property's value from the address of its owner, in bytes. Returns
    ///   nil if the property is only reached by its accessors.
    init(_ properties: [ModelProperty], _ offset: (ModelProperty) -> Int?) {
        steps = ContiguousArray(
            properties.map { property in
                guard let offset = offset(property) else { return Step(kind: .other, offset: -1) }
                let isPlain = property.form == nil && !property.isReadOnly && property.tagKey == nil
                return Step(kind: isPlain ? Self.kind(of: property.valueType) : .other, offset: offset)
            })
        codes = ContiguousArray(properties.map { Code($0) })
        self.properties = ContiguousArray(properties)
        areStored = steps.allSatisfy { $0.offset >= 0 }
    }

    /// The rows of a class.
    convenience init(of type: BaseModel.Type, _ properties: [ModelProperty]) {
        let layout = InstanceLayout(of: type)
        self.init(properties) { layout.offset(of: $0) }
    }

    private static func kind(of type: Any.Type) -> Step.Kind {
        switch type {
        case is String.Type: .text
        case is Int64.Type: .integer
        case is Int.Type where Int.bitWidth == 64: .integer
        case is Double.Type: .double
        case is Bool.Type: .bool
        case is [String].Type: .texts
        default: .other
        }
    }

    /// The offset of the value of the property at an index, in bytes. Nil if the property is only reached by its
    /// accessors.
    @inline(__always)
    func offset(_ row: Int) -> Int? {
        let offset = steps[row].offset
        return offset < 0 ? nil : offset
    }
}

extension ModelClass {
    /// The rows of the class.
    var rows: PropertyRows { parts.part(Once<PropertyRows>.self).value { PropertyRows(of: type, properties) } }
}
