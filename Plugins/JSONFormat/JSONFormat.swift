import Documents
import Foundation

/// Plain JSON (RFC 8259), and on request JSON5 to read: as an option, or by the format's name, `FileFormat.json5`.
///
/// Objects are JSON objects with their properties in declaration order, sets are arrays, data is base64, dates are ISO
/// 8601 in UTC, and what JSON has no form for (geometry, URLs with a base, dates outside the years 0 to 9999) is a
/// keyed archive in base64. An object whose class a reader wouldn't choose by itself has `"$class"` as its first
/// member. Shared objects are written each time, and a cycle is an error.
///
/// Files are read as UTF-8. With a byte order mark, or where the first bytes leave no doubt, UTF-16 and UTF-32 are read
/// too; byte offsets in errors then count in the text as UTF-8.
public struct JSONFormat: FormatProvider {
    /// How files are written.
    public struct WritingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// One member or element a line, indented by two spaces for each level, up to 64 of them.
        public static let prettyPrinted = WritingOptions(rawValue: 1 << 0)
        /// Members in the order of their keys' bytes instead of the order in which they were written.
        public static let sortedKeys = WritingOptions(rawValue: 1 << 1)
        /// `NaN` and `Infinity` for numbers that JSON doesn't have, which are errors otherwise. Only readers of JSON5
        /// take such a file.
        public static let json5 = WritingOptions(rawValue: 1 << 2)
    }

    /// What may be read beyond JSON.
    public struct ReadingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// JSON5: comments, trailing commas, single quotes, keys without quotes, hexadecimal numbers, `Infinity`, `NaN`
        /// and more.
        public static let json5 = ReadingOptions(rawValue: 1 << 0)
    }

    /// What becomes of a key that an object holds more than once.
    public typealias DuplicateKeys = Documents.DuplicateKeys

    /// How files are written.
    public var writing: WritingOptions
    /// What may be read beyond JSON.
    public var reading: ReadingOptions
    /// What becomes of a key that an object holds more than once.
    public var duplicateKeys: DuplicateKeys
    /// How the names of properties are written and read for which their classes say no key; nil for as they are.
    public var keys: KeyStyle?
    /// How dates are written and read; nil for ISO 8601 with all digits, which come back to the bit.
    public var dates: DateStyle?

    /// The format with these options: by default one line, in declaration order, and strict when reading.
    public init(
        writing: WritingOptions = [], reading: ReadingOptions = [], duplicateKeys: DuplicateKeys = .error,
        keys: KeyStyle? = nil, dates: DateStyle? = nil
    ) {
        self.writing = writing
        self.reading = reading
        self.duplicateKeys = duplicateKeys
        self.keys = keys
        self.dates = dates
    }

    public var formats: [FileFormat] { [.json] }

    public func detect(_ content: Data) -> FormatDetection? { JSONDetection.detect(content) }

    public func capabilities(of format: FileFormat) -> FormatCapabilities {
        let plain: FormatCapabilities = [.null, .decimals, .numerals, .archives]
        return writing(as: format).contains(.json5) ? plain.union(.nonFinite) : plain
    }

    public func conventions(of format: FileFormat) -> FileConventions {
        FileConventions(keyStyle: keys, dateStyle: dates)
    }

    public func requiredFormat(for type: Any.Type) -> FileFormat? { nil }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var reader = try JSONReader(content, options: self, allowsJSON5: allowsJSON5(in: context.format))
        try reader.read(into: &builder)
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        let writing = writing(as: context.format)
        walker.sortsKeys = writing.contains(.sortedKeys)
        var writer = JSONWriter(isPretty: writing.contains(.prettyPrinted), limits: context.limits)
        return try writer.write(&walker)
    }

    private func writing(as format: FileFormat) -> WritingOptions {
        guard let style = format.style else { return writing }
        if style == FileFormat.json5.style { return writing.union(.json5) }
        return WritingOptions(style: style) ?? writing
    }

    /// True if files of the format are read as JSON5: by this provider's option, or by the format's own style.
    func allowsJSON5(in format: FileFormat) -> Bool {
        reading.contains(.json5) || (format.style != nil && writing(as: format).contains(.json5))
    }
}

extension FileFormat {
    /// Plain JSON, written with these options instead of the provider's. With `.json5` it is read as JSON5, too.
    ///
    /// ```swift
    /// override class var saveFormat: FileFormat { .json([.prettyPrinted, .sortedKeys]) }
    /// ```
    public static func json(_ writing: JSONFormat.WritingOptions) -> FileFormat {
        json.written(in: String(writing.rawValue))
    }
}

extension JSONFormat.WritingOptions {
    /// What a format's style says; nil for what isn't one of JSON's.
    fileprivate init?(style: String) {
        guard let options = Int(style) else { return nil }
        self.init(rawValue: options)
    }
}
