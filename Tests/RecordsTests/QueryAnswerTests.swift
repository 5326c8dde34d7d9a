import Foundation
import Records
import Testing

@Suite("Queries that are answered by reading")
struct QueryAnswerTests {
    /// Records under the identifiers a, b, c …, with these values under `n` and `t`; nil for none.
    private func records(_ values: [(n: ModelScalar?, t: ModelScalar?)]) throws -> [StoredRecord] {
        try values.enumerated().map { number, value in
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            for (key, scalar) in [("n", value.n), ("t", value.t)] {
                guard let scalar else { continue }
                try builder.key(key)
                try builder.append(scalar)
            }
            try builder.end()
            let id = String(UnicodeScalar(UInt8(97 + number)))
            return StoredRecord(id: id, version: StoreVersion(Int64(number)), document: try builder.finish())
        }
    }

    private func query(
        _ order: [(ModelPath, Bool)], offset: Int = 0, limit: Int? = nil,
        where conditions: [(ModelPath, StoreQuery.Test)] = []
    ) -> StoreQuery {
        var query = StoreQuery()
        query.order = order.map { StoreQuery.Order($0, isDescending: $1) }
        query.conditions = conditions.map { StoreQuery.Condition($0, $1) }
        (query.offset, query.limit) = (offset, limit)
        return query
    }

    private func answer(_ query: StoreQuery, _ records: [StoredRecord]) -> String {
        // The order in which records are read makes no difference.
        let found = [records, records.reversed(), Array(records.dropFirst(2) + records.prefix(2))].map {
            query.selection(from: $0).map(\.id).joined()
        }
        #expect(Set(found).count == 1)
        return found[0]
    }

    @Test("Each order has its own direction, and identifiers decide at last")
    func orders() throws {
        let all = try records([
            (.int64(1), .string("x")), (.int64(2), .string("x")), (.int64(1), .string("y")), (.int64(2), nil),
            (.int64(1), .string("x")),
        ])
        #expect(answer(query([]), all) == "abcde")
        #expect(answer(query([(["n"], false)]), all) == "acebd")
        #expect(answer(query([(["n"], true)]), all) == "bdace")
        #expect(answer(query([(["n"], false), (["t"], false)]), all) == "aecdb")
        #expect(answer(query([(["n"], true), (["t"], false)]), all) == "dbaec")
        #expect(answer(query([(["n"], false), (["t"], true)]), all) == "caebd")
        #expect(answer(query([(["n"], true), (["t"], true)]), all) == "bdcae")
        #expect(answer(query([(["t"], false), (["n"], true)]), all) == "dbaec")
        let inOrder = query([(["n"], true), (["t"], false)])
        #expect(inOrder.areInOrder(all[3], all[1]) && !inOrder.areInOrder(all[1], all[3]))
        #expect(inOrder.areInOrder(all[0], all[4]) && !inOrder.areInOrder(all[4], all[0]))
        #expect(inOrder.areInOrder(all[1], all[0]) && !inOrder.areInOrder(all[0], all[1]))
    }

    @Test("The offset comes before the limit, and neither is below zero")
    func parts() throws {
        let all = try records((0..<6).map { (.int64(Int64($0)), nil) })
        for (offset, limit, wanted): (Int, Int?, String) in [
            (0, nil, "abcdef"), (0, 0, ""), (0, 2, "ab"), (2, 2, "cd"), (2, nil, "cdef"), (4, 2, "ef"), (5, 2, "f"),
            (6, 2, ""), (7, nil, ""), (3, 1, "d"), (-1, 2, "ab"), (1, -1, ""), (.max, .max, ""), (1, .max, "bcdef"),
            (0, 6, "abcdef"), (0, 5, "abcde"),
        ] {
            #expect(answer(query([], offset: offset, limit: limit), all) == wanted, "\(offset) \(limit ?? -7)")
        }
        // Only what is found counts.
        let large = query([(["n"], true)], offset: 1, limit: 2, where: [(["n"], .isAtLeast(.int64(2)))])
        #expect(answer(large, all) == "ed")
    }

    @Test("A limit of a test is in it or not, and a value of another kind is in no range")
    func tests() throws {
        let all = try records([
            (.int64(1), nil), (.int64(2), nil), (.double(2.5), nil), (.int64(3), nil), (.string("2"), nil),
            (.bool(true), nil), (.null, nil), (nil, nil), (.double(.nan), nil), (.decimal(2), nil),
        ])
        func found(_ tests: StoreQuery.Test...) -> String { answer(query([], where: tests.map { (["n"], $0) }), all) }
        #expect(found(.isAtLeast(.int64(2))) == "bcdj")
        #expect(found(.isAbove(.int64(2))) == "cd")
        #expect(found(.isAtMost(.int64(2))) == "abfj")
        #expect(found(.isBelow(.int64(2))) == "af")
        #expect(found(.isBelow(.double(2.5))) == "abfj" && found(.isAtMost(.double(2.5))) == "abcfj")
        #expect(found(.isAbove(.double(2.5))) == "d" && found(.isAtLeast(.double(2.5))) == "cd")
        #expect(found(.isAtLeast(.string(""))) == "e" && found(.isBelow(.string("2"))) == "")
        #expect(found(.isAtLeast(.int64(2)), .isBelow(.int64(3))) == "bcj")
        #expect(found(.isOneOf([])) == "" && found(.isAtLeast(.null)) == "" && found(.isAtMost(.double(.nan))) == "")
        #expect(found(.isOneOf([.null])) == "ghi" && found(.isOneOf([.int64(1), .string("2")])) == "aef")
        #expect(found(.isOneOf([.float(2.5), .null])) == "cghi")
    }
}
