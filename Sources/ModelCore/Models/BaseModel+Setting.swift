import Foundation

extension BaseModel {
    /// Sets the model from a value of any type, by the `set(with:)` of the most specific type that fits.
    ///
    /// Null changes nothing. A model is taken over with ``mergeValues(from:)``.
    ///
    /// - Throws: `typeMismatch` where the class has no method for such a value.
    public func set(withObject value: Any) throws {
        guard let value = AnyValue.unwrapped(value) else { return }
        if let model = AnyValue.model(value) { return try mergeValues(from: model) }
        // Decoders are classes: see `AnyValue.model(_:)`.
        if type(of: value) is AnyObject.Type, let decoder = value as? any ModelDecoder { return try set(with: decoder) }
        switch value {
        case let node as ModelNode: try set(with: NodeDecoder(node, context: ValueDecoding.context()), kind: node.kind)
        case let dictionary as [String: Any]: try set(with: dictionary)
        case let string as String: try set(with: string)
        case let data as Data: try set(with: data)
        case let date as Date: try set(with: date)
        case let array as [Any]: try set(with: array)
        default:
            let node = try AnyValue.node(of: value)
            guard let number = node.scalar.flatMap(ModelNumber.init) else {
                throw ModelError(.typeMismatch, "A \(type(of: self)) can't be set with a \(type(of: value)).")
            }
            try set(with: number)
        }
    }

    /// Sets the model from a tree.
    private func set(with decoder: NodeDecoder, kind: ModelKind) throws {
        guard kind == .object || kind == .dictionary else {
            if let value = try AnyValue.decode(from: decoder) { try set(withObject: value) }
            return
        }
        // In the table before it is filled: the tree may lead back to it.
        if let reference = decoder.reference { decoder.context.setObject(self, for: reference) }
        let codedClass = try decoder.beginObject()
        try fill(from: decoder, hasClass: codedClass != nil)
    }

    /// Calls the class's `set(with:)` in an object that the decoder has entered.
    func setChecked(with decoder: any ModelDecoder) throws {
        try CheckedDecoder.run(isObject: true, on: decoder) { try set(with: $0) }
    }

    /// Fills a fresh instance from an object that the decoder has entered.
    func fill(from decoder: any ModelDecoder, hasClass: Bool) throws {
        let modelClass = ModelClass.of(type(of: self))
        guard !hasClass, modelClass.overrides.contains(.setWithDictionary) else { return try setChecked(with: decoder) }
        // A plain dictionary, and a class that wants to see it. What was one already needn't be made into one.
        if let whole = (decoder as? NodeDecoder)?.wholeDictionary { return try set(with: whole) }
        var dictionary: [String: Any] = [:]
        for key in try decoder.objectKeys() {
            // A null stays one: it may take a default away.
            dictionary[key] = try decoder.decodeAny(forKey: ModelKey(key)) ?? AnyValue.null
        }
        try set(with: dictionary)
    }
}
