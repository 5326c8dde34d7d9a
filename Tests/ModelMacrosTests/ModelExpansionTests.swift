#if Macros
import Testing

@Suite("What @Model writes")
struct ModelExpansionTests {
    @Test("Every kind of property, in the order of declaration")
    func wholeClass() {
        expectExpansion(
            """
            @Model("Todo", aliases: ["OldTodo"])
            final class TodoItem: BaseModel {
                var text = ""
                var due: Date?
                private var priority: Priority = .low
                let id = UUID.fixed
                var note: String? = "none"
                var extra: [String: Any] = [:]
                @Transient var cache = 0
                weak var parent: TodoList?
                var summary: String { text }
                static var count = 0
            }
            """,
            #"""
            final class TodoItem: BaseModel {
                var text = ""
                var due: Date?
                private var priority: Priority = .low
                let id = UUID.fixed
                var note: String? = "none"
                var extra: [String: Any] = [:]
                var cache = 0
                weak var parent: TodoList?
                var summary: String { text }
                static var count = 0

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(TodoItem.self, name: "Todo", overrides: [])

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("text", \TodoItem.text, isStored: true))
                    #sourceLocation(file: "test.swift", line: 4)
                    properties.append(ModelCore.ModelProperty("due", \TodoItem.due, isStored: true))
                    #sourceLocation(file: "test.swift", line: 5)
                    properties.append(ModelCore.ModelProperty("priority", \TodoItem.priority, isStored: true))
                    #sourceLocation(file: "test.swift", line: 6)
                    properties.append(ModelCore.ModelProperty("id", \TodoItem.id, isStored: true))
                    #sourceLocation(file: "test.swift", line: 7)
                    properties.append(ModelCore.ModelProperty("note", \TodoItem.note, isNilDefault: false, isStored: true))
                    #sourceLocation(file: "test.swift", line: 8)
                    properties.append(ModelCore.ModelProperty(any: "extra", \TodoItem.extra).accessed(get: { (model: TodoItem) in model.extra }, set: { (model: TodoItem, value) in model.extra = value }))
                    #sourceLocation(file: "test.swift", line: 10)
                    properties.append(ModelCore.ModelProperty("parent", \TodoItem.parent, isWeak: true).accessed(get: { (model: TodoItem) in model.parent }, set: { (model: TodoItem, value) in model.parent = value }))
                    #sourceLocation()
                    return properties
                }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(TodoItem.self, name: "Todo", aliases: ["OldTodo"])
                }
            }
            """#)
    }

    @Test("A superclass's properties come first, and those of an open class can be overridden everywhere")
    func subclass() {
        expectExpansion(
            """
            @Model
            open class Circle: Shape {
                public var radius = 1.0 {
                    didSet { redraw() }
                }
                override var name: String {
                    didSet { redraw() }
                }
                override open func set(with dictionary: [String: Any]) throws {}
                override open func encode(with encoder: ModelEncoder) throws {}
            }
            """,
            #"""
            open class Circle: Shape {
                public var radius = 1.0 {
                    didSet { redraw() }
                }
                override var name: String {
                    didSet { redraw() }
                }
                override open func set(with dictionary: [String: Any]) throws {}
                override open func encode(with encoder: ModelEncoder) throws {}

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Circle.self, name: "Circle", overrides: [.setWithDictionary, .encodeWithEncoder], overriddenProperties: ["name"])

                open override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                open override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("radius", \Circle.radius).accessed(get: { (model: Circle) in model.radius }, set: { (model: Circle, value) in model.radius = value }))
                    #sourceLocation()
                    return properties
                }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(Circle.self, name: "Circle")
                }
            }
            """#)
    }

    @Test("Without properties, only the class is made known")
    func empty() {
        expectExpansion(
            """
            @Model final class Nothing: ModelCore.BaseModel {}
            """,
            #"""
            final class Nothing: ModelCore.BaseModel {

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Nothing.self, name: "Nothing", overrides: [])

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(Nothing.self, name: "Nothing")
                }
            }
            """#)
    }

    @Test("Properties under #if stay under it")
    func conditional() {
        expectExpansion(
            """
            @Model
            package final class Settings: BaseModel {
                #if os(Linux)
                var desktop = ""
                #elseif os(macOS)
                #if DEBUG
                let build = 0
                #endif
                #else
                var device = ""
                #endif
                #if DEBUG
                func check() {}
                #endif
            }
            """,
            #"""
            package final class Settings: BaseModel {
                #if os(Linux)
                var desktop = ""
                #elseif os(macOS)
                #if DEBUG
                let build = 0
                #endif
                #else
                var device = ""
                #endif
                #if DEBUG
                func check() {}
                #endif

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Settings.self, name: "Settings", overrides: [])

                package override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                package override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    properties += []
                    #if os(Linux)
                    #sourceLocation(file: "test.swift", line: 4)
                    properties.append(ModelCore.ModelProperty("desktop", \Settings.desktop, isStored: true))
                    #sourceLocation()
                    #elseif os(macOS)
                    #if DEBUG
                    #sourceLocation(file: "test.swift", line: 7)
                    properties.append(ModelCore.ModelProperty("build", \Settings.build, isStored: true))
                    #sourceLocation()
                    #endif
                    #else
                    #sourceLocation(file: "test.swift", line: 10)
                    properties.append(ModelCore.ModelProperty("device", \Settings.device, isStored: true))
                    #sourceLocation()
                    #endif
                    return properties
                }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(Settings.self, name: "Settings")
                }
            }
            """#)
    }

    @Test("Names that are keywords, or that of the written code's own variable")
    func awkwardNames() {
        expectExpansion(
            """
            @Model("Say \\"it\\"")
            final class `default`: BaseModel {
                var properties = 0, value: Int = 2
                var `class` = ""
            }
            """,
            #"""
            final class `default`: BaseModel {
                var properties = 0, value: Int = 2
                var `class` = ""

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(`default`.self, name: #"Say "it""#, overrides: [])

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("properties", \`default`.properties, isStored: true))
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("value", \`default`.value, isStored: true))
                    #sourceLocation(file: "test.swift", line: 4)
                    properties.append(ModelCore.ModelProperty("class", \`default`.`class`, isStored: true))
                    #sourceLocation()
                    return properties
                }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(`default`.self, name: #"Say "it""#)
                }
            }
            """#)
    }

    @Test("A generic class isn't registered")
    func generic() {
        expectExpansion(
            """
            @Model
            final class Box<Value: ModelValue>: BaseModel {
                var value: Value?
            }
            """,
            #"""
            final class Box<Value: ModelValue>: BaseModel {
                var value: Value?

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("value", \Box.value, isStored: true))
                    #sourceLocation()
                    return properties
                }
            }
            """#)
    }

    @Test("What the class writes itself is left to it")
    func handWritten() {
        expectExpansion(
            """
            @Model
            final class Custom: BaseModel {
                var text = ""
                override class var modelClass: ModelClass { kept }
                override class var modelProperties: [ModelProperty] { [] }
            }
            """,
            #"""
            final class Custom: BaseModel {
                var text = ""
                override class var modelClass: ModelClass { kept }
                override class var modelProperties: [ModelProperty] { [] }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(Custom.self, name: "Custom")
                }
            }
            """#)
    }

    @Test("A class that lists its properties itself may write other keys than theirs")
    func ownList() {
        expectExpansion(
            """
            @Model
            final class Custom: BaseModel {
                var text = ""
                override class var modelProperties: [ModelProperty] { [] }
            }
            """,
            """
            final class Custom: BaseModel {
                var text = ""
                override class var modelProperties: [ModelProperty] { [] }

            \(classMembers("Custom", overrides: ".encodeWithEncoder"))

            \(registration("ClassRegistry.register(Custom.self, name: \"Custom\")"))
            }
            """)
    }
}
#endif
