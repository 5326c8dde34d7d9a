import DefaultsStore
import Foundation
import ModelCore
import PropertyListCodec
import TestSupport
import Testing

@testable import DefaultsFiles

/// Small files that would take very long, or fill the memory: each is read, or refused, in little time.
@Suite("Defaults files that mean harm")
struct DefaultsHostilityTests {
    private let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

    /// A binary list of objects' bytes.
    ///
    /// - Parameter more: What numbers there are besides the objects' own: each leads to so many bytes behind the
    ///   beginning of an object.
    private func binary(
        _ objects: [[UInt8]], more: [(object: Int, offset: Int)] = [], referenceSize: Int = 3
    ) -> Data {
        var data = Data("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(data.count)
            data += object
        }
        for number in more { offsets.append(offsets[number.object] + number.offset) }
        let table = data.count
        data += bytes(offsets, 4) + [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)]
        data += bytes([offsets.count, 0, table], 8)
        return data
    }

    /// Numbers of so many bytes each: references, for one.
    private func bytes(_ numbers: some Sequence<Int>, _ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers {
            for shift in stride(from: 8 * size - 8, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes
    }

    /// The six bytes of an object's head that has so many units.
    private func head(_ marker: UInt8, _ count: Int) -> [UInt8] { [marker | 0x0F, 0x12] + bytes([count], 4) }

    /// A dictionary with the object 2, which comes next, under the key `a`, which is the object 1.
    private func root(referenceSize: Int = 3) -> [[UInt8]] {
        [[0xD1] + bytes([1, 2], referenceSize), [0x51, UInt8(ascii: "a")]]
    }

    @Test("A long key that a dictionary has very often is read once")
    func longKey() throws {
        let count = 300_000
        let entries = head(0xD0, count) + bytes(repeatElement(1, count: 2 * count), 3)
        let file = binary([entries, head(0x50, long.count) + long])
        // Read each time, these would be 300 gigabytes.
        var replaced = Data()
        var error: ModelError?
        let seconds = try threadSeconds {
            replaced = try BinaryDefaults.replacing(["a"], in: file, with: [], limits: .standard)
            error = failure { _ = try DefaultsContent(file, limits: .standard) }
        }
        #expect(seconds < 5 && replaced.count < file.count && error?.code == .duplicateKey)
    }

    @Test("A long value that has very many numbers is copied once", arguments: [0x50, 0x40] as [UInt8])
    func longValue(marker: UInt8) throws {
        let count = 300_000
        let array = head(0xA0, count) + bytes(3..<3 + count, 3)
        let file = binary(
            root() + [array, head(marker, long.count) + long],
            more: Array(repeating: (object: 3, offset: 0), count: count - 1))
        // Copied each time, these would be 300 gigabytes.
        var content: DefaultsContent?
        var replaced = Data()
        let seconds = try threadSeconds {
            content = try DefaultsContent(file, limits: .standard)
            replaced = try content?.replacing(["b"], with: nil, limits: .standard) ?? Data()
        }
        #expect(seconds < 5 && content?.values["a"]?.count == count && replaced.count < file.count)
        #expect(try DefaultsContent(replaced, limits: .standard).values["a"]?.count == count)
    }

    @Test("Long values that overlap are refused", arguments: [0x50, 0x40] as [UInt8])
    func overlappingValues(marker: UInt8) {
        let count = 100_000
        let array = head(0xA0, count) + bytes(3..<3 + count, 3)
        // Each is a megabyte that begins with the next one's head: 100 gigabytes in all.
        let values = Array(repeating: head(marker, long.count), count: count).flatMap { $0 } + long
        let file = binary(root() + [array, values], more: (1..<count).map { (object: 3, offset: 6 * $0) })
        var error: PropertyListError?
        let seconds = threadSeconds {
            error = #expect(throws: PropertyListError.self) { try BinaryDefaults.check(file, limits: .standard) }
        }
        #expect(seconds < 5 && error?.reason.contains("overlap") == true)
    }

    @Test("Arrays that overlap are refused")
    func overlappingArrays() {
        let (count, size) = (20_000, 0x1_0001)
        let array = head(0xA0, count) + bytes(3..<3 + count, 2)
        // Each begins with the next one's head, whose six bytes are references to the objects 0xAF12, 1 and 1.
        let arrays = Array(repeating: head(0xA0, size), count: count).flatMap { $0 }
        let last = arrays + bytes(repeatElement(1, count: size), 2)
        let starts = (1..<count).map { (object: 3, offset: 6 * $0) }
        let texts = Array(repeating: (object: 1, offset: 0), count: 0xAF13 - 4 - starts.count)
        let file = binary(root(referenceSize: 2) + [array, last], more: starts + texts, referenceSize: 2)
        var error: PropertyListError?
        let seconds = threadSeconds {
            error = #expect(throws: PropertyListError.self) { try BinaryDefaults.check(file, limits: .standard) }
        }
        #expect(seconds < 5 && error?.reason.contains("overlap") == true)
    }

    @Test("A long text that a class has as its key very often is one key")
    func ownedKeys() throws {
        let text = String(repeating: "x", count: 4096)
        var writer = BinaryPropertyListWriter()
        let keys = [UInt32](repeating: writer.append(text), count: 300_000)
        let owners = [writer.append("Owner"), writer.append(array: keys.span)]
        let entries = [writer.append(DefaultsOwners.key), writer.append(dictionary: owners.span)]
        let file = try writer.finish(top: writer.append(dictionary: entries.span))
        var content: DefaultsContent?
        let seconds = try threadSeconds { content = try DefaultsContent(file, limits: .standard) }
        #expect(seconds < 5 && content?.owners.keys == ["Owner": [text]])
    }

    @Test("An archive under very many keys is opened once")
    func archive() throws {
        let folder = try DefaultsFolder()
        let archive = try KeyedArchive().encode(Array(0..<50_000))
        var writer = BinaryPropertyListWriter()
        let value = writer.append(archive)
        let keys = (0..<20_000).map { writer.append("k\($0)") }
        let owners = [writer.append("Owner"), writer.append(array: keys.span)]
        let entries =
            keys.flatMap { [$0, value] }
            + [writer.append(DefaultsOwners.key), writer.append(dictionary: owners.span)]
        try folder.write(try writer.finish(top: writer.append(dictionary: entries.span)), to: "plain")
        let record = StoreRecord(format: PlainDefaults.saveFormat, className: "Owner", propertyNames: [])
        var error: ModelError?
        let seconds = threadSeconds {
            error = folder.use { failure { _ = try folder.store.document(for: record) } }
        }
        #expect(seconds < 5 && error?.code == .nodesExceeded)
    }
}
