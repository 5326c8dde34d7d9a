// Properties that treat a default or a null differently from their class.

extension ModelProperty {
    /// The property with a separate treatment of its default and of nulls, in place of the class's treatment.
    /// `@Default` calls this.
    ///
    /// ```swift
    /// ModelProperty("count", \Item.count).withDefault(written: .omitted, null: .refuse)
    /// ```
    ///
    /// - Parameters:
    ///   - written: The treatment of the default when a model is written. Nil: the class's treatment. No effect on a
    ///     property of a struct, which is always written.
    ///   - null: The treatment of a null. Nil: the class's treatment.
    public func withDefault(written: WrittenDefaults? = nil, null: ReadNulls? = nil) -> ModelProperty {
        var property = self
        property.writtenDefaults = written ?? writtenDefaults
        property.readNulls = null ?? readNulls
        return property
    }

    /// The property as a property of a class. It gets the class's treatment of nulls, and keeps a file value that its
    /// type can't represent.
    func inClass(readNulls ofClass: ReadNulls) -> ModelProperty {
        guard tagKey == nil else { return self }
        var property = self
        property.readNulls = readNulls ?? ofClass
        if form != nil || ValueContents.mayTell(valueType) { property = property.keepingTold() }
        return property.passingNulls()
    }

    /// True if the property can represent a nil or a null.
    private var canBeNil: Bool { mayBeAbsent || valueType == Any.self || valueType == ModelDocument.self }

    /// True if the property could be nil, but a null leaves the property's default.
    var hasDefaultForNull: Bool { readNulls == .asDefault && canBeNil }

    /// True if a null is an error. A property with a ``PresenceValue`` reads the null as a value.
    var refusesNull: Bool { readNulls == .refuse && !canBeNil && !(valueType is any PresenceValue.Type) }

    /// True if the value at the position is a null that represents the property's default.
    ///
    /// - Throws: `typeMismatch` if the property refuses nulls.
    func hasNull(at decoder: ModelDecoder) throws -> Bool {
        guard decoder.foundNil, decoder.cursor.isAtNull else { return false }
        if refusesNull {
            throw ModelError(.typeMismatch, expected: "\(valueType)", found: ModelKind.null.rawValue)
                .at(decoder.location)
        }
        return hasDefaultForNull
    }

    /// Returns the property with a decode function that follows its treatment of nulls.
    func passingNulls() -> ModelProperty {
        guard refusesNull || hasDefaultForNull, let set = decode else { return self }
        return decoding { [self] owner, offset, decoder, hasValue in
            if !hasValue, try hasNull(at: decoder) { return decoder.cursor.consumeNil() }
            try set(owner, offset, decoder, hasValue)
        }
    }

    /// Returns the property with a decode function that keeps the file's value in the model. It does so if the
    /// property's type reports that it can't write the value again as the file contains it.
    func keepingTold() -> ModelProperty {
        guard let set = decode else { return self }
        return decoding { [self] owner, offset, decoder, hasValue in
            let (count, slot) = (decoder.state.toldCount, decoder.cursor.slot)
            try set(owner, offset, decoder, hasValue)
            guard let model = owner.model else { return }
            if model.extras?.origin?.forms.contains(where: { $0.property == name }) == true {
                model.keep { $0.set(nil, of: name) }
            }
            guard decoder.state.toldCount > count else { return }
            // The model keeps the values, so the models around it needn't.
            decoder.state.toldCount = count
            BaseModel.evolution.keepTold(at: slot, of: self, in: model, from: decoder)
        }
    }
}
