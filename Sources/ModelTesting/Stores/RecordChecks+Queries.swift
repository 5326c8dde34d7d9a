import Foundation
import Records

extension StoreCheck {
    /// The check of queries over random records.
    package static let recordQueries = StoreCheck(
        "recordQueries", "A query finds what reading all records finds, in the same order."
    ) { run in
        guard let store = run.contract.store as? any RecordStore else { return }
        let record = run.record("ContractQueried", [])
        var random = QueryRandom(state: 20_261_128)
        try store.transaction(in: run.contract.format) { transaction in
            for id in try transaction.identifiers(of: record) {
                try transaction.remove(id, of: record, expecting: .anything)
            }
            for number in 0..<150 {
                _ = try transaction.save(
                    try random.document(), id: "\(number)", of: record, expecting: .nothing)
            }
        }
        try store.snapshot(in: run.contract.format) { snapshot in
            let all = try snapshot.records(of: record)
            for number in 0..<400 {
                var query = random.query()
                if number == 0 {
                    // As many conditions and orders as stores have to answer.
                    let condition = StoreQuery.Condition(["n"], .isAtLeast(.int64(3)))
                    query.conditions = Array(repeating: condition, count: StoreQuery.mostConditions)
                    query.order = (0..<StoreQuery.mostOrders).map { .init(QueryRandom.paths[$0 % 12]) }
                }
                let (wanted, found) = (
                    query.selection(from: all).map(\.id), try snapshot.records(of: record, matching: query).map(\.id)
                )
                if wanted != found {
                    return run.fail("\(query)", expected: "\(wanted)", found: "\(found)")
                }
            }
        }
        try run.checkLoops(over: record, in: store)
    }
}

extension StoreRun {
    /// Checks loops whose bodies change records so that a changed record would come again after the remaining
    /// records.
    fileprivate func checkLoops(over record: StoreRecord, in store: any RecordStore) throws {
        var query = StoreQuery()
        query.order = [.init(["n"])]
        try store.transaction(in: contract.format) { transaction in
            let wanted = try transaction.records(of: record, matching: query).map(\.id)
            var found: [String] = []
            try transaction.forEachRecord(of: record, matching: query) { next in
                found.append(next.id)
                guard found.count <= wanted.count else { return }
                if found.count % 5 == 0 {
                    return try transaction.remove(next.id, of: record, expecting: .version(next.version))
                }
                _ = try transaction.save(
                    try ModelDocument(encoding: ["n": 1000 - found.count]), id: next.id, of: record,
                    expecting: .version(next.version))
            }
            expect(found == wanted, "a loop that changes each record", "\(wanted)", "\(found)")
            let turned = Array(wanted.enumerated().filter { $0.offset % 5 != 4 }.map(\.element).reversed())
            let left = try transaction.records(of: record, matching: query).map(\.id)
            expect(left == turned, "the records that a loop has changed", "\(turned)", "\(left)")
        }
    }
}

/// Makes random documents and queries. The same state gives the same documents and queries.
private struct QueryRandom {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
        // The constants of Knuth's MMIX.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(count))
    }

    static let paths: [ModelPath] = [
        ["n"], ["t"], ["d"], ["any"], ["deep", "n"], ["deep", "a.b"], ["list", 1], ["it's"], ["k\"q"], ["é"], ["$k"],
        ["none"], ["N"], ["list", 4_294_967_297], ["😀"], ["%_"], ["'; DROP TABLE model_record; --"], ["a b"], ["-1"], ["0"],
        ["#"], ["*"], ["/"], ["b\\s"], ["\u{1F}\t"], ["[0]"], ["x.y"], ["deep", "more", "n"], ["nul"],
    ]
    /// The keys whose values are of all kinds.
    static let keys = paths.compactMap { path -> String? in
        guard path.components.count == 1, case .key(let key) = path.components[0] else { return nil }
        return ["none", "nul"].contains(key) ? nil : key
    }

    mutating func scalar() -> ModelScalar {
        switch next(18) {
        case 0: .null
        case 1: .bool(next(2) == 0)
        case 2, 3: .int64(Int64(next(7) - 3))
        case 4: .int64([.max, .min, 1 << 53, (1 << 53) + 1][next(4)])
        case 5: .double([0.1, -0.5, 2, 1e300, -1e-300, 9_007_199_254_740_992, 123_456.789][next(7)])
        case 6: .double(Double(next(1_000_000)) / 7)
        case 7:
            .decimal(
                Decimal(
                    string: [
                        "0.1", "2", "12345678901234567890.5", "-3.25", "9007199254740993", "9007199254740992",
                        "9223372036854775807", "-9007199254740993",
                    ][next(8)]) ?? 0)
        case 8: .uint64([.max, 5, 1 << 63][next(3)])
        case 9: .float([0.1, 2.5][next(2)])
        case 10: .date(Date(timeIntervalSinceReferenceDate: [0, 0.5, 0.25, 1, 0.125, 1e9, -5e10][next(7)]))
        case 11: .uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(next(3)))))
        case 12: .data(Data([UInt8(next(3)), 255]))
        case 13: .url(URL(filePath: "/a\(next(3))"))
        default:
            .string(
                ["", "a", "b", "B", "é", "e\u{301}", "zz", "😀", "\u{FFFD}", "10", "1", "2001-01-01", "'", "\"", "%"][
                    next(15)])
        }
    }

    /// The key path of texts that differ after a NUL.
    private static let textPath: ModelPath = ["nul"]

    private mutating func text() -> ModelScalar { .string(["a", "a\0", "a\0b", "a\0c", "a\0b\0", "b"][next(6)]) }

    mutating func document() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("nul")
        try builder.append(text())
        for key in Self.keys where next(5) > 0 {
            try builder.key(key)
            try append(key, to: &builder)
        }
        if next(4) > 0 {
            try builder.key("deep")
            try builder.beginDictionary()
            for key in ["n", "a.b"] where next(4) > 0 {
                try builder.key(key)
                try append(key, to: &builder)
            }
            if next(2) == 0 {
                try builder.key("more")
                try builder.beginDictionary()
                try builder.key("n")
                try builder.append(scalar())
                try builder.end()
            }
            try builder.end()
        }
        try builder.key("list")
        try builder.beginArray()
        for _ in 0..<next(4) { try builder.append(scalar()) }
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    private mutating func append(_ key: String, to builder: inout DocumentBuilder) throws {
        switch key {
        case "n": try builder.append(ModelScalar.int64(Int64(next(20))))
        case "t": try builder.append(ModelScalar.string(["a", "b", "c", "d"][next(4)]))
        case "d": try builder.append(ModelScalar.date(Date(timeIntervalSinceReferenceDate: Double(next(40)) / 8)))
        case "any" where next(6) == 0:
            try builder.beginArray()
            try builder.append(scalar())
            try builder.end()
        default: try builder.append(scalar())
        }
    }

    mutating func query() -> StoreQuery {
        var query = StoreQuery()
        for _ in 0..<next(4) {
            let path = next(8) == 0 ? Self.textPath : Self.paths[next(Self.paths.count)]
            func value(_ random: inout QueryRandom) -> ModelScalar {
                path == Self.textPath ? random.text() : random.scalar()
            }
            let test: StoreQuery.Test =
                switch next(6) {
                case 0: .isAtLeast(value(&self))
                case 1: .isAtMost(value(&self))
                case 2: .isAbove(value(&self))
                case 3: .isBelow(value(&self))
                case 4: .isOneOf([value(&self)])
                default: .isOneOf((0..<next(12)).map { _ in value(&self) })
                }
            query.conditions.append(StoreQuery.Condition(path, test))
        }
        for _ in 0..<next(3) {
            query.order.append(StoreQuery.Order(Self.paths[next(Self.paths.count)], isDescending: next(2) == 0))
        }
        if next(2) == 0 { query.limit = next(9) == 0 ? .max : next(20) }
        if next(3) == 0 { query.offset = next(10) }
        return query
    }
}
