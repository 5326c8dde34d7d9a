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

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Defaults.self, name: "Defaults", overrides: [])

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("a", \Defaults.a, isStored: true))
                    #sourceLocation(file: "test.swift", line: 4)
                    properties.append(ModelCore.ModelProperty("b", \Defaults.b, isStored: true))
                    #sourceLocation(file: "test.swift", line: 5)
                    properties.append(ModelCore.ModelProperty("c", \Defaults.c, isStored: true))
                    #sourceLocation(file: "test.swift", line: 6)
                    properties.append(ModelCore.ModelProperty("d", \Defaults.d, isNilDefault: false, isStored: true))
                    #sourceLocation(file: "test.swift", line: 7)
                    properties.append(ModelCore.ModelProperty(any: "e", \Defaults.e, isNilDefault: false).accessed(get: { (model: Defaults) in model.e }, set: { (model: Defaults, value) in model.e = value }))
                    #sourceLocation(file: "test.swift", line: 8)
                    properties.append(ModelCore.ModelProperty("f", \Defaults.f, isStored: true))
                    #sourceLocation(file: "test.swift", line: 9)
                    properties.append(ModelCore.ModelProperty("g", \Defaults.g, isNilDefault: false, isStored: true))
                    #sourceLocation(file: "test.swift", line: 10)
                    properties.append(ModelCore.ModelProperty("h", \Defaults.h, isStored: true))
                    #sourceLocation(file: "test.swift", line: 11)
                    properties.append(ModelCore.ModelProperty("i", \Defaults.i, isStored: true))
                    #sourceLocation(file: "test.swift", line: 12)
                    properties.append(ModelCore.ModelProperty("j", \Defaults.j, isStored: true))
                    #sourceLocation(file: "test.swift", line: 13)
                    properties.append(ModelCore.ModelProperty("k", \Defaults.k, isNilDefault: false).accessed(get: { (model: Defaults) in model.k }))
                    #sourceLocation(file: "test.swift", line: 14)
                    properties.append(ModelCore.ModelProperty("l", \Defaults.l, isStored: true))
                    #sourceLocation(file: "test.swift", line: 15)
                    properties.append(ModelCore.ModelProperty("m", \Defaults.m, isStored: true))
                    #sourceLocation(file: "test.swift", line: 16)
                    properties.append(ModelCore.ModelProperty("n", \Defaults.n, isWeak: true).accessed(get: { (model: Defaults) in model.n }, set: { (model: Defaults, value) in model.n = value }))
                    #sourceLocation(file: "test.swift", line: 17)
                    properties.append(ModelCore.ModelProperty("o", \Defaults.o, isStored: true))
                    #sourceLocation(file: "test.swift", line: 17)
                    properties.append(ModelCore.ModelProperty("p", \Defaults.p, isStored: true))
                    #sourceLocation()
                    return properties
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
            }
            """,
            #"""
            final class Defaults: BaseModel {
                var a: String?
                \#(method)

            \#(classMembers("Defaults"))

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("a", \Defaults.a, isNilDefault: false, isStored: true))
                    #sourceLocation()
                    return properties
                }

            \#(registration("ClassRegistry.register(Defaults.self, name: \"Defaults\")"))
            }
            """#)
    }
}
#endif
