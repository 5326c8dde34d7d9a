import FormatSupport

extension FormatProvider {
    /// The bytes of a value in one of this provider's formats.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format, by default the first.
    ///   - old: An older file whose text is kept as far as the values are the same: see ``FileFormat/keepingText``.
    ///     That takes about ten times the work of reading the file. A binary property list keeps its objects instead
    ///     of a text. A keyed archive keeps its objects if the value is a ``ModelDocument``. If nothing can be kept,
    ///     `old` is ignored.
    ///   - limits: The limits for the file.
    public func encode<Value: ModelValue>(
        _ value: Value, as format: FileFormat? = nil, keepingTextOf old: Data? = nil, limits: DecodingLimits = .standard
    ) throws -> Data {
        try LongWork.run {
            if Value.self == ModelDocument.self, let document = value as? ModelDocument {
                return try encode(document, as: format, keepingTextOf: old, limits: limits)
            }
            let format = try served(format)
            let new =
                try encodeDirectly(value, as: format, limits) ?? encodeByDocument(value, as: format, limits: limits)
            guard let old else { return new }
            return try text(of: new, keeping: old, as: format, limits: limits) { content in
                try encodeUnchecked(as: format, limits: limits) {
                    try $0.encodeValue(try decode(Value.self, from: content, as: format, limits: limits))
                }
            }
        }
    }

    /// The bytes of a value, through a document.
    package func encodeByDocument<Value: ModelValue>(
        _ value: Value, as format: FileFormat, limits: DecodingLimits = .standard
    ) throws -> Data {
        try encodeUnchecked(as: format, limits: limits) { try $0.encodeValue(value) }
    }

    /// The bytes of a file with a model as its root. The reader of the file expects the class `expected`, by default
    /// the model's own.
    func encode<Root: BaseModel>(root: Root, expected: BaseModel.Type? = nil, as format: FileFormat) throws -> Data {
        let type = expected ?? Swift.type(of: root)
        if type == Swift.type(of: root), let data = try encodeDirectly(root, of: type, as: format) { return data }
        return try encodeUnchecked(as: served(format), limits: .standard) {
            try $0.encodeObject(root, expected: type)
        }
    }

    /// The bytes of a value of any `Encodable` type, which the type's own code encodes: see
    /// `encode(_:as:keepingTextOf:limits:)`.
    @_disfavoredOverload
    public func encode<Value: Encodable>(
        _ value: Value, as format: FileFormat? = nil, limits: DecodingLimits = .standard
    ) throws -> Data {
        try LongWork.run {
            try encodeUnchecked(as: format, limits: limits) { try $0.encode(codable: value) }
        }
    }

    /// The bytes of the one value that `body` encodes.
    public func encode(
        as format: FileFormat? = nil, limits: DecodingLimits = .standard, _ body: (ModelEncoder) throws -> Void
    ) throws -> Data {
        try LongWork.run {
            try encodeUnchecked(as: format, limits: limits) { try $0.encodeOne(body) }
        }
    }

    private func encodeUnchecked(
        as format: FileFormat?, limits: DecodingLimits, _ body: (ModelEncoder) throws -> Void
    ) throws -> Data {
        let format = try served(format)
        let capabilities = capabilities(of: format)
        do {
            let conventions = conventions(ofFileIn: format)
            let encoder = ModelEncoder(conventions, capabilities: capabilities, limits: limits)
            let document = try ModelError.withoutContent(where: capabilities.contains(.confidential)) {
                try body(encoder)
                return try encoder.finish()
            }
            return try bytes(
                of: document, capabilities, conventions,
                FormatContext(
                    format: format, limits: limits, rootType: encoder.state.rootType,
                    rootClass: encoder.state.rootClass))
        } catch {
            throw ModelError(wrapping: error).in(format).under(.writing)
        }
    }

    /// Decodes the value of a file of one of this provider's formats. Nothing may follow the value.
    public func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, from content: Data, as format: FileFormat? = nil,
        limits: DecodingLimits = .standard
    ) throws -> Value {
        try LongWork.run {
            let opened = OpenedContent()
            return try decodeDirectly(type, from: content, as: format, limits, opened: opened)
                ?? decodeByDocument(type, from: content, as: format, limits: limits, opened: opened)
        }
    }

    /// Decodes the value of a file, through a document.
    package func decodeByDocument<Value: ModelValue>(
        _ type: Value.Type, from content: Data, as format: FileFormat? = nil, limits: DecodingLimits = .standard,
        opened: OpenedContent? = nil
    ) throws -> Value {
        let root = RootClass.expected(by: type)
        return try decode(from: content, as: format, limits: limits, root: root, opened: opened) {
            try $0.decodeValue(type)
        }
    }

    /// Decodes the value of a file as any `Decodable` type, with the type's own code. Nothing may follow the value.
    @_disfavoredOverload
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from content: Data, as format: FileFormat? = nil,
        limits: DecodingLimits = .standard
    ) throws -> Value {
        try LongWork.run {
            try decode(from: content, as: format, limits: limits) { try $0.decode(codable: type) }
        }
    }

    /// Returns the result of `body` for the root value of a file.
    ///
    /// `root` is the class that the root is expected to be of, or to inherit from. The format may use this class, but
    /// doesn't check it: `body` checks the class.
    public func decode<Result>(
        from content: Data, as format: FileFormat? = nil, limits: DecodingLimits = .standard,
        root: BaseModel.Type? = nil, _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        try decode(from: content, as: format, limits: limits, root: root, opened: nil, body)
    }

    /// - Parameter opened: The opened content of the file, if an earlier attempt has opened it.
    func decode<Result>(
        from content: Data, as format: FileFormat?, limits: DecodingLimits, root: BaseModel.Type?,
        opened: OpenedContent?, _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        try LongWork.run {
            let format = try format ?? detect(content)?.format ?? served(nil)
            do {
                let context = DecodingContext(
                    conventions(ofFileIn: format), byteCount: content.count, limits: limits, rootType: root)
                let capabilities = capabilities(of: format)
                let document = try parsed(
                    content, capabilities, context.conventions, limits: limits, rootType: root, opened: opened)
                context.conventions = document.content.conventions.read(as: context.conventions.reading)
                context.noteMemory(of: document)
                context.unfilled = opened?.unfilledRoot as? BaseModel
                return try ModelError.withoutContent(where: context.isConfidential) {
                    let decoder = ModelDecoder(
                        document, context: context, capabilities: capabilities, isFinished: true)
                    // The decoder knows the objects that references point to.
                    defer { LongWork.discard(decoder) }
                    let result = try body(decoder)
                    try decoder.finish()
                    return result
                }
            } catch {
                throw ModelError(wrapping: error).in(format)
            }
        }
    }
}
