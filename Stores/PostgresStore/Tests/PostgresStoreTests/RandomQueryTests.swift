#if Tests
import Foundation
import PostgresStore
import Records
import Testing

// Random records and queries, which an evaluator answers that shares nothing with the library.

/// Random numbers, the same ones for the same seed.
private struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}

// MARK: Values

/// A value as the evaluator compares it.
private enum Answer: Equatable {
    case missing
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    /// A date. It is compared with other dates only.
    case date(Double)

    init(_ scalar: ModelScalar?) {
        switch scalar {
        case .bool(let value): self = .integer(value ? 1 : 0)
        case .int64(let value): self = .integer(value)
        case .uint64(let value): self = Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))
        case .double(let value): self = Self.number(value)
        case .float(let value): self = Self.number(Double("\(value)") ?? 0)
        case .decimal(let value): self = Int64("\(value)").map { .integer($0) } ?? Self.number(Double("\(value)") ?? 0)
        case .string(let value): self = .text(Array(value.utf8))
        case .uuid(let value): self = .text(Array(value.uuidString.utf8))
        case .data(let value): self = .text(Array(value.base64EncodedString().utf8))
        case .date(let value): self = .date(value.timeIntervalSinceReferenceDate)
        default: self = .missing
        }
    }

    private static func number(_ value: Double) -> Answer { Int64(exactly: value).map { .integer($0) } ?? .real(value) }

    var kind: Int {
        switch self {
        case .missing: 0
        case .integer, .real: 1
        case .text, .date: 2
        }
    }

    /// Below 0 if this value comes first, above 0 if the other one does.
    func compared(to other: Answer) -> Int {
        if kind != other.kind { return kind - other.kind }
        func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int { left < right ? -1 : left > right ? 1 : 0 }
        switch (self, other) {
        case (.integer(let left), .integer(let right)): return sign(left, right)
        case (.real(let left), .real(let right)): return sign(left, right)
        case (.integer(let left), .real(let right)): return -Answer.compare(right, with: left)
        case (.real(let left), .integer(let right)): return Answer.compare(left, with: right)
        case (.text(let left), .text(let right)):
            return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
        case (.date(let left), .date(let right)): return sign(left, right)
        default: return 0
        }
    }

    /// Compares a double that is no integer of 64 bits with one.
    private static func compare(_ real: Double, with integer: Int64) -> Int {
        if abs(real) >= 0x1p63 { return real < 0 ? -1 : 1 }
        let whole = Int64(real.rounded(.down))
        return whole < integer ? -1 : 1
    }
}

/// A value of a record.
private indirect enum Sample {
    case missing
    case scalar(ModelScalar)
    case list([Sample])
    case object([(key: String, value: Sample)])

    func at(_ path: ArraySlice<ModelPath.Component>) -> ModelScalar? {
        guard let step = path.first else { if case .scalar(let scalar) = self { return scalar } else { return nil } }
        switch (self, step) {
        case (.list(let elements), .index(let index)) where index < elements.count:
            return elements[index].at(path.dropFirst())
        case (.object(let members), .key(let key)):
            return members.first { Array($0.key.utf8) == Array(key.utf8) }?.value.at(path.dropFirst())
        default: return nil
        }
    }

    func append(to builder: inout DocumentBuilder) throws {
        switch self {
        case .missing: break
        case .scalar(let scalar): try builder.append(scalar)
        case .list(let elements):
            try builder.beginArray()
            for element in elements {
                // An element that is missing would make the next one the first.
                if case .missing = element { try builder.appendNull() } else { try element.append(to: &builder) }
            }
            try builder.end()
        case .object(let members):
            try builder.beginDictionary()
            for (key, value) in members {
                if case .missing = value { continue }
                try builder.key(key)
                try value.append(to: &builder)
            }
            try builder.end()
        }
    }
}

extension Random {
    private static let integers: [Int64] = [
        0, 1, -1, 5, .max, .min, .max - 1, .max - 512, .max - 1023, 1 << 53, (1 << 53) + 1, (1 << 53) - 1, -(1 << 53) - 1,
        1 << 54, (1 << 54) + 6, 1 << 60, 1_152_921_504_606_847_000, (1 << 60) + 24, 18_014_398_509_481_990, 1 << 62,
    ]
    private static let numerals = [
        "0.1", "2.50", "12345678901234567890.5", "9007199254740993", "9007199254740992.5", "9007199254740992.99999",
        "9007199254740990.9999", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
        "1152921504606847000.5", "1152921504606846977", "18014398509481990", "18014398509481994", "4611686018427387904.25",
        "99999999999999999999999999999999999999", "1e100", "-1e-100",
    ]
    private static let texts = [
        "", "a", "b", "B", "Zoo", "é", "e\u{301}", "😀", "\u{FFFD}", "\u{FFFF}", "10", "1", "true", "null", "'", "\"", "\\",
        "\\u0041", "%", "a%", "{a,b}", "\n", "\u{1}", "\u{1}\u{2}", "\u{2}", "a\0", "a\0b", "\0", "a\u{1}", "a ",
        String(repeating: "x", count: 64), String(repeating: "x", count: 65), String(repeating: "x", count: 64) + "\0",
        String(repeating: "x", count: 63) + "é",
    ]

    fileprivate mutating func number() -> ModelScalar {
        switch below(7) {
        case 0: return .int64(one(of: Self.integers))
        case 1: return .int64(Int64(below(9) - 4))
        case 2: return .decimal(Decimal(string: one(of: Self.numerals)) ?? 0)
        case 3: return .decimal(Decimal(one(of: Self.integers)))
        case 4:
            // Doubles beside each other, which differ by more than 1 from the integers between them.
            var value: Double = one(of: [1.1, 0x1p53, 0x1p54, 0x1p57, 0x1p60, 0x1p63, -0x1p63, 1e22, .leastNonzeroMagnitude, 1.5e300, 0])
            for _ in 0..<below(4) { value = below(2) == 0 ? value.nextUp : value.nextDown }
            return .double(value)
        case 5: return one(of: [.uint64(.max), .uint64(1 << 63), .uint64((1 << 63) + 1), .bool(true), .bool(false)])
        default: return one(of: [.float(0.1), .double(0.1), .double(Double(below(80)) / 8), .float(2.5), .double(-0.0)])
        }
    }

    fileprivate mutating func text() -> ModelScalar {
        switch below(12) {
        case 0: .uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(below(3)))))
        case 1: .data(Data([UInt8(below(3)), 255]))
        case 2: .string(textPair())
        default: .string(one(of: Self.texts))
        }
    }

    private mutating func textPair() -> String { one(of: Self.texts) + one(of: Self.texts) }

    fileprivate mutating func date() -> ModelScalar {
        let times = [0, 0.5, 0.125, 1e9, -5e10, 6.3e10, 123_456_789.123_456_789, Double(below(40)) / 8]
        return .date(Date(timeIntervalSinceReferenceDate: one(of: times)))
    }

    fileprivate mutating func scalar() -> ModelScalar {
        switch below(8) {
        case 0: .null
        case 1...4: number()
        default: text()
        }
    }

    fileprivate mutating func sample() -> Sample {
        switch below(12) {
        case 0: .missing
        case 1: .list([.scalar(scalar()), .scalar(scalar())])
        case 2: .object([("k", .scalar(scalar())), ("0", .scalar(scalar()))])
        case 3: .list([.list([.scalar(scalar())])])
        default: .scalar(scalar())
        }
    }

    /// Keys of which each has any value.
    static let keys = [
        "any", "é", "e\u{301}", "😀", "%_;", "it's", "w\"q", "b\\s", "x.y", "$dollar", "0", "[0]", "a\0b", "\u{1}", "Year",
        "year", "'; DROP TABLE model_record; --", "a, b", "",
    ]
    static let paths: [ModelPath] =
        keys.map { [.key($0)] } + [
            ["n"], ["n"], ["n"], ["t"], ["t"], ["date"], ["list", 0], ["list", 1], ["list", 4_294_967_296], ["list"],
            ["deep", "n"], ["deep", "a.b", 0], ["any", 0], ["any", 1], ["any", 0, 0], ["any", "k"], ["any", "0"],
            ["none", 3, "x"],
        ]

    fileprivate mutating func record() -> Sample {
        var members: [(key: String, value: Sample)] = []
        for key in Self.keys where below(3) == 0 { members.append((key, sample())) }
        if below(8) > 0 { members.append(("n", .scalar(number()))) }
        if below(8) > 0 { members.append(("t", .scalar(text()))) }
        if below(4) > 0 { members.append(("date", .scalar(date()))) }
        var elements: [Sample] = []
        for _ in 0..<below(4) { elements.append(sample()) }
        members.append(("list", .list(elements)))
        if below(4) > 0 { members.append(("deep", .object([("n", .scalar(number())), ("a.b", sample())]))) }
        members.shuffle(using: &self)
        return .object(members)
    }

    /// A value to compare those at a path with. Half of them are values of records.
    fileprivate mutating func operand(at path: ModelPath, _ records: [(id: String, sample: Sample)]) -> ModelScalar {
        if path == ["date"] { return date() }
        if below(2) == 0, let found = one(of: records).sample.at(path.components[...]) {
            if case .date = found { return .null }
            return found
        }
        return scalar()
    }
}

@Suite("Random queries", .needsServer)
struct RandomQueryTests {
    /// QUERY_SEEDS="100 50" tries 50 seeds from 100 on.
    private static let seeds: [UInt64] = {
        let numbers = ProcessInfo.processInfo.environment["QUERY_SEEDS"]?.split(separator: " ").compactMap { UInt64($0) }
        guard let numbers, numbers.count == 2 else { return [1, 2] }
        return Array(numbers[0]..<numbers[0] + numbers[1])
    }()

    private static let record = StoreRecord(format: .postgres, className: "Sample")
    private static let places: [FileFormat] = [.postgres, .postgres.at("beside")]

    @Test("The store answers as an evaluator of all records does", arguments: seeds)
    func plain(_ seed: UInt64) throws { try trial(seed, Library()) }

    @Test("So it does with indexes", arguments: seeds)
    func indexed(_ seed: UInt64) throws {
        // The planner takes an index for a few records only if it must.
        let library = try Library(settings: "%20-cenable_seqscan%3Doff%20-cenable_sort%3Doff")
        let paths = Set(Random.paths).filter { $0.components.first != "$dollar" && $0 != ["e\u{301}"] }
        let indexes = paths.map { PostgresStore.Index($0.description) }.sorted { $0.paths[0] < $1.paths[0] }
        let store = PostgresStore(library.url, indexes: indexes + [.init("t", "n"), .init("a", "b")])
        try trial(seed, library, store)
        let count = try library.query(
            "SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'model_record by %'")
        #expect(count == ["\(indexes.count + 2)"])
    }

    private func trial(_ seed: UInt64, _ library: Library, _ store: PostgresStore? = nil) throws {
        let store = store ?? library.store
        var random = Random(seed: seed)
        var places: [[(id: String, sample: Sample)]] = []
        for format in Self.places {
            var records: [(id: String, sample: Sample)] = []
            for number in 0..<120 {
                let id = random.one(of: ["", "é", "e\u{301}", "😀%_", "'"]) + "\(random.below(1000))-\(number)"
                records.append((id, random.record()))
            }
            try store.transaction(in: format) { transaction in
                for (id, sample) in records {
                    var builder = DocumentBuilder()
                    try sample.append(to: &builder)
                    _ = try transaction.save(
                        try builder.finish(), id: id, of: Self.record(in: format), expecting: .nothing)
                }
            }
            places.append(records)
        }
        for number in 0..<100 {
            let (query, tests) = query(&random, places[number % 2])
            let wanted = places.map { answer(query, tests, $0) }
            var found: [[String]] = [[], []]
            let (first, second) = (number % 2, 1 - number % 2)
            try store.snapshot(in: Self.places[first]) { snapshot in
                try snapshot.forEachRecord(of: Self.record(in: Self.places[first]), matching: query) { record in
                    found[first].append(record.id)
                    guard found[first].count == 1 else { return }
                    // Runs the same query in the other place, during the first query.
                    try store.snapshot(in: Self.places[second]) { snapshot in
                        let records = try snapshot.records(of: Self.record(in: Self.places[second]), matching: query)
                        found[second] = records.map(\.id)
                    }
                }
            }
            for place in [first, second] where place == first || !found[first].isEmpty {
                let isRight = found[place].map { Array($0.utf8) } == wanted[place].map { Array($0.utf8) }
                #expect(isRight, "seed \(seed), query \(number): \(query), \(found[place]) instead of \(wanted[place])")
            }
        }
    }

    private static func record(in format: FileFormat) -> StoreRecord {
        StoreRecord(format: format, className: "Sample")
    }

    private typealias Condition = (path: ModelPath, holds: (Answer) -> Bool)

    private func query(
        _ random: inout Random, _ records: [(id: String, sample: Sample)]
    ) -> (StoreQuery, [Condition]) {
        var query = StoreQuery()
        var tests: [Condition] = []
        for _ in 0..<random.one(of: [0, 1, 1, 1, 2, 3]) {
            let path = random.one(of: Random.paths)
            let scalar = random.operand(at: path, records)
            let limit = Answer(scalar)
            func compares(_ value: Answer) -> Bool { value.kind == limit.kind && limit != .missing }
            let (test, holds): (StoreQuery.Test, (Answer) -> Bool) =
                switch random.below(6) {
                case 0: (.isAtLeast(scalar), { compares($0) && $0.compared(to: limit) >= 0 })
                case 1: (.isAtMost(scalar), { compares($0) && $0.compared(to: limit) <= 0 })
                case 2: (.isAbove(scalar), { compares($0) && $0.compared(to: limit) > 0 })
                case 3: (.isBelow(scalar), { compares($0) && $0.compared(to: limit) < 0 })
                default: isOneOf((0..<random.below(4)).map { _ in random.operand(at: path, records) } + [scalar])
                }
            query.conditions.append(StoreQuery.Condition(path, test))
            tests.append((path, holds))
        }
        for _ in 0..<random.below(4) {
            query.order.append(.init(random.one(of: Random.paths), isDescending: random.below(2) == 0))
        }
        if random.below(3) == 0 { query.limit = random.one(of: [0, 1, 3, 20, .max]) }
        if random.below(3) == 0 { query.offset = random.one(of: [0, 1, 3, 50, .max]) }
        return (query, tests)
    }

    private func isOneOf(_ scalars: [ModelScalar]) -> (StoreQuery.Test, (Answer) -> Bool) {
        let answers = scalars.map { Answer($0) }
        return (.isOneOf(scalars), { value in answers.contains { $0.compared(to: value) == 0 } })
    }

    private func answer(
        _ query: StoreQuery, _ tests: [Condition], _ records: [(id: String, sample: Sample)]
    ) -> [String] {
        func value(_ record: (id: String, sample: Sample), _ path: ModelPath) -> Answer {
            Answer(record.sample.at(path.components[...]))
        }
        var found = records.filter { record in tests.allSatisfy { $0.holds(value(record, $0.path)) } }
        found.sort { left, right in
            for order in query.order {
                let difference = value(left, order.path).compared(to: value(right, order.path))
                if difference != 0 { return order.isDescending ? difference > 0 : difference < 0 }
            }
            return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
        }
        return found.dropFirst(query.offset).prefix(query.limit ?? .max).map(\.id)
    }
}
#endif
