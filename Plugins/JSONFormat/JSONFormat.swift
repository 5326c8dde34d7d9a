import Documents
import FormatSupport

/// Plain JSON (RFC 8259). JSON5 is read if an option or the format's name, `FileFormat.json5`, requests it.
///
/// Objects are JSON objects with their properties in declaration order. Sets are arrays, data is base64, and dates
/// are ISO 8601 in UTC. A value that JSON can't represent (geometry, URLs with a base, dates outside the years 0 to
/// 9999) is a keyed archive in base64. If a reader can't determine an object's class otherwise, the object has
/// `"$class"` as its first member. A shared object is written each time, and a cycle is an error.
///
/// Files are read as UTF-8. They are also read as UTF-16 and UTF-32, if a byte order mark or their first bytes show
/// this encoding. The byte offsets in errors are then offsets in the text as UTF-8.
public struct JSONFormat: FormatProvider {
    /// The options for writing files.
    public struct WritingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// One member or element on each line, indented by two spaces for each level, up to 64 levels.
        public static let prettyPrinted = WritingOptions(rawValue: 1 << 0)
        /// Members in the order of their keys' bytes, instead of the order in which they were encoded.
        public static let sortedKeys = WritingOptions(rawValue: 1 << 1)
        /// `NaN` and `Infinity` for numbers that JSON doesn't have. Without this option, such a number is an error.
        /// Only readers of JSON5 accept such a file.
        public static let json5 = WritingOptions(rawValue: 1 << 2)
    }

    /// The extensions of JSON that may be read.
    public struct ReadingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// JSON5: comments, trailing commas, single quotes, keys without quotes, hexadecimal numbers, `Infinity`, `NaN`
        /// and more.
        public static let json5 = ReadingOptions(rawValue: 1 << 0)
    }

    /// The handling of a key that an object contains more than once.
    public typealias DuplicateKeys = Documents.DuplicateKeys

    /// The options for writing files.
    public var writing: WritingOptions
    /// The extensions of JSON that may be read.
    public var reading: ReadingOptions
    /// The handling of a key that an object contains more than once.
    public var duplicateKeys: DuplicateKeys
    /// The style of property names in files, for properties whose classes declare no key. Nil: the names unchanged.
    public var keys: KeyStyle?
    /// The style of dates in files. Nil: ISO 8601 with all fractional digits, so that every date is read back
    /// exactly.
    public var dates: DateStyle?
    /// Determines how properties with the values of a new instance are written, for classes that don't declare it.
    public var writtenDefaults: WrittenDefaults

    /// Creates the format's provider with these options. By default files are written on one line, in declaration
    /// order, and reading is strict.
    public init(
        writing: WritingOptions = [], reading: ReadingOptions = [], duplicateKeys: DuplicateKeys = .error,
        keys: KeyStyle? = nil, dates: DateStyle? = nil, writtenDefaults: WrittenDefaults = .all
    ) {
        self.writing = writing
        self.reading = reading
        self.duplicateKeys = duplicateKeys
        self.keys = keys
        self.dates = dates
        self.writtenDefaults = writtenDefaults
    }

    public var formats: [FileFormat] { [.json] }

    public func detect(_ content: Data) -> FormatDetection? { JSONDetection.detect(content) }

    public func capabilities(of format: FileFormat) -> FormatCapabilities {
        let plain: FormatCapabilities = [.null, .decimals, .numerals, .longNumbers, .archives, .uncountedMembers]
        return writing(as: format).contains(.json5) ? plain.union(.nonFinite) : plain
    }

    public func conventions(of format: FileFormat) -> FileConventions {
        FileConventions(keyStyle: keys, dateStyle: dates, writtenDefaults: writtenDefaults)
    }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var reader = try JSONReader(content, options: self, allowsJSON5: allowsJSON5(in: context.format))
        try reader.read(into: &builder)
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        let writing = writing(as: context.format)
        walker.sortsKeys = writing.contains(.sortedKeys)
        var writer = JSONWriter(writing, dates: dates, limits: context.limits)
        try writer.write(&walker)
        guard let data = writer.finish() else {
            throw ModelError(.bytesExceeded, "More than \(context.limits.bytes) bytes.")
        }
        return data
    }

    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        let allowsJSON5 = allowsJSON5(in: context.format)
        guard duplicateKeys == .error,
            var reader = JSONDirectReader(content, dates: dates, allowsJSON5: allowsJSON5)
        else { return false }
        return target.read(from: &reader) { reader in reader.isAtEnd() }
    }

    public func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        var writer = JSONWriter(writing(as: context.format), dates: dates, limits: context.limits)
        return source.write(to: &writer) ? writer.finish() : nil
    }

    private func writing(as format: FileFormat) -> WritingOptions {
        guard let style = format.style else { return writing }
        if style == FileFormat.json5.style { return writing.union(.json5) }
        return WritingOptions(style: style) ?? writing
    }

    /// Returns true if files of the format are read as JSON5: by this provider's option, or by the format's own
    /// style.
    func allowsJSON5(in format: FileFormat) -> Bool {
        reading.contains(.json5) || (format.style != nil && writing(as: format).contains(.json5))
    }
}

extension FileFormat {
    /// Returns the format plain JSON, written with the given options instead of the provider's options. With
    /// `.json5`, files are also read as JSON5.
    ///
    /// ```swift
    /// override class var saveFormat: FileFormat { .json([.prettyPrinted, .sortedKeys]) }
    /// ```
    public static func json(_ writing: JSONFormat.WritingOptions) -> FileFormat {
        json.written(in: String(writing.rawValue))
    }
}

extension JSONFormat.WritingOptions {
    /// Returns the options in the style of a format. Returns nil if the style isn't a style of JSON.
    fileprivate init?(style: String) {
        guard let options = Int(style) else { return nil }
        self.init(rawValue: options)
    }
}
