// The replacement of an object after it was read.

extension ModelDecoder {
    /// Calls ``BaseModel/awakeAfterDecoding()`` of an object that was filled. Returns the object or its replacement.
    ///
    /// - Parameter reference: The object's reference; nil if there is none.
    @inline(never)
    func awake(_ object: BaseModel, _ reference: Int?) throws -> BaseModel {
        let replacement = try object.awakeAfterDecoding()
        object.isAsleep = false
        if replacement !== object || context.objects.haveReferrers { try replace(object, reference, by: replacement) }
        return replacement
    }

    @inline(never)
    private func replace(_ object: BaseModel, _ reference: Int?, by replacement: BaseModel) throws {
        let referrers = context.objects.takeReferrers(of: object)
        guard replacement !== object else { return }
        BaseModel.relations.unlink(object, replacedBy: replacement, in: context)
        if let reference { context.objects.set(replacement, for: reference) }
        for holder in referrers {
            guard let holder else { throw unreplaceable(object) }
            // A model that was replaced itself doesn't matter any more.
            guard holder !== object, BaseModel.relations.prepareForReplacement(in: holder, context) else { continue }
            try holder.replace(object, by: replacement)
        }
    }

    private func unreplaceable(_ object: BaseModel) -> ModelError {
        error(.cycle, "Another instance can't take the place of a \(type(of: object)) that leads back to itself.")
    }
}

extension BaseModel {
    /// Replaces a model with another model in the properties of this model that can be set.
    fileprivate func replace(_ old: BaseModel, by new: BaseModel) throws {
        for property in ModelClass.of(type(of: self)).properties {
            guard let value = property.read(self),
                let replaced = AnyValue.replacing(in: value, { $0 === old ? new : nil }),
                let assign = property.assign
            else { continue }
            guard assign(self, replaced) else {
                throw ModelError.prefixing(
                    .key(property.name),
                    to: ModelError(.classMismatch, expected: "\(property.valueType)", found: "\(type(of: new))"))
            }
        }
    }
}

extension AnyValue {
    /// The value with some of its models replaced by other models. Nil if the value contains none of the models to
    /// replace. Nested collections are searched as deep as the stack allows; the properties of models aren't
    /// searched.
    ///
    /// - Parameter other: Returns the replacement of a model; nil if the model stays.
    package static func replacing(in value: Any, _ other: (BaseModel) -> BaseModel?) -> Any? {
        guard StackGuard.hasRoomToCode, let value = unwrapped(value) else { return nil }
        if let model = model(value) { return other(model) }
        switch value {
        case let array as [Any]:
            let replaced = array.map { replacing(in: $0, other) }
            return replaced.contains { $0 != nil } ? zip(array, replaced).map { $1 ?? $0 } : nil
        case let dictionary as [AnyHashable: Any]:
            let replaced = dictionary.compactMapValues { replacing(in: $0, other) }
            return replaced.isEmpty ? nil : dictionary.merging(replaced) { $1 }
        default: return nil
        }
    }
}
