#if Macros
import Testing

@Suite("Names in files")
struct ModelNameTests {
    @Test("Enclosing types are part of the name, and an extension's access is the class's")
    func nested() {
        expectExpansion(
            """
            enum Outer {
                struct Middle {
                    @Model private class Inner: BaseModel {}
                }
            }
            public extension Outer.`Middle` {
                @Model final class Other: BaseModel {}
            }
            """,
            #"""
            enum Outer {
                struct Middle {
                    private class Inner: BaseModel {

                        private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Inner.self, name: "Outer.Middle.Inner", overrides: [])

                        override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                        #if objectFormat(MachO)
                        @section("__DATA,__mod_init_func")
                        #else
                        @section(".init_array")
                        #endif
                        @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                            ModelCore.ClassRegistry.register(Inner.self, name: "Outer.Middle.Inner")
                        }
            }
                }
            }
            public extension Outer.`Middle` {
                final class Other: BaseModel {

                    private static let __macro_local_10modelClassfMu0_ = ModelCore.ModelClass(Other.self, name: "Outer.Middle.Other", overrides: [])

                    public override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu0_ }

                    #if objectFormat(MachO)
                    @section("__DATA,__mod_init_func")
                    #else
                    @section(".init_array")
                    #endif
                    @used private static let __macro_local_8registerfMu0_: @convention(c) () -> Void = {
                        ModelCore.ClassRegistry.register(Other.self, name: "Outer.Middle.Other")
                    }
            }
            }
            """#)
    }

    @Test("A function isn't part of the name")
    func local() {
        expectExpansion(
            """
            func run() {
                @Model class Local: BaseModel {}
            }
            """,
            #"""
            func run() {
                class Local: BaseModel {

                    private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Local.self, name: "Local", overrides: [])

                    override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                    #if objectFormat(MachO)
                    @section("__DATA,__mod_init_func")
                    #else
                    @section(".init_array")
                    #endif
                    @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                        ModelCore.ClassRegistry.register(Local.self, name: "Local")
                    }
            }
            }
            """#)
    }

    @Test("A class in a generic type isn't registered")
    func inGeneric() {
        expectExpansion(
            """
            struct Page<Item> {
                @Model class Header: BaseModel {
                    var title = ""
                }
            }
            """,
            #"""
            struct Page<Item> {
                class Header: BaseModel {
                    var title = ""

                    override class var modelProperties: [ModelCore.ModelProperty] {
                        var properties = super.modelProperties
                        #sourceLocation(file: "test.swift", line: 3)
                        properties.append(ModelCore.ModelProperty("title", \Header.title, isStored: true))
                        #sourceLocation()
                        return properties
                    }
                }
            }
            """#)
    }
}
#endif
