import FormatSupport
import Foundation
import ModelCore

/// Plain property lists: XML and binary; text in the old OpenStep style is read too.
///
/// Models become dictionaries of their properties, in the order of their declaration. Properties that are nil are left out. What a
/// property list has no type for stands in it as a keyed archive, as data: nulls in arrays and dictionaries, geometry, URLs with a
/// base, and in XML dates with fractions of a second and text with control characters. Sets become arrays, decimals, UUIDs and other URLs text.
///
/// An object whose class isn't the one that its property or array declares says its class under the key `$class`, which then is its
/// first. Shared objects are written each time; a cycle is an error.
public struct PlistFormat: FormatProvider {
    /// What becomes of the fraction of a date's second in XML, whose dates have none.
    public enum FractionalDates: Sendable, Hashable {
        /// The date is written as a keyed archive: nothing is lost, and other programs see data.
        case archived
        /// The date is rounded to a whole second.
        case rounded
    }

    /// How XML is indented.
    public var indentation: XMLPropertyListWriter.Indentation
    /// True to write the keys of objects and dictionaries in the order of their UTF-8 bytes.
    public var sortsKeys: Bool
    /// What becomes of the fraction of a date's second in XML.
    public var fractionalDates: FractionalDates

    /// The formats with these options.
    public init(
        indentation: XMLPropertyListWriter.Indentation = .tabs, sortsKeys: Bool = false,
        fractionalDates: FractionalDates = .archived
    ) {
        self.indentation = indentation
        self.sortsKeys = sortsKeys
        self.fractionalDates = fractionalDates
    }

    public var formats: [FileFormat] { [.xmlPropertyList, .binaryPropertyList] }

    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        format == .binaryPropertyList
            ? BinaryPropertyListEncoder(context: context, sortsKeys: sortsKeys)
            : XMLPropertyListEncoder(
                context: context, indentation: indentation, sortsKeys: sortsKeys,
                roundsDates: fractionalDates == .rounded)
    }

    /// A decoder for a property list in any of the three styles: the content tells which, whatever `format` says.
    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        if BinaryPropertyListReader.canRead(content) {
            return try BinaryPropertyListDecoder(content, context: context)
        }
        if XMLPropertyList.canRead(content) { return try XMLPropertyListDecoder(content, context: context) }
        // What was cut off of a binary one isn't text.
        if format == .binaryPropertyList, !OpenStepDetection.looksLikePropertyList(content) {
            return try BinaryPropertyListDecoder(content, context: context)
        }
        return try OpenStepDecoder(content, context: context)
    }
}
