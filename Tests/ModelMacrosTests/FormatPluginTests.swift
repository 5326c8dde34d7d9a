#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@FormatPlugin")
struct FormatPluginTests {
    @Test("It registers one provider")
    func registers() {
        expectExpansion(
            """
            @FormatPlugin
            public struct YAML: FormatProvider {
                public init() {}
            }
            """,
            """
            public struct YAML: FormatProvider {
                public init() {}

            \(registration("FormatRegistry.register(YAML())", of: "Documents"))
            }
            """)
    }

    @Test("It can't be used where there isn't one type", arguments: [("struct", "YAML<T>", ""), ("struct", "YAML", "<T>")])
    func generic(_ kind: String, _ name: String, _ outer: String) {
        expectExpansion(
            """
            enum Formats\(outer) {
                @FormatPlugin \(kind) \(name): FormatProvider {}
            }
            """,
            """
            enum Formats\(outer) {
                \(kind) \(name): FormatProvider {}
            }
            """,
            diagnostics: [
                DiagnosticSpec(
                    message: "@FormatPlugin can't be used on a generic type: there would be no one provider to register",
                    line: 2, column: 5)
            ])
    }

    @Test("It belongs on a type", arguments: ["extension YAML", "protocol YAML"])
    func wrongPlace(_ head: String) {
        expectExpansion(
            "@FormatPlugin \(head) {}",
            "\(head) {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "@FormatPlugin belongs on the declaration of a type that conforms to FormatProvider or StoreProvider",
                    line: 1, column: 1)
            ])
    }
}
#endif
