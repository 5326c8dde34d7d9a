#if Macros
import Testing

@Suite("When nil is written")
struct NilDefaultTests {
    @Test("Where the default may be a value")
    func defaults() {
        expectExpansion(
            """
            @Model
            final class Defaults: BaseModel {
                var a: String?
                var b: String? = nil
                var c: Optional<String> = .none
                var d: String! = "d"
                var e: Any? = 1
                var f: Int = make()
                var g = URL(string: "https://example.org")
                var h = Date()
                var i = [Int]()
                var j = -1
                @Fallback("k") var k: String?
                @objc var l: String?
                let m: String? = "m"
                weak var n: Defaults? = shared
                var o, p: String?
                override func decodeProperties(from decoder: ModelDecoder) throws {}
                override class var modelProperties: [ModelProperty] { [] }
            }
            """,
            #"""
            final class Defaults: BaseModel {
                var a: String?
                var b: String? = nil
                var c: Optional<String> = .none
                var d: String! = "d"
                var e: Any? = 1
                var f: Int = make()
                var g = URL(string: "https://example.org")
                var h = Date()
                var i = [Int]()
                var j = -1
                @Fallback("k") var k: String?
                @objc var l: String?
                let m: String? = "m"
                weak var n: Defaults? = shared
                var o, p: String?
                override func decodeProperties(from decoder: ModelDecoder) throws {}
                override class var modelProperties: [ModelProperty] { [] }

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Defaults.self, name: "Defaults", overrides: [.encodeWithEncoder])

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                override func encodeProperties(to encoder: ModelCore.ModelEncoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    try encoder.encode(self.a, forKey: "a")
                    #sourceLocation(file: "test.swift", line: 4)
                    try encoder.encode(self.b, forKey: "b")
                    #sourceLocation(file: "test.swift", line: 5)
                    try encoder.encode(self.c, forKey: "c")
                    #sourceLocation(file: "test.swift", line: 6)
                    try encoder.encode(self.d, forKey: "d", isNilDefault: false)
                    #sourceLocation(file: "test.swift", line: 7)
                    try encoder.encodeAny(self.e, forKey: "e", isNilDefault: false)
                    #sourceLocation(file: "test.swift", line: 8)
                    try encoder.encode(self.f, forKey: "f")
                    #sourceLocation(file: "test.swift", line: 9)
                    try encoder.encode(self.g, forKey: "g", isNilDefault: false)
                    #sourceLocation(file: "test.swift", line: 10)
                    try encoder.encode(self.h, forKey: "h")
                    #sourceLocation(file: "test.swift", line: 11)
                    try encoder.encode(self.i, forKey: "i")
                    #sourceLocation(file: "test.swift", line: 12)
                    try encoder.encode(self.j, forKey: "j")
                    #sourceLocation(file: "test.swift", line: 13)
                    try encoder.encode(self.k, forKey: "k", isNilDefault: false)
                    #sourceLocation(file: "test.swift", line: 14)
                    try encoder.encode(self.l, forKey: "l")
                    #sourceLocation(file: "test.swift", line: 15)
                    try encoder.encode(self.m, forKey: "m")
                    #sourceLocation(file: "test.swift", line: 16)
                    try encoder.encodeWeak(self.n, forKey: "n")
                    #sourceLocation(file: "test.swift", line: 17)
                    try encoder.encode(self.o, forKey: "o")
                    #sourceLocation(file: "test.swift", line: 17)
                    try encoder.encode(self.p, forKey: "p")
                    #sourceLocation()
                }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(Defaults.self, name: "Defaults")
                }
            }
            """#)
    }

    @Test("Where init() may have assigned something", arguments: ["required init() { a = \"\" }", "override func setUp() { a = \"\" }"])
    func assigned(by method: String) {
        expectExpansion(
            """
            @Model
            final class Defaults: BaseModel {
                var a: String?
                \(method)
                override func decodeProperties(from decoder: ModelDecoder) throws {}
                override class var modelProperties: [ModelProperty] { [] }
            }
            """,
            """
            final class Defaults: BaseModel {
                var a: String?
                \(method)
                override func decodeProperties(from decoder: ModelDecoder) throws {}
                override class var modelProperties: [ModelProperty] { [] }

            \(classMembers("Defaults", overrides: ".encodeWithEncoder"))

                override func encodeProperties(to encoder: ModelCore.ModelEncoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    try encoder.encode(self.a, forKey: "a", isNilDefault: false)
                    #sourceLocation()
                }

            \(registration("ClassRegistry.register(Defaults.self, name: \"Defaults\")"))
            }
            """)
    }
}
#endif
