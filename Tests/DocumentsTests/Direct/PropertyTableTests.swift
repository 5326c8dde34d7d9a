import Documents
import FormatSupport
import Foundation
import Testing

@Suite("Tables of properties")
struct PropertyTableTests {
    private static func table(_ keys: [String]) -> PropertyTable {
        let table = PropertyTable(
            CodedClass(name: ""), keys.map { PropertyTable.Property(key: $0, offset: 0, omitsNil: false) })
        table.fill(keys.map { _ in ValueForm(scalar: Int64.self)! })
        return table
    }

    @Test("A key is recognized by all of its bytes", arguments: 1...40)
    func keys(_ count: Int) {
        let key = String(repeating: "k", count: count)
        let table = Self.table([key])
        // Its rows last as long as the table.
        defer { withExtendedLifetime(table) {} }
        let row = table[0]
        for changed in 0..<count {
            var bytes = Array(key.utf8) + [UInt8](repeating: 0x22, count: 24)
            #expect(unsafe bytes.withUnsafeBufferPointer { unsafe row.begins($0.baseAddress!) })
            bytes[changed] = UInt8(ascii: "x")
            #expect(unsafe !bytes.withUnsafeBufferPointer { unsafe row.begins($0.baseAddress!) })
        }
        var buffer = ByteBuffer(capacity: 16)
        row.appendKey(to: &buffer)
        #expect(buffer.count == count && row.key.text == key)
    }

    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4096
    }

    @Test("A table that nobody uses is freed, with its rows")
    func freed() throws {
        weak var freed: PropertyTable?
        do {
            let table = Self.table(["a"])
            freed = table
        }
        #expect(freed == nil)
        let long = String(repeating: "k", count: 1 << 20)
        let before = try Self.residentBytes()
        for _ in 0..<400 { _ = Self.table([long]) }
        #expect(try Self.residentBytes() < before + 200 << 20)
    }
}
