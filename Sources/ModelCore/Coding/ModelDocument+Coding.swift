import FormatSupport

extension ModelDocument {
    /// Makes the document of a value: of a model with all objects that it refers to, or of any other value that can
    /// be saved.
    ///
    /// - Throws: The errors of the value's own code; `depthExceeded`, `nodesExceeded` and `bytesExceeded` if the value
    ///   exceeds the limits.
    public init<Value: ModelValue>(encoding value: Value, limits: DecodingLimits = .standard) throws(ModelError) {
        try self.init(limits) { try $0.encodeValue(value) }
    }

    /// Makes the document of a value that has any type that a property may have. Such values are those that
    /// ``BaseModel/set(withObject:)`` accepts.
    ///
    /// - Throws: The errors of ``init(encoding:limits:)-(Value,_)``; `unrepresentableValue` for a value of another
    ///   type.
    @_disfavoredOverload
    public init(encoding value: Any?, limits: DecodingLimits = .standard) throws(ModelError) {
        try self.init(limits) { try AnyValue.encode(value as Any, to: $0) }
    }

    private init(_ limits: DecodingLimits, _ body: (ModelEncoder) throws -> Void) throws(ModelError) {
        self = try LongWork.runWithModelErrors { () throws(ModelError) in
            do {
                return try ModelEncoder.document(limits: limits, body)
            } catch {
                throw ModelError(wrapping: error)
            }
        }
    }

    /// Decodes the document's value as a type.
    ///
    /// - Throws: The same errors as reading a file. If this document is a part of a larger document, the path in the
    ///   error begins at the root of the larger document.
    public func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, limits: DecodingLimits = .standard
    ) throws(ModelError) -> Value {
        try LongWork.runWithModelErrors { () throws(ModelError) in
            do {
                let context = DecodingContext(
                    content.conventions.read(as: .init()), byteCount: byteCount, limits: limits,
                    rootType: type as? BaseModel.Type)
                return try decode(type, ModelDecoder(self, context: context, isFinished: true))
            } catch {
                throw ModelError(wrapping: error).inPart(self)
            }
        }
    }

    /// Decodes the value of a document that was made from a part of a file. The value counts towards the file's
    /// limits.
    func decode<Value: ModelValue>(_ type: Value.Type, in file: ModelDecoder) throws -> Value {
        let context = DecodingContext(
            embeddedIn: file.context, rootType: type as? BaseModel.Type, report: DecodingReport.collector)
        let decoder = ModelDecoder(self, context: context, isFinished: true)
        return try decoder.countingText { try decode(type, decoder) }
    }

    /// Decodes the value of a document that was made from a part of a file. The file has these conventions and
    /// limits.
    package func decode<Value: ModelValue>(
        _ type: Value.Type, as conventions: FileConventions, _ limits: DecodingLimits
    ) throws -> Value {
        let context = DecodingContext(
            content.conventions.read(as: conventions.reading), byteCount: byteCount, limits: limits,
            rootType: type as? BaseModel.Type)
        return try decode(type, ModelDecoder(self, context: context, isFinished: true))
    }

    private func decode<Value: ModelValue>(_ type: Value.Type, _ decoder: ModelDecoder) throws -> Value {
        // The decoder knows the objects that references point to.
        defer { LongWork.discard(decoder) }
        let value = try decoder.decodeValue(type)
        try decoder.finish()
        return value
    }
}

extension ModelDocument: UncheckedModelValue {
    public static func isNil(_ document: ModelDocument) -> Bool { document.root.isNull }

    public static func encode(_ document: ModelDocument, to encoder: ModelEncoder) throws {
        // The value of an unknown case may contain the names of the cases around it.
        if !encoder.state.tags.isEmpty { encoder.state.tags.removeAll { document[$0.key]?.stringValue == $0.name } }
        try encoder.encode(document)
    }

    /// The value at the decoder's position. It shares the memory of the file's whole document, so this memory isn't
    /// freed while the value exists.
    public static func decode(from decoder: ModelDecoder) throws -> ModelDocument { try decoder.decodeDocument() }
}
