import Foundation
import ModelCore
import Modelmatic
import TestSupport
import Testing

@Suite("Default values")
struct DefaultValueTests {
    private static let values: [(type: String, text: String, value: ModelScalar?)] = [
        ("Integer 16", "-32768", .int64(-32768)), ("Integer 16", "32767", .int64(32767)),
        ("Integer 32", "-2147483648", .int64(-2_147_483_648)), ("Integer 32", "1.0", .int64(1)),
        ("Integer 64", "9223372036854775807", .int64(.max)), ("Integer 64", "", nil),
        ("Decimal", "0.1", .decimal(Decimal(sign: .plus, exponent: -1, significand: 1))),
        ("Decimal", "-12345678901234567890.5", .decimal(Decimal(string: "-12345678901234567890.5") ?? 0)),
        ("Double", "0.1", .double(0.1)), ("Double", "1e300", .double(1e300)), ("Double", "7", .double(7)),
        ("Float", "0.1", .float(0.1)), ("Float", "", nil),
        ("String", "a &lt; b", .string("a < b")), ("String", "", .string("")), ("String", "0", .string("0")),
        ("Boolean", "YES", .bool(true)), ("Boolean", "NO", .bool(false)), ("Boolean", "1", .bool(true)),
        ("Boolean", "false", .bool(false)), ("Boolean", "", nil),
        ("Date", "0", .date(Date(timeIntervalSinceReferenceDate: 0))),
        ("Date", "-978307200.25", .date(Date(timeIntervalSince1970: -0.25))),
        ("Date", "2001-01-02T00:00:00Z", .date(Date(timeIntervalSinceReferenceDate: 86400))),
        ("Binary", "AAEC", .data(Data([0, 1, 2]))), ("Binary", "", nil),
        (
            "UUID", "9B2DB1C2-7E24-4B8F-8D3A-0C8D5E1F2A3B",
            UUID(uuidString: "9B2DB1C2-7E24-4B8F-8D3A-0C8D5E1F2A3B").map { .uuid($0) }
        ),
        ("UUID", "", nil),
        // As Xcode leaves them where the type was another one.
        ("Integer 16", "NO", .int64(0)), ("Integer 16", "YES", .int64(1)), ("Integer 32", "yes", .int64(1)),
        ("Integer 64", "false", .int64(0)), ("Double", "YES", .double(1)), ("Float", "NO", .float(0)),
        ("Decimal", "YES", .decimal(1)), ("Boolean", "0.0", .bool(false)), ("Boolean", "1.0", .bool(true)),
        ("String", "NO", .string("NO")), ("Date", "NO", nil), ("Binary", "NO", nil), ("Binary", "0.0", nil),
        ("UUID", "NO", nil), ("UUID", "0", nil),
        ("URI", "https://example.com/a?b=c", URL(string: "https://example.com/a?b=c").map { .url($0) }),
        ("Transformable", "x", .string("x")), ("Object ID", "x", .string("x")), ("Undefined", "x", .string("x")),
        ("Composite", "x", .string("x")), ("Something new", "x", .string("x")),
    ]

    @Test("Of every type", arguments: values.indices)
    func ofEveryType(_ index: Int) throws {
        let (type, text, value) = Self.values[index]
        let attribute = try model(
            "<entity name='E'><attribute name='a' attributeType='\(type)' defaultValueString='\(text)'/></entity>"
        )
        .entities[0].attributes[0]
        #expect(attribute.defaultValue == value, "\(type): \(text)")
    }

    @Test("A date is the number of seconds, whatever text stands beside it")
    func dates() throws {
        let dates = try model(
            """
            <entity name='E'>
                <attribute name='a' attributeType='Date' defaultDateTimeInterval='362848762.79173'
                    defaultValueString='now'/>
                <attribute name='b' attributeType='Date' defaultDateTimeInterval='-1e300'/>
                <attribute name='c' attributeType='String' defaultDateTimeInterval='1'/>
            </entity>
            """
        ).entities[0].attributes.map(\.defaultValue)
        #expect(
            dates == [
                .date(Date(timeIntervalSinceReferenceDate: 362848762.79173)),
                .date(Date(timeIntervalSinceReferenceDate: -1e300)), nil,
            ])
    }

    @Test(
        "Text that is none of the type",
        arguments: [
            ("Integer 16", "32768", "outOfRange"), ("Integer 32", "2147483648", "outOfRange"),
            ("Integer 64", "9223372036854775808", "typeMismatch"), ("Integer 64", "1.5", "typeMismatch"),
            ("Decimal", "zero", "typeMismatch"), ("Double", "0x1p3", "typeMismatch"), ("Float", "1e50", "typeMismatch"),
            ("Boolean", "maybe", "typeMismatch"), ("Date", "now", "typeMismatch"), ("Date", "inf", "typeMismatch"),
            ("Binary", "?", "typeMismatch"), ("UUID", "1234", "typeMismatch"),
        ])
    func mistakes(_ type: String, _ text: String, _ code: String) throws {
        let error = #expect(throws: ModelError.self) {
            try model(
                "<entity name='E'><attribute name='a' attributeType='\(type)' defaultValueString='\(text)'/></entity>")
        }
        #expect(error?.code.rawValue == code)
        #expect(error?.path == ["E", "a"])
        #expect(error?.location?.line == 3 && error?.location?.column == 18)
        #expect(error?.reason.contains(text) == true && error?.reason.contains(type) == true, "\(error?.reason ?? "")")
    }

    @Test("A long text is none of the types whose values are short")
    func long() throws {
        let text = "N" + String(repeating: "\u{301}\u{316}", count: 60_000)
        func read(_ type: String) throws -> ModelScalar? {
            let attribute = "<attribute name='a' attributeType='\(type)' defaultValueString='\(text)'/>"
            return try model("<entity name='E'>\(attribute)</entity>").entities[0].attributes[0].defaultValue
        }
        var error: ModelError?
        let seconds = threadSeconds { error = #expect(throws: ModelError.self) { try read("Boolean") } }
        #expect(error?.code == .typeMismatch && error?.reason.contains("bytes") == true && seconds < 5)
        #expect(try read("String") != nil)
    }
}
