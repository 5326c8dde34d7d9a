import FormatSupport
import Foundation
import ModelCore

/// Reads files of version 3: passes the calls on to a ``FastReader``.
@safe
final class FastDecoder: ModelDecoder {
    let context: DecodingContext

    /// Behind a pointer, because each access to a class's property of this size would be checked for exclusivity while the
    /// program runs. One thread uses a decoder, and no access is open while another function of this class is called.
    private let pointer: UnsafeMutablePointer<FastReader>
    /// False for a file of version 2, which was made into one of version 3.
    private let hasPlaces: Bool

    private var reader: FastReader {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) _modify { yield unsafe &pointer.pointee }
    }

    init(
        _ source: ByteSource, header: FastHeader, hasPlaces: Bool, context: DecodingContext, reading: FastCoder.Reading
    ) throws {
        self.context = context
        self.hasPlaces = hasPlaces
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(
            to: FastReader(source, header: header, reading: reading, limits: context.limits))
        // What isn't asked for is to be refused too; and whether an early file is aligned, only the whole tells.
        if reading == .valuesOnly || header.mayBeEarly { try reader.scan() }
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    var location: ModelLocation? {
        hasPlaces ? ModelLocation(byteOffset: reader.position) : nil
    }

    var reference: Int? { reader.reference() }

    func peekKind() throws -> ModelKind { try reader.peekKind() }
    func skipValue() throws { try reader.skip() }

    // MARK: Scalars

    func decodeScalar() throws -> ModelScalar { try reader.decodeScalar() }
    func decodeNull() throws -> Bool { try reader.decodeNull() }

    func decodeBool() throws -> Bool {
        if let value = try reader.decodeBool() { return value }
        return try convertScalar(ScalarConversion.bool)
    }

    func decodeInt64() throws -> Int64 {
        if let value = try reader.decodeInt64() { return value }
        return try convertScalar(ScalarConversion.int64)
    }

    func decodeUInt64() throws -> UInt64 {
        let place = location
        if let value = try reader.decodeInt64() {
            guard let unsigned = UInt64(exactly: value) else {
                throw ModelError(.outOfRange, expected: "uint64", found: "the number \(value)").at(place)
            }
            return unsigned
        }
        return try convertScalar(ScalarConversion.uint64)
    }

    func decodeDouble() throws -> Double {
        if let value = try reader.decodeDouble() { return value }
        return try convertScalar(ScalarConversion.double)
    }

    func decodeString() throws -> String {
        if let value = try reader.decodeString() { return value }
        return try convertScalar(ScalarConversion.string)
    }

    // MARK: Containers

    func beginArray() throws -> Int { try reader.beginArray() }
    func nextElement() throws -> Bool { try reader.nextElement() }
    func beginDictionary() throws -> Int { try reader.beginDictionary() }
    func nextEntry() throws -> ModelEntryKey? { try reader.nextEntry() }
    func beginObject() throws -> CodedClass? { try reader.beginObject() }
    func moveToKey(_ key: ModelKey) throws -> Bool { try reader.moveToKey(key) }
    var foundNil: Bool { reader.foundNil }
    func objectKeys() throws -> [String] { try reader.objectKeys() }
    func endObject() throws { try reader.endObject() }

    /// The archive in a chunk of type 47: an object, in the format that it was made in.
    func embeddedArchive() throws -> (any ModelDecoder)? {
        guard try reader.isAtArchive() else { return nil }
        let start = reader.position
        let scalar = try reader.decodeScalar()
        let decoder = try KeyedArchive.embeddedDecoder(in: scalar, context: context)
        if decoder == nil { reader.position = start }
        return decoder
    }

    func finish() throws {
        guard reader.position == reader.source.count else {
            throw error(.corruptData, "Something follows the value that the file holds.")
        }
    }
}

extension FastReader {
    /// True where the value at the position is a keyed archive.
    mutating func isAtArchive() throws -> Bool {
        guard position < source.count, source[position] != ChunkType.string.rawValue else { return false }
        return try target().type == .keyedArchive
    }
}
