extension ModelDocument {
    /// The document of a model, with the keys that files of a format have.
    ///
    /// - Parameter expected: The class that a reader assumes unless the document names another class.
    package init(
        of model: BaseModel, expected: BaseModel.Type, format: FileFormat, limits: DecodingLimits = .standard
    ) throws {
        self = try ModelEncoder.document(format: format, limits: limits) {
            try $0.encodeObject(model, expected: expected)
        }
    }

    /// The document of a model with all properties, even properties that its class omits. Also returns the models in
    /// the document, by the indexes of their containers.
    package static func withModels(
        of model: BaseModel, as conventions: FileConventions, _ capabilities: FormatCapabilities,
        limits: DecodingLimits
    ) throws -> (document: ModelDocument, models: [Int: BaseModel]) {
        let encoder = ModelEncoder(conventions, capabilities: capabilities, limits: limits)
        encoder.writesAll = true
        try encoder.encodeObject(model, expected: type(of: model))
        return try encoder.finishWithModels()
    }

    /// Decodes a model of exactly this class. Also returns all models of the document, with the indexes of their
    /// containers.
    ///
    /// - Throws: The errors of decoding; `classMismatch` for another class.
    package func decodeModels(
        as type: BaseModel.Type, _ reading: FileConventions.Reading, _ capabilities: FormatCapabilities,
        limits: DecodingLimits
    ) throws -> (made: [(index: Int, object: BaseModel)], root: BaseModel) {
        let context = DecodingContext(
            content.conventions.read(as: reading), byteCount: .max / 64, limits: limits, rootType: type)
        context.made = []
        let decoder = ModelDecoder(self, context: context, capabilities: capabilities, isFinished: true)
        let root = try decoder.decodeObject(as: type)
        try decoder.finish()
        guard Swift.type(of: root) == type else {
            throw ModelError.otherClass("\(Swift.type(of: root))", expected: "\(type)")
        }
        return (context.made ?? [], root)
    }
}

extension ModelEncoder {
    /// The document of the encoded value, and the models in it by the indexes of their containers.
    fileprivate func finishWithModels() throws -> (ModelDocument, [Int: BaseModel]) {
        if let failure = state.caught.first { throw failure }
        try encodeRest()
        let document = try builder.finish()
        let (nested, places) = try builder.nesting.appliedInOrder(to: document)
        var models: [Int: BaseModel] = [:]
        state.numbers.forEach { object, number in
            let index = document.content.target(number)
            guard index >= 0, let model = object as? BaseModel, let place = places[index] else { return }
            models[place] = model
        }
        return (nested, models)
    }
}
