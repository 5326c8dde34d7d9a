import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Plain property lists: XML and binary; text in the old OpenStep style is read too.
///
/// Models become dictionaries of their properties, in the order of their declaration. Properties that are nil are left
/// out. What a property list has no type for stands in it as a keyed archive, as data: nulls in arrays and
/// dictionaries, geometry, URLs with a base, and in XML dates with fractions of a second and text with control
/// characters. Sets become arrays, decimals, UUIDs and other URLs text. A UID, by which a property list refers to the
/// objects of a keyed archive, is a scalar of its own; a model reads it as an integer. In XML it is a dictionary with
/// the key `CF$UID`, as Apple's tools have it; a dictionary's own key of that name is written with an escape.
///
/// An object whose class isn't the one that its property or array declares says its class under the key `$class`, which
/// then is its first. Shared objects are written each time; a cycle is an error.
public struct PlistFormat: FormatProvider {
    /// What becomes of the fraction of a date's second in XML, whose dates have none.
    public enum FractionalDates: Sendable, Hashable {
        /// The date is written as a keyed archive: nothing is lost, and other programs see data.
        case archived
        /// The date is rounded to a whole second.
        case rounded
    }

    /// How deep elements are indented: in XML, up to 64 levels.
    public enum Indentation: Sendable, Hashable {
        /// A tab a level, as Apple's tools do.
        case tabs
        /// That many spaces a level.
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

    /// How XML is indented.
    public var indentation: Indentation
    /// True to write the keys of objects and dictionaries in the order of their UTF-8 bytes.
    public var sortsKeys: Bool
    /// What becomes of the fraction of a date's second in XML.
    public var fractionalDates: FractionalDates
    /// How the names of properties are written and read for which their classes say no key; nil for as they are.
    public var keys: KeyStyle?
    /// The handling of a key that a dictionary contains more than once, in all three styles. Apple's tools write and
    /// read such files. They use the last value.
    public var duplicateKeys: DuplicateKeys

    /// The formats with these options.
    public init(
        indentation: Indentation = .tabs, sortsKeys: Bool = false,
        fractionalDates: FractionalDates = .archived, keys: KeyStyle? = nil, duplicateKeys: DuplicateKeys = .error
    ) {
        self.indentation = indentation
        self.sortsKeys = sortsKeys
        self.fractionalDates = fractionalDates
        self.keys = keys
        self.duplicateKeys = duplicateKeys
    }

    public var formats: [FileFormat] { [.xmlPropertyList, .binaryPropertyList] }

    public func capabilities(of format: FileFormat) -> FormatCapabilities {
        if format == .binaryPropertyList { return [.nonFinite, .floats, .data, .exactDates, .uids, .archives] }
        let dates: FormatCapabilities = fractionalDates == .rounded ? .exactDates : .wholeDates
        return [.nonFinite, .numerals, .data, dates, .uids, .archives]
    }

    public func conventions(of format: FileFormat) -> FileConventions { FileConventions(keyStyle: keys) }

    public func requiredFormat(for type: Any.Type) -> FileFormat? { nil }

    /// Reads a property list in any of the three styles: the content tells which, whatever the format is said to be.
    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        // What was cut off of a binary one isn't text.
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
        if context.format == .binaryPropertyList {
            var serializer = BinaryPropertyListSerializer(limits: context.limits)
            return try serializer.write(&walker)
        }
        var serializer = XMLPropertyListSerializer(limits: context.limits, writer: indentation.writer)
        return try serializer.write(&walker)
    }
}

extension PlistFormat: TextFormatProvider {
    /// The outline of an XML property list; nil for the other styles.
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        guard XMLPropertyList.canRead(content) else { return nil }
        var parser = try XMLPropertyListParser(content, duplicateKeys)
        var builder = DocumentBuilder(limits: context.limits)
        try parser.read(into: &builder)
        return try parser.outline(of: builder.finish())
    }
}

extension ModelError {
    /// What a scanner of a text complains of.
    init(_ error: PropertyListError, in text: ByteSource) {
        self.init(.corruptData, error.reason)
        location = ModelLocation(error.offset, in: text)
    }
}

extension ModelLocation {
    /// A place in a text, with its line and column. Linear in the offset.
    init(_ offset: Int, in text: ByteSource) {
        var lines = LineCounter()
        let (line, column) = lines.lineAndColumn(at: offset, in: text)
        self.init(byteOffset: offset, line: line, column: column)
    }
}
