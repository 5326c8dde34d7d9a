#if Macros
import Testing

@Suite("Attributes that no @Model reads")
struct WithoutModelTests {
    @Test(
        "They are warned of in a type without it, and in an extension",
        arguments: [("Key", "(\"b\")"), ("Transform", "(.hex)"), ("Lenient", ""), ("Transient", "")])
    func unread(_ name: String, _ arguments: String) {
        let warning = "2:1 @\(name) has no effect outside of a declaration with @Model [Remove '@\(name)']"
        let property = "{\n@\(name)\(arguments) var a = [1]\n}"
        for type in ["class A: BaseModel", "@Other struct A", "extension A", "actor A"] {
            #expect(diagnostics(of: type + property) == [warning])
        }
        #expect(diagnostics(of: "@Model class B: BaseModel { class A: BaseModel \(property) }") == [warning])
        for type in ["@Model class A: BaseModel", "@ModelCore.Model struct A"] { #expect(diagnostics(of: type + property) == []) }
    }

    @Test(
        "What another macro copies them to is left alone: @Observable does so",
        arguments: [("Key", "(\"b\")"), ("Transform", "(.hex)"), ("Lenient", ""), ("Transient", "")])
    func copied(_ name: String, _ arguments: String) {
        let copy = "@\(name)\(arguments)\n@ObservationIgnored\nprivate var _a = [1]"
        #expect(diagnostics(of: copy, file: "@__swiftmacro_4Test1AC1a18ObservationTrackedfMp_.swift") == [])
        let warning = "1:1 @\(name) has no effect outside of a declaration with @Model [Remove '@\(name)']"
        #expect(diagnostics(of: copy) == [warning])
    }

    @Test("A case has a key in an enum with it")
    func cases() {
        let warning = "2:1 @Key has no effect outside of a declaration with @Model [Remove '@Key']"
        #expect(diagnostics(of: "enum A {\n@Key(\"c\") case b\n}") == [warning])
        #expect(diagnostics(of: "@Model enum A {\n@Key(\"c\") case b\n}") == [])
    }

    @Test("A relationship's observer does without")
    func relationship() {
        #expect(diagnostics(of: "class A: BaseModel {\n@Relationship var b: A?\n}") == [])
    }
}
#endif
