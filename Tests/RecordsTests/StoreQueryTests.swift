import FormatSupport
import Foundation
import Testing

@testable import Records

@Suite("Queries that are answered by reading the records")
struct StoreQueryTests {
    private typealias Value = StoreQuery.Value

    /// Values that are greater from row to row, and equal within one.
    private static let rows: [[ModelScalar?]] = [
        [nil, .null, .double(.nan)], [.int64(.min), .double(-0x1p63)],
        [.int64(.min + 1)], [.double(-0x1p62)], [.int64(-3), .double(-3)], [.double(-2.5), .float(-2.5)], [.int64(-2)],
        [.double(-0.5)], [.int64(0), .bool(false), .double(0), .double(-0.0), .uint64(0), .uid(0)], [.double(0.1), .float(0.1)],
        [.int64(1), .bool(true), .double(1), .decimal(1)], [.decimal(Decimal(string: "1.5")!), .double(1.5)], [.int64(3), .uint64(3)],
        [.double(3.5)], [.int64(4)], [.int64(1 << 53)], [.int64(1 << 53 + 1)], [.int64(.max)], [.uint64(1 << 63), .double(0x1p63)],
        [.double(1e300)], [.double(.infinity)], [.string("")], [.string("10")],
        [.date(Date(timeIntervalSinceReferenceDate: 0)), .string("2001-01-01T00:00:00.000+00:00")], [.string("9")], [.string("Z")],
        [.string("a"), .url(URL(string: "a")!)], [.string("b")], [.string("é")],
    ]

    @Test("What is missing, then numbers, then texts; integers and reals by their exact values")
    func order() {
        let rows = Self.rows
        for (index, row) in rows.enumerated() {
            for (other, second) in rows.enumerated() {
                for (left, right) in row.flatMap({ left in second.map { (Value(left), Value($0)) } }) {
                    #expect((left < right) == (index < other), "\(left) < \(right)")
                    #expect((left == right) == (index == other), "\(left) == \(right)")
                    #expect((left >= right) == (index >= other), "\(left) >= \(right)")
                }
            }
        }
    }

    private static func record(_ id: String, _ members: [(String, ModelScalar)]) throws -> StoredRecord {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (key, scalar) in members {
            try builder.key(key)
            try builder.append(scalar)
        }
        try builder.end()
        return StoredRecord(id: id, version: StoreVersion(1), document: try builder.finish())
    }

    private let records: [StoredRecord]

    init() throws {
        records = try [
            ("e", [("a", ModelScalar.int64(1)), ("b", .string("x"))]), ("d", [("a", .int64(2)), ("b", .string("x"))]),
            ("c", [("a", .double(1.5)), ("b", .string("y"))]), ("b", [("a", .int64(1)), ("b", .string("y"))]),
            ("a", [("b", .string("z"))]), ("f", [("a", .string("1"))]),
        ].map { try Self.record($0.0, $0.1) }
    }

    private func found(_ change: (inout StoreQuery) -> Void) -> String {
        var query = StoreQuery()
        change(&query)
        let found = query.selection(from: records)
        // Both answers are the same.
        for (first, second) in zip(found, found.dropFirst()) {
            #expect(query.areInOrder(first, second) && !query.areInOrder(second, first))
        }
        #expect(Set(records.filter { query.matches($0.document) }.map(\.id)).isSuperset(of: found.map(\.id)))
        return found.map(\.id).joined()
    }

    @Test("Each order has a direction of its own; what is equal is in the order of the identifiers")
    func orders() {
        func order(_ all: (ModelPath, Bool)...) -> String {
            found { $0.order = all.map { StoreQuery.Order($0.0, isDescending: $0.1) } }
        }
        #expect(order() == "abcdef")
        #expect(order((["a"], false)) == "abecdf")
        #expect(order((["a"], true)) == "fdcbea")
        #expect(order((["b"], false), (["a"], false)) == "fedbca")
        #expect(order((["b"], false), (["a"], true)) == "fdecba")
        #expect(order((["b"], true), (["a"], false)) == "abcedf")
        #expect(order((["b"], true), (["a"], true)) == "acbdef")
        #expect(order((["a"], true), (["b"], false)) == "fdceba")
        #expect(order((["none"], true)) == "abcdef")
    }

    @Test(
        "A part of the order",
        arguments: [
            (0, nil, "abecdf"), (1, nil, "becdf"), (0, 2, "ab"), (2, 2, "ec"), (5, 2, "f"), (6, 2, ""), (7, nil, ""), (0, 0, ""),
            (-1, 1, "a"), (0, -1, ""), (2, 9, "ecdf"),
        ] as [(Int, Int?, String)])
    func parts(_ offset: Int, _ limit: Int?, _ ids: String) {
        #expect(found { ($0.order, $0.offset, $0.limit) = ([StoreQuery.Order(["a"])], offset, limit) } == ids)
    }

    @Test(
        "Conditions: the bounds themselves, other kinds, and what is missing",
        arguments: [
            (.isOneOf([.int64(1)]), "be"), (.isOneOf([.double(1), .string("1")]), "bef"), (.isOneOf([]), ""), (.isOneOf([.null]), "a"),
            (.isAtLeast(.double(1.5)), "cd"), (.isAbove(.double(1.5)), "d"), (.isAtMost(.double(1.5)), "bce"),
            (.isBelow(.double(1.5)), "be"),
            (.isAtLeast(.int64(1)), "bcde"), (.isAbove(.int64(1)), "cd"), (.isAtMost(.int64(1)), "be"), (.isBelow(.int64(1)), ""),
            (.isAtLeast(.string("1")), "f"), (.isAbove(.string("1")), ""), (.isAtMost(.string("2")), "f"), (.isBelow(.string("1")), ""),
            (.isAtLeast(.null), ""), (.isBelow(.null), ""), (.isBelow(.double(.nan)), ""), (.isAtLeast(.int64(.min)), "bcde"),
        ] as [(StoreQuery.Test, String)])
    func conditions(_ test: StoreQuery.Test, _ ids: String) {
        #expect(found { $0.conditions = [StoreQuery.Condition(["a"], test)] } == ids)
    }

    @Test("All conditions hold, with an order and a part of it")
    func several() {
        #expect(
            found {
                $0.conditions = [
                    StoreQuery.Condition(["a"], .isAtLeast(.int64(1))),
                    StoreQuery.Condition(["b"], .isOneOf([.string("x"), .string("y")])),
                ]
                ($0.order, $0.offset, $0.limit) = ([StoreQuery.Order(["a"], isDescending: true)], 1, 2)
            } == "cb")
    }

    @Test("An expectation")
    func expectations() {
        let (one, two) = (StoreVersion(1), StoreVersion(2))
        func holds(_ expectation: StoreExpectation, _ version: StoreVersion?) -> Bool {
            do throws(ModelError) {
                try expectation.require(version)
                return true
            } catch {
                #expect(error.code == .fileChanged)
                return false
            }
        }
        #expect(holds(.nothing, nil) && !holds(.nothing, one))
        #expect(holds(.version(one), one) && !holds(.version(one), two) && !holds(.version(one), nil))
        #expect(holds(.anything, nil) && holds(.anything, two))
    }

    @Test("A record with its version comes back, and what is none is an error")
    func versions() throws {
        let record = try Self.record("i", [("version", .string("own")), ("record", .int64(1))])
        let whole = try record.documentWithVersion(limits: .standard)
        let back = try StoredRecord(id: "i", documentWithVersion: whole)
        #expect(back.version == record.version && back.document == record.document && back.id == "i")
        for broken in [ModelDocument(.int64(1)), try Self.record("i", [("version", .int64(1))]).document] {
            #expect(throws: ModelError.self) { try StoredRecord(id: "i", documentWithVersion: ModelDocument(broken.root)) }
        }
        var error = ModelError(.corruptData, "")
        error.path = ["record", "record", "a"]
        #expect(StoredRecord.inRecord(error).path == ["record", "a"])
        error.path = ["version"]
        #expect(StoredRecord.inRecord(error).path == ["version"])
    }

    @Test("A table finds records under a class's earlier names, the present one first, and saves under that alone")
    func formerNames() throws {
        func name(_ className: String, _ id: String) -> RecordName { RecordName(className: className, id: id) }
        let contents = [
            name("New", "1"): "n1", name("Old", "1"): "o1", name("Older", "2"): "x2", name("Old", "2"): "o2", name("Other", "3"): "z",
        ]
        let table = RecordTable(contents) { record, _ in
            record.document.root.stringValue ?? ""
        } decode: { text, id, _ in
            StoredRecord(id: id, version: StoreVersion(rawValue: text), document: ModelDocument(.string(text)))
        }
        let format = FileFormat(store: "table", displayName: "Table", library: "Tests")
        let record = StoreRecord(format: format, className: "New", formerClassNames: ["Old", "Older"])
        #expect(try table.identifiers(of: record) == ["1", "2"])
        #expect(try table.record("1", of: record)?.version.rawValue == "n1")
        #expect(try table.record("2", of: record)?.version.rawValue == "o2")
        #expect(try table.record("3", of: record) == nil)
        #expect(throws: ModelError.self) {
            try table.save(ModelDocument(.string("s")), id: "2", of: record, expecting: .version(StoreVersion(rawValue: "x2")))
        }
        _ = try table.save(ModelDocument(.string("s")), id: "2", of: record, expecting: .version(StoreVersion(rawValue: "o2")))
        #expect(table.contents == [name("New", "1"): "n1", name("Old", "1"): "o1", name("New", "2"): "s", name("Other", "3"): "z"])
        #expect(table.changes == [name("Old", "2"): nil, name("Older", "2"): nil, name("New", "2"): "s"])
        try table.remove("1", of: record, expecting: .anything)
        #expect(table.contents == [name("New", "2"): "s", name("Other", "3"): "z"])
        for id in ["", "a\0b"] {
            #expect(throws: ModelError.self) { try table.save(ModelDocument(.null), id: id, of: record, expecting: .anything) }
        }
    }
}
