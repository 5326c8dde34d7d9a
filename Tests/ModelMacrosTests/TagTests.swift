#if Macros
    import SwiftSyntaxMacrosGenericTestSupport
    import Testing

    @Suite("Tags, and the forms of enums")
    struct TagTests {
        @Test("A class's tag, and what is kept of objects, is part of what is known of it")
        func tags() {
            expectExpansion(
                #"""
                @Model(tag: "kind", tagged: "it\"em", unknownSubclasses: .keep, writtenDefaults: .asRead) class Item: BaseModel {
                    var kind = ""
                }
                """#,
                #"""
                class Item: BaseModel {
                    var kind = ""

                    private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Item.self, name: "Item", overrides: [], tagKey: "kind", tag: #"it"em"#)

                    override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                    override class var unknownSubclasses: ModelCore.UnknownSubclasses { .keep }

                    override class var writtenDefaults: ModelCore.WrittenDefaults { .asRead }

                    override class var modelProperties: [ModelCore.ModelProperty] {
                        var properties = super.modelProperties
                        #sourceLocation(file: "test.swift", line: 2)
                        properties.append(ModelCore.ModelProperty("kind", \Item.kind, isStored: true))
                        #sourceLocation()
                        return properties
                    }

                    #if objectFormat(MachO)
                    @section("__DATA,__mod_init_func")
                    #else
                    @section(".init_array")
                    #endif
                    @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                        ModelCore.ClassRegistry.register(Item.self, name: "Item")
                    }
                }
                """#,
                diagnostics: [
                    DiagnosticSpec(
                        message:
                            "Files have the tag of the class under 'kind': the property is set to it, and its own value isn't written",
                        line: 2, column: 9, severity: .remark)
                ])
        }

        @Test("A class may have several tags, and objects without one")
        func untagged() {
            expectExpansion(
                #"""
                @Model("Thing", untagged: true, tagged: "one", "t\"wo", "three", aliases: ["Old"]) class Item: Block {
                }
                """#,
                #"""
                class Item: Block {

                    private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Item.self, name: "Thing", overrides: [], tag: "one", otherTags: [#"t"wo"#, "three"], isUntagged: true)

                    override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                    #if objectFormat(MachO)
                    @section("__DATA,__mod_init_func")
                    #else
                    @section(".init_array")
                    #endif
                    @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                        ModelCore.ClassRegistry.register(Item.self, name: "Thing", aliases: ["Old"])
                    }
                }
                """#)
        }

        @Test("A property's treatment of its default and of nulls is part of its row, and a struct's of all its rows")
        func defaults() {
            expectExpansion(
                """
                @Model(readNulls: .refuse) struct Item {
                    @Default(null: .asDefault) var name = ""
                    var size = 1
                }
                """,
                #"""
                struct Item {
                    var name = ""
                    var size = 1
                }

                nonisolated extension Item: ModelCore.ModelRecord {
                    static let modelType: ModelCore.ModelType? = ModelCore.ModelType("struct Item", modelProperties) { try Self(from: &$0) }

                    private static var modelProperties: [ModelCore.ModelProperty] {
                        var properties: [ModelCore.ModelProperty] = []
                        #sourceLocation(file: "test.swift", line: 2)
                        properties.append(ModelCore.ModelProperty("name", \Self.name, isStored: true).withDefault(null: .refuse).withDefault(null: .asDefault))
                        #sourceLocation(file: "test.swift", line: 3)
                        properties.append(ModelCore.ModelProperty("size", \Self.size, isStored: true).withDefault(null: .refuse))
                        #sourceLocation()
                        return properties
                    }

                    private init(from values: inout ModelCore.PropertyValues) throws {
                        self.name = try values.value("name", or: self.name)
                        self.size = try values.value("size", or: self.size)
                    }
                }
                """#)
        }

        @Test("A misplaced @Default")
        func misplaced() {
            expectExpansion(
                "struct Item {\n    @Default(written: .omitted) var size = 1\n}", "struct Item {\n    var size = 1\n}",
                diagnostics: [
                    DiagnosticSpec(
                        message:
                            "Only a class chooses which defaults are written: a value doesn't know what its file had",
                        line: 2, column: 23)
                ])
            expectExpansion(
                "class Item {\n    @Default(null: .refuse) static let size = 1\n}",
                "class Item {\n    static let size = 1\n}",
                diagnostics: [
                    DiagnosticSpec(
                        message: "@Default belongs on a property of an instance", line: 2, column: 5,
                        fixIts: [FixItSpec(message: "Remove '@Default'")])
                ])
        }

        @Test(
            "An argument that the type has no use for",
            arguments: [
                (#"@Model(content: "a") class Item: BaseModel {}"#, "Only the cases of an enum have a content"),
                (#"@Model(tag: "a") struct Item {}"#, "A struct has no cases or subclasses that a tag could name"),
                (#"@Model(tagged: "a") struct Item {}"#, "Only a class has subclasses, and a tag among them"),
                (
                    #"@Model(writtenDefaults: .omitted) struct Item {}"#,
                    "Only a class chooses which defaults are written: a value doesn't know what its file had"
                ),
                (
                    #"@Model(content: "a") enum Item { case one }"#,
                    "Where the values of a case have a key, its name needs one: add 'tag'"
                ),
                (
                    #"@Model(tag: "a", untagged: true) enum Item { case one }"#,
                    "An enum's cases have a tag, or are untagged"
                ),
                (
                    #"@Model(unknownSubclasses: .keep) enum Item { case one }"#,
                    "Only a class has subclasses, and a tag among them"
                ),
            ])
        func wrong(_ source: String, _ message: String) {
            var bare = String(source.drop { $0 != ")" }.dropFirst(2))
        // The extension says nothing of the arguments.
        if source.contains("enum") {
            bare = "enum Item { case one \n}\n\nnonisolated extension Item: ModelCore.ModelRecord {}"
        }
        expectExpansion(source, bare, diagnostics: [DiagnosticSpec(message: message, line: 1, column: 1)])
        }
    }
#endif
