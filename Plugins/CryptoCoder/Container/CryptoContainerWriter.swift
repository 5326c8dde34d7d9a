import FormatSupport
import PropertyListCodec

/// Writes an encrypted file. The same fields with the same sizes always give the same layout.
struct CryptoContainerWriter: ~Copyable {
    private var writer: BinaryPropertyListWriter
    private var objects: [UInt32]
    private var entries: [UInt32] = []

    /// Returns a file with these fields and the encrypted archive.
    ///
    /// - Parameters:
    ///   - archive: The bytes to encrypt.
    ///   - extraCount: The number of bytes that encryption adds.
    ///   - encrypt: Encrypts the archive in place, so that no unencrypted copy of it is left. It is called when all
    ///     other bytes of the file are final.
    @safe
    static func file(
        _ fields: [(key: String, value: CryptoField)], archive: consuming ByteBuffer, extraCount: Int,
        encrypt: (
            _ cypher: UnsafeMutableBufferPointer<UInt8>, _ head: UnsafeBufferPointer<UInt8>,
            _ tail: UnsafeBufferPointer<UInt8>
        ) throws -> Void
    ) throws -> Data {
        archive.append(repeating: 0, count: extraCount)
        let count = archive.count
        let start = BinaryPropertyListWriter.offsetOfFirstData(count: count)
        var container = CryptoContainerWriter(archive)
        for (key, value) in fields { container.add(key, value) }
        var file = try container.finish()
        try file.withMutableBytes { bytes in
            let (all, end) = (UnsafeBufferPointer(bytes), start + count)
            unsafe try encrypt(bytes.part(start..<end), all.part(0..<start), all.part(end..<bytes.count))
        }
        return file.takeData()
    }

    private init(_ archive: consuming ByteBuffer) {
        writer = BinaryPropertyListWriter(firstData: archive)
        objects = [writer.append("$null"), 0]
        add("cypher", 0)
    }

    private mutating func add(_ key: String, _ value: CryptoField) {
        switch value {
        case .data(let bytes): add(key, writer.append(Data(bytes)))
        case .text(let text): add(key, writer.append(text))
        case .integer(let value): add(key, writer.append(Int64(value)))
        case .real(let value): add(key, writer.append(value))
        case .mutableData(let bytes):
            let names = ["NSMutableData", "NSData", "NSObject"]
            let entries = [
                writer.append("NS.data"), writer.append(Data(bytes)), writer.append("$class"), classReference(names),
            ]
            add(key, writer.append(dictionary: entries))
        }
    }

    /// Adds a key of the root. `number` is the number of its value among the property list's objects.
    private mutating func add(_ key: String, _ number: UInt32) {
        let key = writer.append(key)
        entries += [key, reference(to: number)]
    }

    private mutating func reference(to number: UInt32) -> UInt32 {
        objects.append(number)
        return writer.append(uid: objects.count - 1)
    }

    private mutating func classReference(_ names: [String]) -> UInt32 {
        let numbers = names.map { writer.append($0) }
        let classes = writer.append(array: numbers)
        let entries = [writer.append("$classname"), numbers[0], writer.append("$classes"), classes]
        return reference(to: writer.append(dictionary: entries))
    }

    private consuming func finish() throws -> ByteBuffer {
        let key = writer.append("$class")
        entries += [key, classReference(["CryptoArchive", "NSObject"])]
        // Copies, because the writer may not be changed while a part of the same value is read.
        let entries = entries
        objects[1] = writer.append(dictionary: entries)
        let objects = objects
        let top = [writer.append("root"), writer.append(uid: 1)]
        let archive = [
            writer.append("$version"), writer.append(100_000 as Int64), writer.append("$archiver"),
            writer.append("NSKeyedArchiver"), writer.append("$top"), writer.append(dictionary: top),
            writer.append("$objects"), writer.append(array: objects),
        ]
        let number = writer.append(dictionary: archive)
        return try writer.finishBuffer(top: number)
    }
}
