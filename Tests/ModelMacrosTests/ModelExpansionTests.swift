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
                let id = UUID()
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
                let id = UUID()
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
                    properties.append(ModelCore.ModelProperty(described: "text", \TodoItem.text))
                    properties.append(ModelCore.ModelProperty(described: "due", \TodoItem.due))
                    properties.append(ModelCore.ModelProperty(described: "priority", \TodoItem.priority))
                    properties.append(ModelCore.ModelProperty(described: "id", \TodoItem.id))
                    properties.append(ModelCore.ModelProperty(described: "note", \TodoItem.note, isNilDefault: false))
                    properties.append(ModelCore.ModelProperty(described: "extra", \TodoItem.extra))
                    properties.append(ModelCore.ModelProperty(described: "parent", \TodoItem.parent, isWeak: true))
                    return properties
                }

                override func encodeProperties(to encoder: ModelCore.ModelEncoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    try encoder.encode(self.text, forKey: "text")
                    #sourceLocation(file: "test.swift", line: 4)
                    try encoder.encode(self.due, forKey: "due")
                    #sourceLocation(file: "test.swift", line: 5)
                    try encoder.encode(self.priority, forKey: "priority")
                    #sourceLocation(file: "test.swift", line: 6)
                    try encoder.encode(self.id, forKey: "id")
                    #sourceLocation(file: "test.swift", line: 7)
                    try encoder.encode(self.note, forKey: "note", isNilDefault: false)
                    #sourceLocation(file: "test.swift", line: 8)
                    try encoder.encodeAny(self.extra, forKey: "extra")
                    #sourceLocation(file: "test.swift", line: 10)
                    try encoder.encodeWeak(self.parent, forKey: "parent")
                    #sourceLocation()
                }

                override func decodeProperties(from decoder: ModelCore.ModelDecoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    if let value = try decoder.decode(forKey: "text", like: self.text) { self.text = value }
                    #sourceLocation(file: "test.swift", line: 4)
                    if let value = try decoder.decode(forKey: "due", like: self.due) { self.due = value }
                    #sourceLocation(file: "test.swift", line: 5)
                    if let value = try decoder.decode(forKey: "priority", like: self.priority) { self.priority = value }
                    #sourceLocation(file: "test.swift", line: 7)
                    if let value = try decoder.decode(forKey: "note", like: self.note) { self.note = value }
                    #sourceLocation(file: "test.swift", line: 8)
                    if let value = try decoder.decodeAny(forKey: "extra", like: self.extra) { self.extra = value }
                    #sourceLocation(file: "test.swift", line: 10)
                    if let value = try decoder.decode(forKey: "parent", like: self.parent) { self.parent = value }
                    #sourceLocation()
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

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Circle.self, name: "Circle", overrides: [.setWithDictionary, .encodeWithEncoder])

                open override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                open override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    properties.append(ModelCore.ModelProperty(described: "radius", \Circle.radius))
                    return properties
                }

                open override func encodeProperties(to encoder: ModelCore.ModelEncoder) throws {
                    try super.encodeProperties(to: encoder)
                    #sourceLocation(file: "test.swift", line: 3)
                    try encoder.encode(self.radius, forKey: "radius")
                    #sourceLocation()
                }

                open override func decodeProperties(from decoder: ModelCore.ModelDecoder) throws {
                    try super.decodeProperties(from: decoder)
                    #sourceLocation(file: "test.swift", line: 3)
                    if let value = try decoder.decode(forKey: "radius", like: self.radius) { self.radius = value }
                    #sourceLocation()
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
                    properties.append(ModelCore.ModelProperty(described: "desktop", \Settings.desktop))
                    #elseif os(macOS)
                    #if DEBUG
                    properties.append(ModelCore.ModelProperty(described: "build", \Settings.build))
                    #endif
                    #else
                    properties.append(ModelCore.ModelProperty(described: "device", \Settings.device))
                    #endif
                    return properties
                }

                package override func encodeProperties(to encoder: ModelCore.ModelEncoder) throws {
                    #if os(Linux)
                    #sourceLocation(file: "test.swift", line: 4)
                    try encoder.encode(self.desktop, forKey: "desktop")
                    #sourceLocation()
                    #elseif os(macOS)
                    #if DEBUG
                    #sourceLocation(file: "test.swift", line: 7)
                    try encoder.encode(self.build, forKey: "build")
                    #sourceLocation()
                    #endif
                    #else
                    #sourceLocation(file: "test.swift", line: 10)
                    try encoder.encode(self.device, forKey: "device")
                    #sourceLocation()
                    #endif
                }

                package override func decodeProperties(from decoder: ModelCore.ModelDecoder) throws {
                    #if os(Linux)
                    #sourceLocation(file: "test.swift", line: 4)
                    if let value = try decoder.decode(forKey: "desktop", like: self.desktop) { self.desktop = value }
                    #sourceLocation()
                    #elseif os(macOS)
                    #if DEBUG
                    #endif
                    #else
                    #sourceLocation(file: "test.swift", line: 10)
                    if let value = try decoder.decode(forKey: "device", like: self.device) { self.device = value }
                    #sourceLocation()
                    #endif
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

    @Test("Names that are keywords, or those of the written functions' own variables")
    func awkwardNames() {
        expectExpansion(
            """
            @Model("Say \\"it\\"")
            final class `default`: BaseModel {
                var encoder = 0, value: Int = 2
                var `class` = ""
            }
            """,
            #"""
            final class `default`: BaseModel {
                var encoder = 0, value: Int = 2
                var `class` = ""

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(`default`.self, name: #"Say "it""#, overrides: [], isStored: true)

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    properties.append(unsafe ModelCore.ModelProperty(stored: "encoder", \`default`.encoder))
                    properties.append(unsafe ModelCore.ModelProperty(stored: "value", \`default`.value))
                    properties.append(unsafe ModelCore.ModelProperty(stored: "class", \`default`.`class`))
                    return properties
                }

                override func encodeProperties(to encoder: ModelCore.ModelEncoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    try encoder.encode(self.encoder, forKey: "encoder")
                    #sourceLocation(file: "test.swift", line: 3)
                    try encoder.encode(self.value, forKey: "value")
                    #sourceLocation(file: "test.swift", line: 4)
                    try encoder.encode(self.`class`, forKey: "class")
                    #sourceLocation()
                }

                override func decodeProperties(from decoder: ModelCore.ModelDecoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    if let value = try decoder.decode(forKey: "encoder", like: self.encoder) { self.encoder = value }
                    #sourceLocation(file: "test.swift", line: 3)
                    if let value = try decoder.decode(forKey: "value", like: self.value) { self.value = value }
                    #sourceLocation(file: "test.swift", line: 4)
                    if let value = try decoder.decode(forKey: "class", like: self.`class`) { self.`class` = value }
                    #sourceLocation()
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
                    properties.append(ModelCore.ModelProperty(described: "value", \Box.value))
                    return properties
                }

                override func encodeProperties(to encoder: ModelCore.ModelEncoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    try encoder.encode(self.value, forKey: "value")
                    #sourceLocation()
                }

                override func decodeProperties(from decoder: ModelCore.ModelDecoder) throws {
                    #sourceLocation(file: "test.swift", line: 3)
                    if let value = try decoder.decode(forKey: "value", like: self.value) { self.value = value }
                    #sourceLocation()
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
                override func encodeProperties(to encoder: ModelEncoder) throws {}
                override func decodeProperties(from decoder: ModelDecoder) throws {}
            }
            """,
            #"""
            final class Custom: BaseModel {
                var text = ""
                override class var modelClass: ModelClass { kept }
                override class var modelProperties: [ModelProperty] { [] }
                override func encodeProperties(to encoder: ModelEncoder) throws {}
                override func decodeProperties(from decoder: ModelDecoder) throws {}

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
}
#endif
