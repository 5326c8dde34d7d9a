#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Versions and unknown keys")
struct VersionTests {
    @Test("A class's version is part of what is known of it, and its steps are its own")
    func version() {
        expectExpansion(
            #"@Model("Item", unknownKeys: .refuse, version: 2) public class Item: Thing {}"#,
            #"""
            public class Item: Thing {

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Item.self, name: "Item", overrides: [], version: 2)

                public override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                public override class func migrate(_ object: inout ModelCore.ModelDocument, from version: Int) throws {}

                public override class var unknownKeys: ModelCore.UnknownKeys { .refuse }

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
                    message: """
                        Nothing leads to version 2: objects of earlier versions are read as they are. Override 'class func \
                        migrate(_ object: inout ModelDocument, from version: Int) throws', even if it does nothing
                        """, line: 1, column: 47, severity: .warning)
            ])
    }

    @Test("Steps that the class writes stay its own")
    func migrate() {
        expectExpansion(
            """
            @Model(version: current) class Item: BaseModel {
                override class func migrate(_ object: inout ModelDocument, from version: Int) throws { print(version) }
                override class var unknownKeys: UnknownKeys { .ignore }
            }
            """,
            #"""
            class Item: BaseModel {
                override class func migrate(_ object: inout ModelDocument, from version: Int) throws { print(version) }
                override class var unknownKeys: UnknownKeys { .ignore }

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Item.self, name: "Item", overrides: [], version: current)

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(Item.self, name: "Item")
                }
            }
            """#)
    }

    @Test("What is no version is said at the number", arguments: ["0", "-1"])
    func belowOne(number: String) {
        expectExpansion(
            "@Model(version: \(number)) class Item: BaseModel {}", "class Item: BaseModel {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "Versions are numbers from 1 on; files that tell none have the first", line: 1, column: 17)
            ])
    }

    @Test("A generic class has none")
    func generic() {
        expectExpansion(
            "@Model(version: 2) class Item<Value>: BaseModel {}", "class Item<Value>: BaseModel {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "A generic class can't have a version: each of its specialisations is a class", line: 1,
                    column: 17)
            ])
    }
}
#endif
