import FormatSupport
import Foundation

/// Writes an encrypted file: the same fields and sizes give the same layout.
struct CryptoContainerWriter: ~Copyable {
    private var writer: BinaryPropertyListWriter
    private var objects: [UInt32]
    private var entries: [UInt32] = []
    private let cypherOffset: Int
    private let cypherCount: Int

    /// - Parameter cypherCount: How many encrypted bytes there will be.
    private init(cypherCount: Int) {
        writer = BinaryPropertyListWriter(capacity: cypherCount + 4096)
        // First of all, so that it stays where it is when the references of containers shrink in the end.
        let cypher = writer.append(unfilledDataOfCount: cypherCount)
        cypherOffset = cypher.offset
        self.cypherCount = cypherCount
        objects = [writer.append("$null"), 0]
        add("cypher", cypher.number)
    }

    /// The file with these fields, besides the encrypted bytes, which `fill` writes when all others stand there.
    static func file(
        _ fields: [(key: String, value: CryptoField)], cypherCount: Int,
        fill: (_ cypher: UnsafeMutableRawBufferPointer, _ context: [UnsafeRawBufferPointer]) throws -> Void
    ) throws -> Data {
        var container = CryptoContainerWriter(cypherCount: cypherCount)
        for (key, value) in fields { container.add(key, value) }
        let cypher = container.cypherOffset..<container.cypherOffset + cypherCount
        var file = try container.finish()
        try unsafe file.withUnsafeMutableBytes { bytes in
            let head = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<cypher.lowerBound])
            let tail = unsafe UnsafeRawBufferPointer(rebasing: bytes[cypher.upperBound...])
            unsafe try fill(UnsafeMutableRawBufferPointer(rebasing: bytes[cypher]), [head, tail])
        }
        return file
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
            add(key, writer.append(dictionary: entries.span))
        }
    }

    /// Adds a key of the root, whose value is the property list's object of that number.
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
        let classes = writer.append(array: numbers.span)
        let entries = [writer.append("$classname"), numbers[0], writer.append("$classes"), classes]
        return reference(to: writer.append(dictionary: entries.span))
    }

    private consuming func finish() throws -> Data {
        let key = writer.append("$class")
        entries += [key, classReference(["CryptoArchive", "NSObject"])]
        // Copies, because the writer may not be changed while a part of the same value is read.
        let entries = entries
        objects[1] = writer.append(dictionary: entries.span)
        let objects = objects
        let top = [writer.append("root"), writer.append(uid: 1)]
        let archive = [
            writer.append("$version"), writer.append(100_000 as Int64), writer.append("$archiver"),
            writer.append("NSKeyedArchiver"), writer.append("$top"), writer.append(dictionary: top.span),
            writer.append("$objects"), writer.append(array: objects.span),
        ]
        return try writer.finish(top: writer.append(dictionary: archive.span))
    }
}
