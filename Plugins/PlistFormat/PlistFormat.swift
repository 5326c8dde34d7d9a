import Documents
import FormatSupport
import PropertyListCodec

/// Plain property lists: XML, binary, and text in the old OpenStep style, which is written if
/// `FileFormat.openStepPropertyList` is named.
///
/// Models become dictionaries of their properties, in the order of their declaration. Properties that are nil are
/// omitted. A value without a type in property lists is stored as data that contains a keyed archive: nulls in arrays
/// and dictionaries, geometry, URLs with a base, and in XML dates with fractions of a second and text with control
/// characters. Sets become arrays. Decimals, UUIDs and other URLs become text. A UID, by which a property list refers
/// to the objects of a keyed archive, is a separate kind of scalar. A model reads it as an integer. In XML it is a
/// dictionary with the key `CF$UID`, as in Apple's tools. A dictionary's own key with this name is written with an
/// escape.
///
/// If an object's class isn't the class that its property or array declares, the object names its class under the key
/// `$class`, which is then its first key. A shared object is written each time, and a cycle is an error.
public struct PlistFormat: FormatProvider {
    /// The handling of a fraction of a second in XML, because dates in XML have no fractions.
    public enum FractionalDates: Sendable, Hashable {
        /// The date is written as a keyed archive. Nothing is lost, but other programs read data instead of a date.
        case archived
        /// The date is rounded to a whole second.
        case rounded
    }

    /// The indentation of elements in XML. Deeper elements than 64 levels aren't indented further.
    public enum Indentation: Sendable, Hashable {
        /// A tab for each level, as in Apple's tools.
        case tabs
        /// A number of spaces for each level.
        case spaces(Int)
        /// Everything on one line.
        case none

        var writer: XMLPropertyListWriter {
            switch self {
            case .tabs: XMLPropertyListWriter()
            case .spaces(let width): XMLPropertyListWriter(indentation: 0x20, width: width)
            case .none: XMLPropertyListWriter(breaksLines: false)
            }
        }
    }

    /// The indentation of XML.
    public var indentation: Indentation
    /// True to write the keys of objects and dictionaries in the order of their UTF-8 bytes.
    public var sortsKeys: Bool
    /// The handling of a fraction of a second in XML, because dates in XML have no fractions.
    public var fractionalDates: FractionalDates
    /// The style of property names in files, for properties whose classes declare no key. Nil: the names unchanged.
    public var keys: KeyStyle?
    /// The handling of a key that a dictionary contains more than once, in all three styles. Apple's tools write and
    /// read such files. They use the last value.
    public var duplicateKeys: DuplicateKeys
    /// Determines how properties with the values of a new instance are written, for classes that don't declare it.
    public var writtenDefaults: WrittenDefaults

    /// Creates the provider of the formats with these options.
    public init(
        indentation: Indentation = .tabs, sortsKeys: Bool = false,
        fractionalDates: FractionalDates = .archived, keys: KeyStyle? = nil, duplicateKeys: DuplicateKeys = .error,
        writtenDefaults: WrittenDefaults = .all
    ) {
        self.writtenDefaults = writtenDefaults
        self.indentation = indentation
        self.sortsKeys = sortsKeys
        self.fractionalDates = fractionalDates
        self.keys = keys
        self.duplicateKeys = duplicateKeys
    }

    public var formats: [FileFormat] { [.xmlPropertyList, .binaryPropertyList] }

    public func capabilities(of format: FileFormat) -> FormatCapabilities {
        if format.isOpenStep { return [.nonFinite, .floats, .longNumbers, .data] }
        if format == .binaryPropertyList { return [.nonFinite, .floats, .data, .exactDates, .uids, .archives, .uncountedMembers] }
        let dates: FormatCapabilities = fractionalDates == .rounded ? .exactDates : .wholeDates
        return [.nonFinite, .numerals, .longNumbers, .data, dates, .uids, .archives, .uncountedMembers]
    }

    public func conventions(of format: FileFormat) -> FileConventions {
        FileConventions(keyStyle: keys, writtenDefaults: writtenDefaults)
    }

    /// Reads a property list in any of the three styles. The content determines the style, whatever format the caller
    /// names.
    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        // A damaged file that should be a binary property list isn't read as text.
        let isBinary =
            BinaryPropertyListReader.canRead(content)
            || context.format == .binaryPropertyList && !XMLPropertyList.canRead(content)
                && OpenStepDetection.detect(content) == nil
        if isBinary {
            var reader = try BinaryPropertyListParser(content, duplicateKeys)
            try reader.read(into: &builder)
        } else if XMLPropertyList.canRead(content) {
            var parser = try XMLPropertyListParser(content, duplicateKeys)
            try parser.read(into: &builder)
        } else {
            try OpenStepBuilder.read(content, duplicateKeys, into: &builder)
        }
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        walker.sortsKeys = sortsKeys
        if context.format.isOpenStep {
            return try OpenStepSerializer(indentation: indentation, limits: context.limits).file(&walker)
        }
        if context.format == .binaryPropertyList {
            var serializer = BinaryPropertyListSerializer(limits: context.limits)
            walker.sharesLongText = true
            walker.sharesLongData = true
            try serializer.write(&walker)
            return try serializer.finish()
        }
        var serializer = XMLPropertyListSerializer(limits: context.limits, writer: indentation.writer)
        try serializer.write(&walker)
        guard let data = serializer.finish() else {
            throw ModelError(.bytesExceeded, "More than \(context.limits.bytes) bytes.")
        }
        return data
    }
}

extension PlistFormat {
    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        guard duplicateKeys == .error else { return false }
        if var reader = BinaryDirectReader(content) { return target.read(from: &reader) { _ in true } }
        guard var reader = XMLDirectReader(content) else { return false }
        return target.read(from: &reader) { reader in reader.isAtEnd }
    }

    public func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        if context.format.isOpenStep { return nil }
        if context.format == .binaryPropertyList {
            var serializer = BinaryPropertyListSerializer(limits: context.limits, sortsKeys: sortsKeys)
            return source.write(to: &serializer) ? try? serializer.finish() : nil
        }
        var serializer = XMLPropertyListSerializer(
            limits: context.limits, sortsKeys: sortsKeys, writer: indentation.writer)
        return source.write(to: &serializer) ? serializer.finish() : nil
    }
}

extension PlistFormat: TextFormatProvider {
    /// Returns the outline of text in the format's own style, XML or OpenStep. Returns nil for the other styles.
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        let isXML = XMLPropertyList.canRead(content)
        guard isXML != context.format.isOpenStep, !BinaryPropertyListReader.canRead(content) else { return nil }
        var builder = DocumentBuilder(limits: context.limits)
        guard isXML else {
            try OpenStepBuilder.read(content, duplicateKeys, into: &builder)
            return try OpenStepOutline.outline(of: builder.finish())
        }
        var parser = try XMLPropertyListParser(content, duplicateKeys)
        try parser.read(into: &builder)
        return try parser.outline(of: builder.finish())
    }
}

extension FileFormat {
    /// A property list as text in the old OpenStep style, as in Xcode's projects and `.strings` files. It contains
    /// keys, text and data. Numbers, dates and all other values become text, booleans `YES` or `NO`. Null is an
    /// error.
    ///
    /// The format is a dialect of ``xmlPropertyList``, and the two formats are equal. Detection returns this format
    /// for files in the style.
    public static let openStepPropertyList = FileFormat(
        "xmlPropertyList", displayName: "OpenStep property list", fileExtension: "plist", library: "PlistFormat"
    ).written(in: "openStep")

    /// True for the old text style of property lists.
    var isOpenStep: Bool { style != nil && style == Self.openStepPropertyList.style && self == .xmlPropertyList }
}

extension ModelError {
    /// Creates the error for an error of a scanner, with its location in the text.
    init(_ error: PropertyListError, in text: ByteSource) {
        self.init(.corruptData, error.reason)
        location = ModelLocation(error.offset, in: text)
    }
}

extension ModelLocation {
    /// Creates the location of an offset in a text, with its line and column. The time is linear in the offset.
    init(_ offset: Int, in text: ByteSource) {
        var lines = LineCounter()
        let (line, column) = lines.lineAndColumn(at: offset, in: text)
        self.init(byteOffset: offset, line: line, column: column)
    }
}
