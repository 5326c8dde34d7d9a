extension PropertyMapping {
    /// A property that files hold in another form than its own.
    ///
    /// - Parameters:
    ///   - name: Its name in the program.
    ///   - keys: Where files have it; without one, where the class says.
    ///   - transform: The form, of the property's type; of an optional one, of what that holds.
    public init<Value>(
        _ name: String, key keys: PropertyKey..., with transform: ModelTransform<Value>
    ) {
        self.init(name: name, keys: keys, inverse: nil, form: transform.form)
    }

    /// A property that files hold in the form that is registered under a name.
    ///
    /// - Parameters:
    ///   - name: Its name in the program.
    ///   - keys: Where files have it; without one, where the class says.
    ///   - transform: The name: see ``ModelTransform/register(as:)``.
    /// - Throws: `unknownTransform` where none is registered.
    public init(_ name: String, key keys: PropertyKey..., transformNamed transform: String) throws(ModelError) {
        self.init(name: name, keys: keys, inverse: nil, form: try TransformNames.form(named: transform))
    }
}

extension ModelTransform: FormOfProperty {
    /// The transform without its type.
    var form: PropertyMapping.Form {
        PropertyMapping.Form(
            codedTypes: codedTypes,
            encode: { value, encoder, key in
                guard let value = value as? Value else {
                    throw ModelError.prefixing(
                        .key(key.stringValue),
                        to: ModelError(.typeMismatch, expected: "\(Value.self)", found: "\(type(of: value))"))
                }
                try encoder.encode(value, forKey: key, with: self)
            },
            decode: { decoder, key in try decoder.decodeOptional(forKey: key, with: self).map { $0 as Any? } },
            valueType: Value.self,
            fits: { $0 == Value.self || $0 == Value?.self })
    }
}

/// A transform whose type nobody asks for.
protocol FormOfProperty {
    var form: PropertyMapping.Form { get }
}
