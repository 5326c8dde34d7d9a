extension PropertyMapping {
    /// A property with a transform.
    ///
    /// - Parameters:
    ///   - name: The property's name in the program.
    ///   - keys: The keys of the property in files. Without one, the class's own keys apply.
    ///   - transform: A transform of values of the property's type; for an optional property, of the values that aren't
    ///     nil.
    public init<Value>(
        _ name: String, key keys: PropertyKey..., with transform: ModelTransform<Value>
    ) {
        self.init(name: name, keys: keys, inverse: nil, form: transform.form)
    }

    /// A property with the transform that is registered under a name.
    ///
    /// - Parameters:
    ///   - name: The property's name in the program.
    ///   - keys: The keys of the property in files. Without one, the class's own keys apply.
    ///   - transform: The name of the transform: see ``ModelTransform/register(as:)``.
    /// - Throws: `unknownTransform` if no transform is registered under the name.
    public init(_ name: String, key keys: PropertyKey..., transformNamed transform: String) throws(ModelError) {
        self.init(name: name, keys: keys, inverse: nil, form: try TransformNames.form(named: transform))
    }
}

extension ModelTransform: FormOfProperty {
    /// The transform without its value type.
    var form: PropertyMapping.Form {
        PropertyMapping.Form(
            codedTypes: codedTypes,
            encode: { value, encoder in
                guard let value = value as? Value else {
                    throw ModelError(.typeMismatch, expected: "\(Value.self)", found: "\(type(of: value))")
                }
                try encode(value, encoder)
            },
            decode: { decoder, key, hasValue, isOptional in
                guard hasValue else { return decoder.foundNil && !decoder.isLeftOut(key) ? .some(nil) : nil }
                if isOptional { return .some(try decoder.decodeOptional(with: self)) }
                return .some(try decoder.decodeNull() ? nil : decoder.decode(with: self))
            },
            valueType: Value.self,
            fits: { $0 == Value.self || $0 == Value?.self })
    }
}

/// A transform whose value type isn't needed.
protocol FormOfProperty {
    var form: PropertyMapping.Form { get }
}
