import Foundation

/// Reads values from a document.
final class DocumentDecoder: ModelDecoder {
    let context: DecodingContext
    let convertsText: Bool
    let hasNumerals: Bool
    /// Nobody else has it, and no call below calls out while it is accessed but to convert a value: so accesses can't
    /// overlap.
    @exclusivity(unchecked) private var cursor: DocumentCursor

    /// A decoder that stands at the root of a document of a format with these capabilities.
    init(_ document: ModelDocument, context: DecodingContext, capabilities: FormatCapabilities = .all) {
        self.context = context
        unsafe cursor = DocumentCursor(document, context: context, capabilities: capabilities)
        convertsText = unsafe cursor.convertsText
        hasNumerals = unsafe cursor.hasNumerals
    }

    /// The whole document, where the decoder stands at its root and nothing in it stands for something else.
    var wholeDocument: ModelDocument? { unsafe cursor.wholeDocument }

    /// Where the value at the position begins in the file.
    var offset: Int? { unsafe cursor.offset }

    var location: ModelLocation? { unsafe cursor.location }
    var reference: Int? { unsafe cursor.reference }

    func peekKind() throws -> ModelKind { unsafe try cursor.peekKind() }
    func skipValue() throws { unsafe try cursor.skipValue() }
    func finish() throws { unsafe try cursor.finish() }

    func decodeScalar() throws -> ModelScalar { unsafe try cursor.decodeScalar() }
    func decodeNull() throws -> Bool { unsafe try cursor.decodeNull() }
    func decodeBool() throws -> Bool { unsafe try cursor.decodeBool() }
    func decodeInt64() throws -> Int64 { unsafe try cursor.decodeInt64() }
    func decodeUInt64() throws -> UInt64 { unsafe try cursor.decodeUInt64() }
    func decodeFloat() throws -> Float { unsafe try cursor.decodeFloat() }
    func decodeDouble() throws -> Double { unsafe try cursor.decodeDouble() }
    func decodeDecimal() throws -> Decimal { unsafe try cursor.decodeDecimal() }
    func decodeString() throws -> String { unsafe try cursor.decodeString() }
    func decodeData() throws -> Data { unsafe try cursor.decodeData() }
    func decodeDate() throws -> Date { unsafe try cursor.decodeDate() }
    func embeddedArchive() throws -> (any ModelDecoder)? { unsafe try cursor.embeddedArchive() }

    func beginArray() throws -> Int { unsafe try cursor.beginArray() }
    func nextElement() throws -> Bool { unsafe try cursor.nextElement() }
    func beginDictionary() throws -> Int { unsafe try cursor.beginDictionary() }
    func nextEntry() throws -> ModelEntryKey? { unsafe try cursor.nextEntry() }
    func beginObject() throws -> CodedClass? { unsafe try cursor.beginObject() }
    func moveToKey(_ key: ModelKey) throws -> Bool { unsafe try cursor.moveToKey(key) }
    var foundNil: Bool { unsafe cursor.foundNil }
    func objectKeys() throws -> [String] { unsafe try cursor.objectKeys() }
    func endObject() throws { unsafe try cursor.endObject() }
}
