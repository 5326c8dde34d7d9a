import Foundation

/// A format as two functions between bytes and documents. All else is the core's: models, files, atomic saving, limits,
/// identity, class names, errors' paths.
///
/// ```swift
/// struct YAMLFormat: FormatProvider {
///     var formats: [FileFormat] { [.yaml] }
///     func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }
///     func detect(_ content: Data) -> FormatDetection? { … }
///     func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws { … }
///     func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { … }
/// }
/// ```
///
/// What the capabilities don't name never arrives in ``serialize(_:context:)``: the walker puts it in plainer terms on
/// the way, as ``DocumentWalker/init(_:for:limits:)`` says, and the builder undoes what a type's declaration can't: the
/// key `$class` makes a dictionary an object.
///
/// A provider is a value: make one with other options where the registered one's don't fit, and call its
/// `encode(_:as:keepingTextOf:limits:)` directly.
public protocol FormatProvider: Sendable {
    /// The formats that it serves, the one to prefer first.
    var formats: [FileFormat] { get }

    /// What files of the format hold, without a substitute, and how they are read and written.
    func capabilities(of format: FileFormat) -> FormatCapabilities

    /// How files of the format say what they hold, beyond what the classes say: how keys and dates are written, say. By
    /// default there is nothing to say.
    ///
    /// It holds for each value in a file, however that is reached; a reader may add to it by
    /// ``DocumentBuilder/conventions``.
    func conventions(of format: FileFormat) -> FileConventions

    /// Tells by content, and never by a file's name, whether this is one of its formats; nil where it isn't.
    /// Bytes may be hostile: no reading behind the end, and no more work than a look.
    func detect(_ content: Data) -> FormatDetection?

    /// The format that the files of a class have to be of, whatever their content looks like; nil where the content
    /// decides, as by default.
    ///
    /// For formats that protect a file: without it, a file of another format in its place would be read as what it is.
    /// Asked when a file is read for an instance of the class, and not for the class's resource file.
    func requiredFormat(for type: BaseModel.Type) -> FileFormat?

    /// Builds the one value that a file holds. Nothing may follow it. The bytes may be hostile.
    ///
    /// - Throws: A `ModelError` with `corruptData` and the place in the file. Other errors are wrapped.
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws

    /// The bytes of the values that the walker goes through. The same values give the same bytes.
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data
}

extension FormatProvider {
    public func conventions(of format: FileFormat) -> FileConventions { FileConventions() }

    public func requiredFormat(for type: BaseModel.Type) -> FileFormat? { nil }

    /// The conventions of one file of the format.
    func conventions(ofFileIn format: FileFormat) -> FileConventions {
        conventions(of: format).read(as: .init(format: format))
    }

    /// True where files of the format are for their owner alone.
    func isConfidential(_ format: FileFormat) -> Bool { capabilities(of: format).contains(.confidential) }

    /// The bytes of a value in one of this provider's formats.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format, by default the first.
    ///   - old: An older file whose text is kept as far as that has the same: see ``FileFormat/keepingText``. That is
    ///     about ten times the work of reading it. Of a binary property list, the objects are kept; of a keyed archive,
    ///     if the value is a ``ModelDocument``. Where nothing can be kept, it counts as none.
    ///   - limits: How much the file may hold.
    public func encode<Value: ModelValue>(
        _ value: Value, as format: FileFormat? = nil, keepingTextOf old: Data? = nil, limits: DecodingLimits = .standard
    ) throws -> Data {
        let format = try served(format)
        // Models don't know what else a file has.
        let olderFile = Value.self == ModelDocument.self ? old : nil
        let new = try encodeUnchecked(as: format, limits: limits, olderFile) { try $0.encodeValue(value) }
        guard let old else { return new }
        if olderFile != nil, !(self is any TextFormatProvider) { return new }
        return text(of: new, keeping: old, as: format, limits: limits) { content in
            try encodeUnchecked(as: format, limits: limits) {
                try $0.encodeValue(try decode(Value.self, from: content, as: format, limits: limits))
            }
        }
    }

    /// The bytes of a value of any type that can be encoded, as its own code says: see
    /// `encode(_:as:keepingTextOf:limits:)`.
    @_disfavoredOverload
    public func encode<Value: Encodable>(
        _ value: Value, as format: FileFormat? = nil, limits: DecodingLimits = .standard
    ) throws -> Data {
        try encodeUnchecked(as: format, limits: limits) { try $0.encode(codable: value) }
    }

    /// The bytes of what `body` encodes, which must be one value.
    public func encode(
        as format: FileFormat? = nil, limits: DecodingLimits = .standard, _ body: (ModelEncoder) throws -> Void
    ) throws -> Data {
        try encodeUnchecked(as: format, limits: limits) { try $0.encodeOne(body) }
    }

    private func encodeUnchecked(
        as format: FileFormat?, limits: DecodingLimits, _ olderFile: Data? = nil, _ body: (ModelEncoder) throws -> Void
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
            let data = try bytes(
                of: document, capabilities, conventions,
                FormatContext(
                    format: format, limits: limits, rootType: encoder.state.rootType,
                    rootClass: encoder.state.rootClass, olderFile: olderFile))
            guard data.count <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
            return data
        } catch {
            throw ModelError(wrapping: error).in(format)
        }
    }

    private func bytes(
        of document: ModelDocument, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ context: FormatContext
    ) throws -> Data {
        var walker = DocumentWalker(document, for: capabilities, limits: context.limits)
        walker.sharesLongText = false
        walker.sharesLongData = false
        walker.conventions = conventions
        do {
            return try serialize(&walker, context: context)
        } catch {
            let error = walker.locating(error)
            throw capabilities.contains(.confidential) ? error.withoutParsedContent : error
        }
    }

    /// The value that a file of one of this provider's formats holds. Nothing may follow it.
    public func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, from content: Data, as format: FileFormat? = nil,
        limits: DecodingLimits = .standard
    ) throws -> Value {
        try decode(from: content, as: format, limits: limits, root: type as? BaseModel.Type) {
            try $0.decodeValue(type)
        }
    }

    /// The value that a file holds, of any type that can be decoded, as its own code says. Nothing may follow it.
    @_disfavoredOverload
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from content: Data, as format: FileFormat? = nil,
        limits: DecodingLimits = .standard
    ) throws -> Value {
        try decode(from: content, as: format, limits: limits) { try $0.decode(codable: type) }
    }

    /// What a file of one of this provider's formats holds, without the program's classes. Nothing may follow it.
    public func document(
        from content: Data, as format: FileFormat? = nil, limits: DecodingLimits = .standard
    ) throws -> ModelDocument {
        try decode(from: content, as: format, limits: limits)
    }

    /// What `body` makes of the root value of a file.
    ///
    /// `root` is the class of which, or below which, the root is expected to be: for formats that want to know. `body`
    /// checks it.
    public func decode<Result>(
        from content: Data, as format: FileFormat? = nil, limits: DecodingLimits = .standard,
        root: BaseModel.Type? = nil, _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        let format = try format ?? detect(content)?.format ?? served(nil)
        do {
            guard content.count <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
            let context = DecodingContext(
                conventions(ofFileIn: format), byteCount: content.count, limits: limits, rootType: root)
            let capabilities = capabilities(of: format)
            context.isConfidential = capabilities.contains(.confidential)
            let document = try parsed(content, capabilities, context)
            context.conventions = document.content.conventions.read(as: context.conventions.reading)
            return try ModelError.withoutContent(where: context.isConfidential) {
                let decoder = ModelDecoder(
                    document, context: context, capabilities: capabilities, isFinished: true)
                let result = try body(decoder)
                try decoder.finish()
                return result
            }
        } catch {
            throw ModelError(wrapping: error).in(format)
        }
    }

    func parsed(
        _ content: Data, _ capabilities: FormatCapabilities, _ context: DecodingContext
    ) throws -> ModelDocument {
        let limits = context.documentLimits
        var builder = DocumentBuilder(for: capabilities, context.conventions, limits: limits)
        do {
            try parse(
                content, into: &builder,
                context: FormatContext(format: context.format, limits: limits, rootType: context.rootType))
        } catch {
            let error = builder.locating(error)
            throw capabilities.contains(.confidential) ? error.withoutParsedContent : error
        }
        return try builder.finish()
    }

    private func served(_ format: FileFormat?) throws -> FileFormat {
        guard let chosen = format ?? formats.first, formats.contains(chosen) else {
            throw ModelError(.unknownFormat, "\(Self.self) doesn't serve \(format?.displayName ?? "any format").")
        }
        return chosen
    }
}

extension ModelError {
    func `in`(_ format: FileFormat) -> ModelError {
        guard self.format == nil else { return self }
        var copy = self
        copy.format = format
        return copy
    }
}

/// What a provider makes of a file's content.
public enum FormatDetection: Sendable, Hashable {
    /// It could be of that format: worth a try where nobody is certain.
    case possible(FileFormat)
    /// It can be of no other format.
    case certain(FileFormat)

    /// The format that the content seems to be of.
    public var format: FileFormat {
        switch self {
        case .possible(let format), .certain(let format): format
        }
    }
}
