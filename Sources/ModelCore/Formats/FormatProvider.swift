import Foundation

/// A plugin that reads and writes one or more formats.
///
/// Everything that isn't bytes is done by the core: files, atomic saving, limits, identity, class names, errors' paths.
/// A provider is a value: make one with other options where the registered one's don't fit, and call its
/// ``encode(_:as:limits:)`` directly.
public protocol FormatProvider: Sendable {
    /// The formats that it serves, the one to prefer first.
    var formats: [FileFormat] { get }

    /// Tells by content, and never by a file's name, whether this is one of its formats; nil where it isn't.
    /// Bytes may be hostile: no reading behind the end, and no more work than a look.
    func detect(_ content: Data) -> FormatDetection?

    /// True where files are for their owner alone, as encrypted ones are. They are made with mode 0600, from their
    /// first byte on, and errors say nothing of the content: see ``ModelError/withoutContent``. False by default.
    var isConfidential: Bool { get }

    /// The format that the files of a class have to be of, whatever their content looks like; nil where the content
    /// decides, as by default.
    ///
    /// For formats that protect a file: without it, a file of another format in its place would be read as what it is.
    /// Asked when a file is read for an instance of the class, and not for the class's resource file.
    func requiredFormat(for type: BaseModel.Type) -> FileFormat?

    /// An encoder for one file of `format`.
    func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder

    /// A decoder that stands at the root value of one file.
    func makeDecoder(for format: FileFormat, content: Data, context: DecodingContext) throws -> any ModelDecoder
}

extension FormatProvider {
    public var isConfidential: Bool { false }

    public func requiredFormat(for type: BaseModel.Type) -> FileFormat? { nil }

    /// The bytes of a value in one of this provider's formats, by default its first.
    public func encode<Value: ModelValue>(
        _ value: Value, as format: FileFormat? = nil, limits: DecodingLimits = .standard
    ) throws -> Data {
        try encodeUnchecked(as: format, limits: limits) { try $0.encodeValue(value) }
    }

    /// The bytes of what `body` encodes, which must be one value.
    public func encode(
        as format: FileFormat? = nil, limits: DecodingLimits = .standard, _ body: (any ModelEncoder) throws -> Void
    ) throws -> Data {
        try encodeUnchecked(as: format, limits: limits) { try CheckedEncoder.run(.value, on: $0, body) }
    }

    private func encodeUnchecked(
        as format: FileFormat?, limits: DecodingLimits, _ body: (any ModelEncoder) throws -> Void
    ) throws -> Data {
        let format = try served(format)
        do {
            let context = EncodingContext(format: format, limits: limits)
            let encoder = try makeEncoder(for: format, context: context)
            try withoutContent { try body(encoder) }
            let data = try encoder.finish()
            try context.checkSize(data.count)
            return data
        } catch {
            throw ModelError(wrapping: error).in(format)
        }
    }

    /// The value that a file of one of this provider's formats holds. Nothing may follow it.
    public func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, from content: Data, as format: FileFormat? = nil,
        limits: DecodingLimits = .standard
    ) throws -> Value {
        try decode(from: content, as: format, limits: limits, root: type as? BaseModel.Type) { try $0.decodeValue(Value.self) }
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
        root: BaseModel.Type? = nil, _ body: (any ModelDecoder) throws -> Result
    ) throws -> Result {
        let format = try format ?? detect(content)?.format ?? served(nil)
        do {
            guard content.count <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
            let context = DecodingContext(format: format, byteCount: content.count, limits: limits, rootType: root)
            let decoder = try makeDecoder(for: format, content: content, context: context)
            return try withoutContent {
                let result = try body(decoder)
                try decoder.finish()
                return result
            }
        } catch {
            throw ModelError(wrapping: error).in(format)
        }
    }

    /// Runs `body`, whose errors say nothing of the content where that is confidential.
    private func withoutContent<Result>(_ body: () throws -> Result) throws -> Result {
        guard isConfidential else { return try body() }
        do {
            return try body()
        } catch {
            throw ModelError(wrapping: error).withoutContent
        }
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
