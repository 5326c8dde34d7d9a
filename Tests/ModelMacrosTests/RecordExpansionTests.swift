#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What @Model makes of structs and enums")
struct RecordExpansionTests {
    @Test("A struct gets an extension")
    func structs() {
        expectExpansion(
            """
            @Model("Home", aliases: ["House"], keys: .snakeCase, version: 2) public struct Address {
                let street: String
                var city = "London"
                var zip: String? = "?"
                let kind = 1
                @Transient var cache = 0
                @Key var upper: String { get { city } set { city = newValue } }
                static func migrate(_ object: inout ModelDocument, from version: Int) throws {}
            }
            """,
            #"""
            public struct Address {
                let street: String
                var city = "London"
                var zip: String? = "?"
                let kind = 1
                var cache = 0
                var upper: String { get { city } set { city = newValue } }
                static func migrate(_ object: inout ModelDocument, from version: Int) throws {}
            }

            nonisolated extension Address: ModelCore.ModelRecord {
                public static let modelType: ModelCore.ModelType? = ModelCore.ModelType("struct Address", modelProperties, classNames: ["Home", "House"], version: 2, migrate: { try Self.migrate(&$0, from: $1) }) { try Self(from: &$0) }

                private static var modelProperties: [ModelCore.ModelProperty] {
                    var properties: [ModelCore.ModelProperty] = []
                    #sourceLocation(file: "test.swift", line: 2)
                    properties.append(ModelCore.ModelProperty("street", \Self.street, key: ModelCore.PropertyKey(style: .snakeCase), isStored: true, isRequired: true))
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("city", \Self.city, key: ModelCore.PropertyKey(style: .snakeCase), isStored: true))
                    #sourceLocation(file: "test.swift", line: 4)
                    properties.append(ModelCore.ModelProperty("zip", \Self.zip, key: ModelCore.PropertyKey(style: .snakeCase), isNilDefault: false, isStored: true))
                    #sourceLocation(file: "test.swift", line: 5)
                    properties.append(ModelCore.ModelProperty("kind", \Self.kind, key: ModelCore.PropertyKey(style: .snakeCase), isStored: true))
                    #sourceLocation(file: "test.swift", line: 7)
                    properties.append(ModelCore.ModelProperty("upper", \Self.upper, key: ModelCore.PropertyKey(style: .snakeCase)))
                    #sourceLocation()
                    return properties
                }

                private init(from values: inout ModelCore.PropertyValues) throws {
                    self.street = try values.value("street")
                    self.city = try values.value("city", or: self.city)
                    self.zip = try values.value("zip", or: self.zip)
                    try values.set("upper", in: &self)
                }
            }
            """#)
    }

    @Test("A generic struct keeps its description in the core's table, and says that it conforms if it likes")
    func generics() {
        expectExpansion(
            """
            @Model struct Box<Content: ModelValue> {
            }
            """,
            #"""
            struct Box<Content: ModelValue> {
            }

            nonisolated extension Box: ModelCore.ModelRecord {
                static var modelType: ModelCore.ModelType? {
                    ModelCore.ModelType.once(for: Self.self) { ModelCore.ModelType("struct Box", []) { try Self(from: &$0) } }
                }

                private init(from values: inout ModelCore.PropertyValues) throws {

                }
            }
            """#)
    }

    @Test("An enum gets members, and an extension that says that it conforms")
    func enums() {
        expectExpansion(
            """
            @Model enum Shape {
                case empty
                @Key("n") case named(String)
                @Unknown case other(ModelDocument)
            }
            """,
            #"""
            enum Shape {
                case empty
                case named(String)
                case other(ModelDocument)

                nonisolated static let modelType: ModelCore.ModelType? = ModelCore.ModelType("enum Shape", cases: modelCases)

                nonisolated private static var modelCases: [ModelCore.ModelCase] {
                    var cases: [ModelCore.ModelCase] = []
                    #sourceLocation(file: "test.swift", line: 2)
                    cases.append(ModelCore.ModelCase("empty") { (value: Self) in
                        if case .empty = value { true } else { false }
                    } make: { Self.empty })
                    #sourceLocation(file: "test.swift", line: 3)
                    cases.append(ModelCore.ModelCase("named", key: ModelCore.PropertyKey("n")) { (value: Self) -> __macro_local_5namedfMu_? in
                        if case .named(let value0) = value { __macro_local_5namedfMu_(value0) } else { nil }
                    } make: { Self.named($0._0) })
                    #sourceLocation(file: "test.swift", line: 4)
                    cases.append(ModelCore.ModelCase(unknown: "other") { (value: Self) -> ModelCore.ModelDocument? in
                        if case .other(let value0) = value { value0 } else { nil }
                    } make: { Self.other($0) })
                    #sourceLocation()
                    return cases
                }

                nonisolated fileprivate struct __macro_local_5namedfMu_: ModelCore.ModelRecord {
                    let _0: String

                    init(_ value0: String) {
                        self._0 = value0
                    }

                    static let modelType: ModelCore.ModelType? = ModelCore.ModelType("case Shape.named", modelProperties, form: .value) { try Self(from: &$0) }

                    private static var modelProperties: [ModelCore.ModelProperty] {
                        var properties: [ModelCore.ModelProperty] = []
                        #sourceLocation(file: "test.swift", line: 3)
                        properties.append(ModelCore.ModelProperty("_0", \Self._0, isStored: true, isRequired: true))
                        #sourceLocation()
                        return properties
                    }

                    private init(from values: inout ModelCore.PropertyValues) throws {
                        self._0 = try values.value("_0")
                    }
                }
            }

            nonisolated extension Shape: ModelCore.ModelRecord {}
            """#)
    }

    @Test("What is refused altogether")
    func refused() {
        func expect(
            _ source: String, _ left: String, _ message: String, column: Int, line: Int = 1, fixIts: [String] = [],
            fixed: String? = nil
        ) {
            expectExpansion(
                source, left,
                diagnostics: [
                    DiagnosticSpec(
                        message: message, line: line, column: column, fixIts: fixIts.map { FixItSpec(message: $0) })
                ],
                fixed: fixed)
        }
        expect(
            "@Model(unknownKeys: .keep) struct A {}", "struct A {}",
            "Only a class can keep keys that it doesn't know: a value ignores or refuses them", column: 21,
            fixIts: ["Ignore them"], fixed: "@Model(unknownKeys: .ignore) struct A {}")
        expect(
            "@Model(version: 2) struct A {}", "struct A {}",
            "A struct with a version needs 'static func migrate(_ object: inout ModelDocument, from version: Int) throws'",
            column: 17)
        expect(
            "struct Outer {\n    @Model private struct A {}\n}", "struct Outer {\n    private struct A {}\n}",
            "@Model writes an extension, which can't see a private type in another one", column: 12, line: 2,
            fixIts: ["Make it fileprivate"], fixed: "struct Outer {\n    @Model fileprivate struct A {}\n}")
        expect(
            "@Model enum A: String {\n    case b\n}", "enum A: String {\n    case b\n}",
            "Files have an enum with raw values by those: without @Model, it conforms to ModelValue by saying so",
            column: 1, fixIts: ["Conform to 'ModelValue'"], fixed: "enum A: String, ModelValue {\n    case b\n}")
    }

    @Test("What is wrong with a case is said where it stands")
    func cases() {
        func expect(_ line: String, _ left: String, _ message: String, column: Int, fixIt: String? = nil) {
            expectExpansion(
                "enum A {\n    \(line)\n}", "enum A {\n    \(left)\n}",
                diagnostics: [
                    DiagnosticSpec(
                        message: message, line: 2, column: column, fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
                ],
                fixed: fixIt.map { _ in "enum A {\n    \(left)\n}" })
        }
        expect(
            "@Key(path: \"a.b\") case c", "case c", "A case is a key of the value itself, and can't stand deeper", column: 5,
            fixIt: "Remove '@Key'")
        expect(
            "@Unknown case c(Int)", "case c(Int)",
            "The case for unknown ones has no value, or a ModelDocument, which keeps what the file has", column: 20)
        expect(
            "@Unknown var c: Int { 0 }", "var c: Int { 0 }", "@Unknown belongs on a case of an enum with @Model", column: 5,
            fixIt: "Remove '@Unknown'")
    }
}
#endif
