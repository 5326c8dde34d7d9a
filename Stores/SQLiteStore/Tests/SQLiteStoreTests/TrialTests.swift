import Foundation
import GRDB
import Records
import SQLiteStore
import Testing

/// A value as this test's own evaluator compares it.
private enum Known: Equatable {
    case missing, integer(Int64), real(Double), text([UInt8])
    /// The time of a date, which is a text.
    case time(Double)

    static func number(_ value: Double) -> Known { Int64(exactly: value).map { .integer($0) } ?? .real(value) }

    private var rank: Int {
        switch self {
        case .missing: 0
        case .integer, .real: 1
        case .text, .time: 2
        }
    }

    /// Negative, zero or positive, as the first value is less, equal or greater.
    static func compare(_ left: Known, _ right: Known) -> Int {
        guard left.rank == right.rank else { return left.rank - right.rank }
        switch (left, right) {
        case (.integer(let left), .integer(let right)): return left < right ? -1 : left > right ? 1 : 0
        case (.real(let left), .real(let right)): return left < right ? -1 : left > right ? 1 : 0
        case (.integer(let left), .real(let right)): return compare(left, right)
        case (.real(let left), .integer(let right)): return -compare(right, left)
        case (.text(let left), .text(let right)):
            return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
        case (.time(let left), .time(let right)): return left < right ? -1 : left > right ? 1 : 0
        default: return 0
        }
    }

    private static func compare(_ left: Int64, _ right: Double) -> Int {
        if Double(left) != right { return Double(left) < right ? -1 : 1 }
        guard let right = Int64(exactly: right) else { return -1 }
        return left < right ? -1 : left > right ? 1 : 0
    }

    /// True if the test holds for this value.
    func holds(_ test: Trial.Test) -> Bool {
        switch test {
        case .isOneOf(let values): values.contains { Known.compare(self, $0.known) == 0 }
        case .isAtLeast(let limit): isLike(limit) && Known.compare(self, limit.known) >= 0
        case .isAtMost(let limit): isLike(limit) && Known.compare(self, limit.known) <= 0
        case .isAbove(let limit): isLike(limit) && Known.compare(self, limit.known) > 0
        case .isBelow(let limit): isLike(limit) && Known.compare(self, limit.known) < 0
        }
    }

    private func isLike(_ limit: Trial.Sample) -> Bool { rank > 0 && rank == limit.known.rank }
}

/// Random records and queries.
private struct Trial {
    /// A value to save or to look for, and how it compares.
    struct Sample {
        let scalar: ModelScalar
        let known: Known
    }

    enum Test {
        case isOneOf([Sample]), isAtLeast(Sample), isAtMost(Sample), isAbove(Sample), isBelow(Sample)
    }

    /// A property: where it is, and its values.
    struct Property {
        let path: ModelPath
        let kinds: [Kind]

        init(_ path: ModelPath, _ kinds: Kind...) { (self.path, self.kinds) = (path, kinds) }
    }

    enum Kind: CaseIterable {
        case bool, integer, small, unsigned, double, near, float, decimal, text, date, uuid, url, data, nothing
    }

    struct Record {
        let id: String
        let values: [Known]
        /// True if the record can't be read.
        var isMalformed = false
    }

    struct Query {
        var query = StoreQuery()
        var tests: [(property: Int, test: Test)] = []
        var order: [(property: Int, isDescending: Bool)] = []
    }

    static let properties: [Property] = {
        let odd = [
            "it's", "w\"q", "b\\s", "é", "e\u{301}", "$dollar", "$", "x.y", "%_", "'; DROP TABLE model_record; --", "😀",
            "[0]",
            "a b", "-1", "0", "#", "*", "/", "\u{1F}\t", "\n\r\u{8}\u{C}", "\u{7F}", "Year", "year", "?", "", "a, b",
            "^", "$version",
        ]
        return [
            Property(["i"], .integer, .small), Property(["s"], .text), Property(["d"], .double, .near, .small),
            Property(["dec"], .decimal), Property(["u"], .unsigned), Property(["f"], .float),
            Property(["date"], .date), Property(["b"], .bool, .nothing), Property(["uuid"], .uuid, .url, .data),
            Property(["any"], .bool, .integer, .double, .decimal, .unsigned, .text, .float, .nothing),
            Property(["deep", "n"], .small, .text), Property(["deep", "er", "x.y"], .decimal),
            Property(["tags", 0], .text, .integer), Property(["tags", 1], .decimal, .double),
            Property(["tags", .index(1 << 32)]), Property(["tags", .index(1 << 31)]), Property(["tags"]),
            Property(["s", "none"]), Property(["tags", "0"]), Property(["deep"]), Property([]),
        ] + odd.map { Property([.key($0)], .small) }
    }()

    static let indexes: [SQLiteStore.Index] =
        properties.filter { !$0.path.components.isEmpty }.map { .init($0.path.description) }
        + [.init("s", "d"), .init("i", "w[\"\\\"\"]", "s"), .init("any", "dec"), .init("u", "i")]

    var random: Random

    // MARK: Values

    mutating func sample(_ kind: Kind) -> Sample {
        switch kind {
        case .nothing: return Sample(scalar: .null, known: .missing)
        case .bool:
            let value = random.number(below: 2) == 0
            return Sample(scalar: .bool(value), known: .integer(value ? 1 : 0))
        case .small:
            let value = Int64(random.number(below: 5)) - 2
            return Sample(scalar: .int64(value), known: .integer(value))
        case .integer:
            let value = integer()
            return Sample(scalar: .int64(value), known: .integer(value))
        case .unsigned:
            let values: [UInt64] = [.max, .max - 1, .max - 1023, .max - 1024, .max - 1025, 1 << 63, 5, random.bits()]
            let value = random.element(of: values)
            return Sample(
                scalar: .uint64(value), known: Int64(exactly: value).map { .integer($0) } ?? .number(Double(value)))
        case .double, .near:
            let value = kind == .near ? near() : double()
            return Sample(scalar: .double(value), known: .number(value))
        case .float:
            let value = random.element(of: [0.1, 2.5, 1e30, -7, 16_777_216, Float(random.number(below: 100)) / 10])
            return Sample(scalar: .float(value), known: .number(Double("\(value)") ?? 0))
        case .decimal:
            let value = decimal()
            let known = Int64("\(value)").map { Known.integer($0) } ?? .number(Double("\(value)") ?? 0)
            return Sample(scalar: .decimal(value), known: known)
        case .text:
            let value = text()
            return Sample(scalar: .string(value), known: .text(Array(value.utf8)))
        case .date:
            let time = random.element(of: [
                0, 0.5, 0.125, -5e10, 63_113_904_000, 123_456_789.123456789, Double(random.number(below: 50)) / 8,
            ])
            return Sample(scalar: .date(Date(timeIntervalSinceReferenceDate: time)), known: .time(time))
        case .uuid:
            let value = UUID(
                uuid: (0, 1, 0xAB, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(random.number(below: 3))))
            return Sample(scalar: .uuid(value), known: .text(Array(value.uuidString.utf8)))
        case .url:
            let value = URL(filePath: "/a\(random.number(below: 3)) b")
            return Sample(scalar: .url(value), known: .text(Array(value.absoluteString.utf8)))
        case .data:
            let value = Data([UInt8(random.number(below: 3)), 255])
            return Sample(scalar: .data(value), known: .text(Array(value.base64EncodedString().utf8)))
        }
    }

    private mutating func integer() -> Int64 {
        switch random.number(below: 3) {
        case 0: Int64(random.number(below: 9)) - 4
        case 1: Int64(bitPattern: random.bits())
        default:
            random.element(of: [
                .max, .min, .max - 1, .max - 512, 1 << 53, (1 << 53) + 1, (1 << 53) - 1, -(1 << 53) - 1, 1 << 62,
                9_007_199_254_740_995, 1_700_000_000_000_000_000, 1_700_000_000_000_000_001,
            ])
        }
    }

    private mutating func double() -> Double {
        switch random.number(below: 4) {
        case 0: Double(random.number(below: 40)) / 8
        case 1: Double(integer())
        case 2:
            random.element(of: [
                -0.0, 0.1, 0.3, 0.1 + 0.2, 1e300, -1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0x1p63,
                0x1p64, 1e15, 1e16, 1e17,
                -.greatestFiniteMagnitude, .leastNormalMagnitude, 123_456_789_012_345_680, 0.001234567890123456,
            ])
        default: [Double(bitPattern: random.bits())].first { $0.isFinite } ?? 1
        }
    }

    /// Neighbours of a few numbers.
    private mutating func near() -> Double {
        var value = random.element(of: [
            1.1, 1e22, 1e23, 8.41e21, 4.35, 3e-200, 7.123456789012345e-250, 0x1p53, 0.3, .leastNonzeroMagnitude,
        ])
        for _ in 0..<random.number(below: 4) { value = random.number(below: 2) == 0 ? value.nextUp : value.nextDown }
        return value
    }

    private mutating func decimal() -> Decimal {
        let text: String
        switch random.number(below: 5) {
        case 0: return Decimal(random.number(below: 100)) / 4
        case 1: return Decimal(integer())
        case 2: return Decimal(random.number(below: 30)) / Decimal(random.number(below: 30) + 1)
        case 3:
            text =
                "\(random.number(below: 1 << 53))\(random.number(below: 1_000_000)).\(random.number(below: 1_000_000))"
        default:
            text = random.element(of: [
                "0.1", "2", "12345678901234567890.5", "-3.25", "1e-100", "1e100",
                "12345678901234567890123456789012345678", "0.3",
                "9007199254740993", "9007199254740993.5", "9223372036854775807", "9223372036854775808",
                "-9223372036854775809",
                "9007199254740992.99999", "1e30", "4611686018427387904.25", "99999999999999999999999999999999999999",
                "900719925474099.3", "0.30000000000000001", "-9007199254740993", "18446744073709550593",
            ])
        }
        return Decimal(string: text) ?? 0
    }

    private mutating func text() -> String {
        random.element(of: [
            "", "a", "b", "B", "Äpfel", "A\u{308}pfel", "é", "e\u{301}", "😀", "\u{FFFD}", "\u{10FFFF}", "\u{E000}",
            "10", "9", "1.0",
            "true", "null", "2001-01-01", "'", "\"", "\\", "\\u0041", "%", "_", "\n", "\u{1}", "\u{1F}", "\u{7F}", " ",
            "a ", "/", "\\/",
            "a\0", "a\0b", "a\0c", "\0", "a\0\0", "\0a", "b\0", "12345678901234567890.5", "[1,2]", "{\"a\":1}", "$",
            String(repeating: "x", count: 65), String(repeating: "x", count: 64) + "y",
        ])
    }

    // MARK: Records

    /// A record, and its document.
    mutating func record(_ id: String) throws -> (Record, ModelDocument) {
        var values: [Known] = []
        var samples: [Sample?] = []
        for property in Self.properties {
            let isAbsent = property.kinds.isEmpty || random.number(below: 4) == 0
            samples.append(isAbsent ? nil : sample(random.element(of: property.kinds)))
            values.append(samples.last??.known ?? .missing)
        }
        var builder = DocumentBuilder()
        try append(Array(zip(Self.properties.map { $0.path.components[...] }, samples)), to: &builder)
        // An array has no second element without a first one: that is a null then.
        return (Record(id: id, values: values), try builder.finish())
    }

    /// Appends the container of values at paths.
    private mutating func append(
        _ values: [(path: ArraySlice<ModelPath.Component>, value: Sample?)], to builder: inout DocumentBuilder
    ) throws {
        let isArray =
            values.contains { $0.value != nil && $0.path.first == .index(0) }
            || values.contains { $0.value != nil && $0.path.first == .index(1) }
        if isArray { try builder.beginArray() } else { try builder.beginDictionary() }
        var known: [ModelPath.Component] = []
        for case (let path, .some) in values {
            guard let first = path.first, !known.contains(where: { $0.isExactly(first) }) else { continue }
            known.append(first)
        }
        if isArray { known = known.contains(.index(1)) ? [.index(0), .index(1)] : [.index(0)] }
        for component in known {
            if case .key(let key) = component { try builder.key(key) }
            let inside = values.filter { $0.path.first.map { $0.isExactly(component) } ?? false && $0.value != nil }
            if inside.isEmpty {
                try builder.appendNull()
            } else if inside.count == 1, inside[0].path.count == 1, let sample = inside[0].value {
                try builder.append(sample.scalar)
            } else {
                try append(inside.map { ($0.path.dropFirst(), $0.value) }, to: &builder)
            }
        }
        try builder.end()
    }

    // MARK: Queries

    mutating func query() -> Query {
        var made = Query()
        for _ in 0..<[0, 1, 1, 2, 3][random.number(below: 5)] {
            let property = random.number(below: Self.properties.count)
            let kinds = Self.properties[property].kinds
            func value(_ trial: inout Trial) -> Sample {
                // Dates compare by time here, so only with other dates.
                let others = Kind.allCases.filter { $0 != .date }
                let usesOwn = !kinds.isEmpty && (kinds == [.date] || trial.random.number(below: 6) > 0)
                return trial.sample(trial.random.element(of: usesOwn ? kinds : others))
            }
            let test: Test =
                switch random.number(below: 6) {
                case 0: .isAtLeast(value(&self))
                case 1: .isAtMost(value(&self))
                case 2: .isAbove(value(&self))
                case 3: .isBelow(value(&self))
                case 4: .isOneOf([value(&self)])
                default: .isOneOf((0..<random.number(below: 20)).map { _ in value(&self) } + [sample(.nothing)])
                }
            made.tests.append((property, test))
            made.query.conditions.append(.init(Self.properties[property].path, test.asked))
        }
        for _ in 0..<random.number(below: 3) {
            let property = random.number(below: Self.properties.count)
            made.order.append((property, random.number(below: 2) == 0))
            made.query.order.append(
                .init(Self.properties[property].path, isDescending: made.order[made.order.count - 1].isDescending))
        }
        if random.number(below: 3) == 0 {
            made.query.limit = random.element(of: [0, 1, 5, 20, .max])
            made.query.offset = random.element(of: [0, 1, 3, 10])
        }
        return made
    }

    /// The answer to a query, by reading all records.
    static func answer(_ asked: Query, _ records: [Record]) -> [String] {
        var found = records.filter { record in
            record.isMalformed || asked.tests.allSatisfy { record.values[$0.property].holds($0.test) }
        }
        found.sort { left, right in
            for (property, isDescending) in asked.order {
                let compared = Known.compare(left.values[property], right.values[property])
                if compared != 0 { return isDescending ? compared > 0 : compared < 0 }
            }
            return Array(left.id.utf8).lexicographicallyPrecedes(Array(right.id.utf8))
        }
        return Array(found.map(\.id).dropFirst(asked.query.offset).prefix(asked.query.limit ?? .max))
    }
}

extension Trial.Test {
    var asked: StoreQuery.Test {
        switch self {
        case .isOneOf(let samples): .isOneOf(samples.map(\.scalar))
        case .isAtLeast(let sample): .isAtLeast(sample.scalar)
        case .isAtMost(let sample): .isAtMost(sample.scalar)
        case .isAbove(let sample): .isAbove(sample.scalar)
        case .isBelow(let sample): .isBelow(sample.scalar)
        }
    }
}

extension ModelPath.Component {
    /// True for the same bytes. An é of one scalar and one of two are two keys.
    fileprivate func isExactly(_ other: ModelPath.Component) -> Bool {
        switch (self, other) {
        case (.key(let left), .key(let right)): left.utf8.elementsEqual(right.utf8)
        default: self == other
        }
    }
}

@Suite("A random trial of queries")
struct TrialTests {
    /// The seed, and the number of queries: TRIAL_SEED and TRIAL_QUERIES set others.
    private static let (seed, count): (UInt64, Int) = {
        let environment = ProcessInfo.processInfo.environment
        return (
            environment["TRIAL_SEED"].flatMap { UInt64($0) } ?? 62,
            environment["TRIAL_QUERIES"].flatMap { Int($0) } ?? 60
        )
    }()

    @Test(
        "Queries answer as reading all records does",
        arguments: [(false, false), (true, false), (false, true), (true, true)])
    func trial(_ hasIndexes: Bool, _ hasMalformed: Bool) throws {
        var trial = Trial(random: Random(seed: Self.seed &+ (hasIndexes ? 1 << 32 : 0) &+ (hasMalformed ? 1 << 33 : 0)))
        let library = try Library(hasIndexes ? Trial.indexes : [])
        let places: [FileFormat] = [.sqlite, .sqlite.at("other")]
        let record = StoreRecord(format: .sqlite, className: "Trial")
        var records: [[Trial.Record]] = [[], []]
        for (index, place) in places.enumerated() {
            try library.store.transaction(in: place) { transaction in
                for number in 0..<50 {
                    let id = trial.random.element(of: ["id'", "É", "E\u{301}", "😀%_", "b"]) + "\(number)"
                    let (made, document) = try trial.record(id)
                    _ = try transaction.save(document, id: id, of: record, expecting: .nothing)
                    records[index].append(made)
                }
            }
        }
        if hasMalformed {
            for (index, json) in ["", "{", "{\"i\":1,}", "nonsense", "{\"i\":\"\u{1}\"}", "{\"i\":1}}"].enumerated() {
                try library.execute(
                    "INSERT INTO model_record VALUES ('other', 'Trial', 'bad\(index)', 7, '\(json)')")
                let values = Array(repeating: Known.missing, count: Trial.properties.count)
                records[1].append(Trial.Record(id: "bad\(index)", values: values, isMalformed: true))
            }
        }
        for step in 0..<Self.count {
            let asked = trial.query()
            let place = step % 2
            let wanted = Trial.answer(asked, records[place])
            func found(_ snapshot: any StoreSnapshot) throws -> [String] {
                try snapshot.records(of: record, matching: asked.query).map { found in
                    let isMalformed = found.id.hasPrefix("bad")
                    #expect((found.fault?.code == .corruptData) == isMalformed)
                    return found.id
                }
            }
            let answer =
                step % 5 == 0
                ? try library.store.transaction(in: places[place]) { try found($0) }
                : try library.store.snapshot(in: places[place]) { try found($0) }
            // Swift's texts are equal if they look the same.
            guard answer.map({ Array($0.utf8) }) != wanted.map({ Array($0.utf8) }) else { continue }
            Issue.record("Seed \(Self.seed), step \(step): \(asked.query)\nwanted: \(wanted)\nfound: \(answer)")
        }
    }
}
