import FormatSupport

/// Decodes the content of files. The path of a file is only used for errors.
enum FileContent {
    /// Returns the result of `read` for the root value, for a `Codable` type. Only the type itself knows its keys. It
    /// may have a key `$class`, so this key doesn't determine the format.
    static func decodeCodable<Result>(
        _ content: Data, at path: String, as known: FileFormat?, read: (ModelDecoder) throws -> Result
    ) throws -> Result {
        do {
            let registry = FormatRegistry.current
            return try registry.reading(in: known.map { [$0] } ?? registry.plainFormats(of: content)) {
                try registry.decode(from: content, as: $0, root: nil, isParsed: &$1, read)
            }
        } catch {
            throw ModelError(wrapping: error).inFile(path)
        }
    }

    /// Returns the result of `read` for the root value. If no format recognises the bytes, returns the result of
    /// `raw` for the bytes and the `unknownFormat` error.
    ///
    /// `root` is the expected class, if that class may require a format. `expected` is the expected class that can't
    /// require one. `named` is as in `FormatRegistry.formats(of:for:named:)`. `directly` returns the value if it can
    /// be read without a decoder, for models that the program uses.
    static func decode<Result>(
        _ content: Data, at path: String, as known: FileFormat? = nil, root: BaseModel.Type? = nil,
        expected: BaseModel.Type? = nil, named: FileFormat? = nil, for purpose: FileConventions.Purpose = .use,
        raw: (Data, ModelError) throws -> Result,
        directly: (any FormatProvider, FileFormat, OpenedContent) throws -> Result? = { _, _, _ in nil },
        read: (ModelDecoder) throws -> Result
    ) throws -> Result {
        do {
            let registry = FormatRegistry.current
            let formats: [FileFormat]
            do {
                formats = try known.map { [$0] } ?? registry.formats(of: content, for: root, named: named)
            } catch let error as ModelError where error.code == .unknownFormat {
                return try raw(content, error)
            }
            return try registry.reading(in: formats) { format, isParsed in
                let opened = OpenedContent()
                if purpose == .use {
                    let provider = try registry.provider(for: format)
                    do {
                        if let result = try directly(provider, format, opened) { return result }
                    } catch {
                        isParsed = true
                        throw error
                    }
                }
                return try registry.decode(
                    from: content, as: format, root: root, expected: expected, opened: opened, isParsed: &isParsed
                ) { decoder in
                    decoder.context.purpose = purpose
                    return try read(decoder)
                }
            }
        } catch {
            throw ModelError(wrapping: error).inFile(path)
        }
    }
}

extension BaseModel {
    /// Makes a new instance from a file's content. The class `root` may require a format. If `root` is nil, the content
    /// alone decides the format.
    ///
    /// - Parameter named: The format whose style applies if the content is of that format; nil: the class's
    ///   ``saveFormat``.
    class func instance(
        of content: Data, at path: String, root: BaseModel.Type?, named: FileFormat? = nil,
        for purpose: FileConventions.Purpose = .use
    ) throws -> Self {
        try requireUsable()
        return try FileContent.decode(
            content, at: path, root: root, expected: self, named: named ?? saveFormat, for: purpose
        ) { data, error in
            let model = try instance()
            try model.set(with: data, unrecognised: error)
            return model
        } directly: { provider, format, opened in
            try provider.decodeDirectly(self, from: content, as: format, opened: opened)
        } read: {
            try decode(from: $0)
        }
    }

    /// Fills the model from a file's content. Returns false for a null. The class `root` may require a format. If
    /// `root` is nil, the content alone decides the format.
    @discardableResult
    func fill(
        fromContent content: Data, at path: String, root: BaseModel.Type? = nil,
        for purpose: FileConventions.Purpose = .use
    ) throws -> Bool {
        try FileContent.decode(
            content, at: path, root: root, expected: type(of: self), named: type(of: self).saveFormat, for: purpose
        ) { data, error in
            try set(with: data, unrecognised: error)
            return true
        } read: { decoder in
            if try decoder.decodeNull() { return false }
            try setRoot(from: decoder)
            return true
        }
    }

    /// Passes bytes that no format recognises to `set(with:)`. Throws `error` if the class doesn't override that
    /// method.
    private func set(with data: Data, unrecognised error: ModelError) throws {
        do {
            try set(with: data)
        } catch let refusal as ModelError where refusal == unsupported("data") {
            throw error
        }
    }
}
