#if Macros
import Testing

@Suite(
    "What the compiler says",
    .enabled(if: Compiler.found != nil, "The compiler, the module or the plugin isn't where SwiftPM puts it."))
struct CompileErrorTests {
    @Test("A type that can't be saved is an error at its property")
    func unsaveable() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import Foundation
                import ModelCore

                struct Plain {}

                @Model final class Bad: BaseModel {
                    var fine = ""
                    var thread: Thread = .current
                    /// With a comment.
                    let plain = Plain()
                    #if os(Linux)
                    @Transient var left = Plain()
                    var nested: [String: [Plain?]] = [:]
                    #endif
                    weak var observer: Thread?
                    var after: String?
                }
                """)
        let saved = "is unavailable: a property of this type can't be saved. Make the type conform to ModelValue or Codable"
        let loaded = "is unavailable: a property of this type can't be loaded. Make the type conform to ModelValue or Codable"
        func expect(_ line: Int, _ text: String) {
            #expect(messages.contains { $0.hasPrefix("\(line): error: ") && $0.contains(text) })
        }
        for line in [8, 10, 13] { expect(line, saved) }
        for line in [8, 13, 15] { expect(line, loaded) }
        expect(15, "a weak property is saved where its type is a model class. Mark it @Transient")
        #expect(messages.count == 7, "\(messages)")
    }

    @Test("What the macro writes gives no warning")
    func clean() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import Foundation
                import ModelCore

                @Model public final class Constants: BaseModel {
                    let id = UUID()
                }
                @Model final class Absent: BaseModel {
                    #if NEVER
                    var absent = ""
                    #endif
                }
                @Model class Empty: BaseModel {}
                @Model final class Below: Empty {
                    var any: Any = 0
                    var forced: String!
                }
                """)
        #expect(messages.isEmpty)
    }

    @Test("Where the main actor is the default, a class says nonisolated")
    func nonisolated() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model nonisolated final class Item: BaseModel { var text = "" }
                """, "-default-isolation", "MainActor")
        #expect(messages.isEmpty)
    }
}
#endif
