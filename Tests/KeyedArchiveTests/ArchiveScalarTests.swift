import Foundation
import FoundationValues
import ModelCore
import TestSupport
import Testing

@Suite struct ArchiveScalarTests {
    static let scalars: [ModelScalar] = [
        .bool(true), .bool(false), .int64(0), .int64(1), .int64(-1), .int64(.max), .int64(.min), .int64(1023), .int64(1024),
        .int64(-16), .int64(-17), .int64(255), .int64(65536), .uint64(.max), .uint64(UInt64(Int64.max) + 1),
        .float(0), .float(-0.0), .float(1), .float(.infinity), .float(.leastNonzeroMagnitude),
        .double(0), .double(1), .double(0.1), .double(-.infinity), .double(.greatestFiniteMagnitude),
        .double(.leastNonzeroMagnitude),
        .decimal(0), .decimal(1), .decimal(Decimal(string: "-12.50")!), .decimal(Decimal(string: "1e127")!),
        .decimal(Decimal(string: "1e-128")!), .decimal(.greatestFiniteMagnitude), .decimal(.leastFiniteMagnitude),
        .decimal(Decimal(string: "12345678901234567890123456789012345678")!), .decimal(Decimal.nan),
        .decimal(Decimal(string: "99999999999999999999999999999999999999e127") ?? 5),
        .string(""), .string("a"), .string("$null"), .string("$class"), .string("héllo 日本 👩‍👩‍👧"), .string("a\0b"),
        .string(String(repeating: "long ", count: 1000)), .string("exactly sixty-four bytes long, this is, as text should be ------"),
        .data(Data()), .data(Data([0, 255])), .data(Data(count: 100_000)),
        .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: -0.1)), .date(.distantFuture),
        .url(URL(string: "https://example.com/a?b=c#d")!), .url(URL(string: "relative/path")!),
        .url(URL(fileURLWithPath: "/tmp/file")), .url(URL(string: "x", relativeTo: URL(string: "https://example.com/"))!),
        .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!),
        .geometry(.point(x: 1, y: -2.5)), .geometry(.point(x: CGFloat.infinity, y: 1e300)),
        .geometry(.size(width: 0.1, height: -0.0)), .geometry(.rect(x: 1, y: 2, width: 3, height: 4)),
        .geometry(.range(location: NSNotFound, length: 0)), .geometry(.range(location: 5, length: 7)),
        .geometry(IndexSet([]).geometry), .geometry(IndexSet([5]).geometry), .geometry(IndexSet([0, 127, 129, 16_384]).geometry),
        .geometry(IndexSet([0, 128]).geometry), .geometry(IndexSet(integersIn: 0..<50).geometry),
        .geometry(IndexSet([1, 2, 3, 100, 1000, 1_000_000_000_000]).geometry),
        .geometry(.transform(m11: 1, m12: 0.1, m21: -3, m22: 1e-9, tX: 5, tY: 1.0 / 3)),
        .geometry(.transform(m11: 1, m12: 0, m21: 0, m22: 1, tX: 0, tY: 0)), .null,
    ]

    @Test(
        "Long text and data that stand in many places are written once",
        arguments: [
            ModelScalar.data(Data(count: 10_000)), .string(String(repeating: "x", count: 10_000)),
            .string(String(repeating: "é", count: 5_000)),
        ])
    func longValues(_ scalar: ModelScalar) throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for _ in 0..<1000 { try builder.append(scalar) }
        try builder.end()
        let document = try builder.finish()
        let archive = try KeyedArchive().encode(document)
        #expect(archive.count < 30_000)
        #expect(try KeyedArchive().decode(ModelDocument.self, from: archive) == document)
        let classes = [NSArray.self, NSString.self, NSData.self]
        let found = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: archive) as? [Any]
        #expect(found?.count == 1000)
    }

    @Test(arguments: scalars)
    func everyScalarSurvivesUntyped(_ scalar: ModelScalar) throws {
        let found = try KeyedArchive().roundTripUntyped(ModelNode.scalar(scalar))
        #expect(found.scalar == scalar)
        let inArray = try KeyedArchive().roundTripUntyped(ModelNode.array(ArrayNode([.scalar(scalar), .scalar(scalar)])))
        #expect(inArray[0]?.scalar == scalar)
        #expect(inArray[1]?.scalar == scalar)
        let object = ObjectNode(
            CodedClass(name: "Thing"),
            [("value", .scalar(scalar)), ("$value", .scalar(scalar)), ("$class", .scalar(scalar)), ("$0", .scalar(scalar))])
        let inObject = try KeyedArchive().roundTripUntyped(ModelNode.object(object))
        #expect(inObject["value"]?.scalar == scalar)
        #expect(inObject["$value"]?.scalar == scalar)
        #expect(inObject["$class"]?.scalar == scalar)
        #expect(inObject["$0"]?.scalar == scalar)
    }

    @Test func notANumberSurvives() throws {
        #expect(try KeyedArchive().roundTrip(Double.nan).isNaN)
        #expect(try KeyedArchive().roundTrip(Float.nan).isNaN)
        #expect(try KeyedArchive().roundTrip(-0.0).sign == .minus)
    }

    /// Foundation merges these.
    @Test func equalValuesOfDifferentTypesStayApart() throws {
        let scalars: [ModelScalar] = [
            .bool(true), .int64(1), .double(1), .float(1), .decimal(1), .string("1"), .bool(false), .int64(0), .double(0),
            .double(-0.0), .float(0),
        ]
        let node = ModelNode.array(ArrayNode(scalars.map { .scalar($0) }))
        guard case .array(let found) = try KeyedArchive().roundTripUntyped(node) else {
            Issue.record("no array")
            return
        }
        #expect(found.elements.map(\.scalar) == scalars.map(Optional.some))
        #expect(found.elements[9].scalar.map { if case .double(let zero) = $0 { zero.sign == .minus } else { false } } == true)
    }

    @Test func nilPropertiesStayNilThoughTheDefaultIsnt() throws {
        try KeyedArchive.withTestClasses {
            let model = ArchiveScalars()
            model.signed = nil
            model.text = nil
            model.decimal = nil
            let found = try KeyedArchive().roundTrip(model)
            #expect(found.signed == nil)
            #expect(found.text == nil)
            #expect(found.decimal == nil)
            #expect(found.unsigned == 1)
        }
    }

    @Test func typedScalarsSurvive() throws {
        try KeyedArchive.withTestClasses {
            let model = ArchiveScalars()
            model.signed = .min
            model.unsigned = .max
            model.double = 0.1
            model.float = 0.1
            model.decimal = Decimal(string: "0.1")
            model.text = "$null"
            model.data = Data([1, 2, 3])
            model.date = Date(timeIntervalSinceReferenceDate: 0.1)
            model.url = URL(string: "https://example.com")
            model.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
            let found = try KeyedArchive().roundTrip(model)
            #expect(found.signed == .min)
            #expect(found.unsigned == .max)
            #expect(found.double == 0.1)
            #expect(found.float == 0.1)
            #expect(found.decimal == model.decimal)
            #expect(found.text == "$null")
            #expect(found.data == model.data)
            #expect(found.date == model.date)
            #expect(found.url == model.url)
            #expect(found.uuid == model.uuid)
        }
    }

    @Test func collectionsSurvive() throws {
        #expect(try KeyedArchive().roundTrip([String]()) == [])
        #expect(try KeyedArchive().roundTrip(["a", "$null", "ä"]) == ["a", "$null", "ä"])
        #expect(try KeyedArchive().roundTrip([1, nil, 3]) == [1, nil, 3])
        #expect(try KeyedArchive().roundTrip(["a": 1, "$class": 2, "$null": 3]) == ["a": 1, "$class": 2, "$null": 3])
        #expect(try KeyedArchive().roundTrip([1: "a", 2: "b"]) == [1: "a", 2: "b"])
        #expect(try KeyedArchive().roundTrip(["a": ["b": [1, 2]]]) == ["a": ["b": [1, 2]]])
        #expect(try KeyedArchive().roundTrip(Set([1, 2, 3])) == [1, 2, 3])
        let keyed: [UUID: Date] = [UUID(): Date(timeIntervalSinceReferenceDate: 1), UUID(): .distantPast]
        #expect(try KeyedArchive().roundTrip(keyed) == keyed)
        let nested: [[Int]: [Double?]] = [[1, 2]: [1.5, nil], []: []]
        #expect(try KeyedArchive().roundTrip(nested.mapValues { $0 }) == nested)
        let ordered = ModelNode.array(ArrayNode([.scalar(.int64(2)), .scalar(.int64(1))], kind: .orderedSet))
        #expect(try KeyedArchive().roundTripUntyped(ordered).kind == .orderedSet)
    }

    @Test func theSameValueGivesTheSameBytes() throws {
        let values = Dictionary(uniqueKeysWithValues: (0..<50).map { ("key\($0)", Set([$0, $0 + 1])) })
        let first = try KeyedArchive().encode(values)
        for _ in 0..<5 { #expect(try KeyedArchive().encode(values) == first) }
    }
}
