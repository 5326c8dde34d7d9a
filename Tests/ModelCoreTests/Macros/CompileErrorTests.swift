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
        // What is wrong comes first, then the labels of the initializer, and then what to do.
        let saved = """
            error: 'init(a property of this type can't be saved:_:_:key:isWeak:isNilDefault:isStored:isRequired:)' is unavailable: \
            declare the type with @Model, or as Codable or ModelValue; or mark the property @Transient
            """
        for line in [8, 10, 13, 15] { #expect(messages.contains("\(line): \(saved)"), "\(messages)") }
        #expect(messages.contains { $0.hasPrefix("10: warning: The constant 'plain' is saved, but has a new value") })
        #expect(messages.count == 5, "\(messages)")
    }

    @Test("A dictionary's keys that can't be saved are an error of their own")
    func keys() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                enum Genre { case crime }
                enum Level: String { case low }
                struct Plain {}

                @Model final class Shelf: BaseModel {
                    var counts: [Genre: Int] = [:]
                    var levels: [Level: Int]?
                    var both: [Genre: Level] = [:]
                    var values: [String: Plain] = [:]
                    var fine: [String: Level] = [:]
                }
                """)
        let advice = "is unavailable: declare their type as ModelValue if it has raw values, else with @Model"
        for line in 8...10 {
            let text = "\(line): error: 'init(the keys of this dictionary can't be saved:"
            #expect(messages.contains { $0.hasPrefix(text) && $0.contains(advice) }, "\(messages)")
        }
        #expect(messages.contains { $0.hasPrefix("11: error: 'init(a property of this type can't be saved:") })
        #expect(messages.count == 4, "\(messages)")
    }

    @Test("A case beside whose value no name can stand is an error at the case, and only there")
    func besideTag() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model struct Point { var x = 0 }
                class Item: BaseModel {}
                @Model(tag: "kind") enum Inner { case one }
                @Model(tag: "type") enum Shape {
                    case empty
                    case item(Item)
                    case number(Int)
                    case points([Point])
                    case point(Point?)
                    case any(Any)
                    case fine(Point)
                    case inner(Inner), labelled(item: Item)
                    @Unknown case other(ModelDocument)
                }
                @Model(tag: "type", content: "value") enum Content { case item(Item), number(Int) }
                @Model enum Keyed { case item(Item), number(Int) }
                @Model(untagged: true) enum Alone { case item(Item), number(Int) }
                @Model(tag: "type") enum Generic<Value: ModelRecord> { case value(Value) }
                """, "-emit-sil", "-o", "/dev/null")
        // The compiler checks the members of an enum that a macro writes only for code.
        for line in 8...12 {
            let text = "\(line): error: 'name(_:beside:)' is unavailable: with a tag alone, a case has values with labels"
            #expect(messages.contains { $0.hasPrefix(text) }, "\(messages)")
        }
        #expect(messages.count == 5, "\(messages)")
    }

    @Test("A lenient property without elements is an error at the property")
    func lenient() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                enum Level: String { case low }
                struct Plain {}

                @Model final class Shelf: BaseModel {
                    @Lenient var count = 1
                    @Lenient var level: Level?
                    @Lenient var plain: [Plain] = []
                    @Lenient var text = ""
                    @Lenient var fine: [Level]?
                    @Lenient var keyed: [String: Int] = [:]
                }
                """)
        let text = "error: 'init(@Lenient is for an array, a set or a dictionary, with elements that can be saved:"
        for line in 7...10 {
            #expect(messages.contains { $0.hasPrefix("\(line): \(text)") }, "\(messages)")
        }
        #expect(messages.count == 4, "\(messages)")
    }

    @Test("A shared instance of the main actor is an error in other isolations, and only that one")
    func sharedElsewhere() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model class Settings: BaseModel, MainActorShared { var theme = "" }
                @Model final class Special: Settings { var note = "" }
                @Model final class Other: BaseModel { var theme = "" }

                @MainActor func onMain() throws -> String {
                    Settings.setSharedInstance(nil)
                    return try Settings.shared.theme + Special.shared.note + Other.shared.theme
                }
                func elsewhere() throws -> String { try Other.shared.theme + Settings.shared.theme }
                actor Owner { func theme() throws -> String { try Special.shared.theme } }
                func replace() { Settings.setSharedInstance(nil) }
                """)
        for line in [11, 12] {
            let text = "main actor-isolated static property 'shared' can not be referenced"
            #expect(messages.contains { $0.hasPrefix("\(line): error: ") && $0.contains(text) }, "\(messages)")
        }
        #expect(messages.contains { $0.hasPrefix("13: error: ") && $0.contains("setSharedInstance") }, "\(messages)")
        #expect(messages.count == 3, "\(messages)")
    }

    @Test("A relationship that holds no models says what one holds")
    func relationship() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                struct Plain: Codable {}

                @Model final class Shelf: BaseModel {
                    @Relationship var text: String = ""
                    @Relationship var other = ""
                    @Relationship var count = 1
                    @Relationship(inverse: \\Shelf.next) var keyed: [String: Shelf] = [:]
                    @Relationship var plain: Plain?
                    @Relationship weak var next: Shelf?
                }
                """)
        for (line, type) in [(6, "String"), (7, "String"), (8, "Int"), (9, "[String: Shelf]")] {
            let text = "\(line): error: A relationship holds a model or an array of models, and not \(type) "
            #expect(messages.contains { $0.hasPrefix(text) }, "\(messages)")
        }
        // Of the last one only the compiler knows: in the observer, and in the list of properties.
        let last = messages.filter { $0.contains("a relationship holds a model or nil, or an array of models, or nil") }
        #expect(last.count == 2 && last.contains { $0.hasPrefix("10: error: 'init(a relationship") }, "\(messages)")
        #expect(messages.count == 6, "\(messages)")
    }

    @Test("A key path to no property of the other class is two errors: the compiler's own, and the true one")
    func typo() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model final class Author: BaseModel {
                    @Relationship(inverse: \\Book.autor) var books: [Book] = []
                }
                @Model final class Book: BaseModel {
                    @Relationship weak var author: Author?
                }
                """)
        #expect(
            messages == [
                "4: error: reference to member 'autor' cannot be resolved without a contextual type",
                "4: error: value of type 'Book' has no member 'autor'",
            ])
    }

    @Test("A name for equality that isn't a property's is an error at the name")
    func hashable() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model(hashable: ["isnb"]) final class Book: BaseModel {
                    var isbn = ""
                    var title = ""
                }
                @Model(hashable: ["author"]) class Page: BaseModel {
                    #if NEVER
                    var never = 1
                    #endif
                    var number: Int { 1 }
                }
                @Model(hashable: ["number", "x"]) final class Leaf: Page {
                    var x = 1
                }
                """)
        #expect(
            messages == [
                "3: error: Book declares no property 'isnb'. Is it 'isbn'? (from macro 'Model')",
                "7: error: Page declares no property 'author': declare it in the class itself (from macro 'Model')",
            ])
    }

    @Test("A transform of another type is an error at the property")
    func transforms() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import Foundation
                import ModelCore

                @Model final class Page: BaseModel {
                    @Transform(.date(.day)) var number = 5
                    @Transform(.date(.iso8601)) var dates: [Date] = []
                    @Transform(.separated(by: ",")) var names: Set<String> = []
                }
                """)
        for line in 5...7 {
            let text = "\(line): error: 'init(the transform is for properties of another type:"
            #expect(
                messages.contains { $0.hasPrefix(text) && $0.hasSuffix("is unavailable: for an array, add .each") },
                "\(messages)")
        }
        #expect(messages.count == 3, "\(messages)")
    }

    @Test("A name that Swift takes for another thing is an error where it is given")
    func names() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model class Page: BaseModel {
                    var `Type` = 1
                    var ModelCore = 2
                }
                @Model class Own: BaseModel {
                    var Own = 1
                }
                @Model enum Kind {
                    case `Type`
                }
                """)
        for (line, name) in [(4, "Type"), (5, "ModelCore"), (8, "Own"), (11, "Type")] {
            let text = "\(line): error: Swift takes the name \(name) for another thing where this is saved."
            #expect(messages.contains { $0.hasPrefix(text) }, "\(messages)")
        }
    }

    @Test("An inverse that isn't for models is an error at the attribute")
    func inverse() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model class Page: BaseModel {
                    var number = 1
                }
                @Model class Book: BaseModel {
                    @Relationship(inverse: \\Page.number) var pages: [Page] = []
                }
                """)
        let text = "is unavailable: an inverse is for models: a model or nil, or an array of models, or nil"
        #expect(messages.contains { $0.hasPrefix("7: error: ") && $0.contains(text) })
        #expect(messages.allSatisfy { $0.contains(text) }, "\(messages)")
    }

    @Test("Attributes that have no effect without @Model are warned of, where the compiler knows them")
    func withoutModel() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model class Page: BaseModel {
                    @Key("n") var number = 1
                    class Line: BaseModel {
                        @Key("w") var words = [""]
                        @Lenient var lines = [1]
                    }
                }
                extension Page {
                    @Key("m") var other: Int { get { number } set { number = newValue } }
                    @Model struct Word { @Key("t") var text = "" }
                    struct Plain { @Transient var text = "" }
                }
                enum Mark { @Key("b") case a }
                """)
        #expect(messages.compactMap { $0.split(separator: ":").first } == ["6", "7", "11", "13", "15"], "\(messages)")
    }

    @Test("What the macro writes gives no warning")
    func clean() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import Foundation
                import ModelCore

                @Model public final class Constants: BaseModel {
                    let kind = "constant"
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

    @Test("What is written for structs and enums gives no warning, and a type that can't be saved is an error")
    func records() throws {
        let compiler = try #require(Compiler.found)
        let messages = try compiler.messages(
            for: """
                import Foundation
                import ModelCore

                @propertyWrapper public struct Plus {
                    public var wrappedValue: Int
                    public init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
                }
                @Model public struct Wrapped {
                    @Plus var a = 1
                    @Plus var b: Int
                    weak var w: BaseModel?
                    public let c: Int?
                    fileprivate var d = "x"
                    @Key public var e: Int {
                        get { a }
                        set { a = newValue }
                    }
                    var any: Any?
                    var forced: Int!
                }
                extension Wrapped {
                    @Model struct Inner<Content: ModelValue> {
                        var content: Content
                        #if NEVER
                        var never = 1
                        #endif
                    }
                }
                public extension Wrapped {
                    @Model struct Wide { var x = 1 }
                }
                @Model public indirect enum Tree {
                    case leaf(for: Int, Int), words(`in`: Int, `inout`: Int), text(`two words`: Int)
                    case nest(Tree), any(Any?), `three more "words"`(x: Int, y: Int)
                    #if NEVER
                    case never(String, Int)
                    #endif
                }
                @Model enum None {}
                @Model private struct Hidden { var x = 1 }
                @Model struct Coded: Codable, Hashable { var x = 1 }
                @Model enum Choice: Codable { case a(x: Int), c(of: String = "") }
                @Model struct Raw: RawRepresentable { var rawValue = 1 }
                @Model struct Own: ModelValue { var x: [Coded: Choice] = [:] }
                """)
        #expect(messages.isEmpty, "\(messages)")
        let wrong = try compiler.messages(
            for: """
                import Foundation
                import ModelCore

                @Model struct Bad {
                    var fine = ""
                    var thread: Thread = .current
                }
                """)
        #expect(wrong.count == 1 && wrong.allSatisfy { $0.hasPrefix("6: error: ") }, "\(wrong)")
    }

    @Test("A class that is no model, and a model that is Codable, are one message each")
    func otherClasses() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import Foundation
                import ModelCore

                @Model final class Item: NSObject {
                    var name = ""
                }
                @Model final class Page: Sendable {
                    let number = 1
                }
                @Model class Box: BaseModel, Codable {
                    var name = ""
                }
                @Model enum Choice: Codable { case a, b(Int) }
                """)
        #expect(messages.contains { $0.hasPrefix("4: error: A class with @Model must inherit from BaseModel, and NSObject") })
        #expect(messages.contains { $0.hasPrefix("7: error: A class with @Model must inherit from BaseModel") })
        #expect(messages.contains { $0.hasPrefix("10: warning: Coders other than this library's lose a model's subclass") })
        #expect(messages.contains { $0.hasPrefix("13: warning: Coders other than this library's ignore that a case") })
        #expect(messages.count == 4, "\(messages)")
    }

    @Test("Where the main actor is the default, a class may say nonisolated, and needn't")
    func nonisolated() throws {
        let messages = try #require(Compiler.found).messages(
            for: """
                import ModelCore

                @Model nonisolated final class Item: BaseModel { var text = "" }
                @Model final class Other: BaseModel { var text = "" }
                @Model struct Place { var x = 0 }
                struct Price: Equatable, Sendable { var cents = 0 }
                nonisolated extension ModelTransform where Value == Price {
                    static let cents = ModelTransform(encode: { $0.cents }, decode: { (cents: Int) in Price(cents: cents) })
                }
                @Model final class Article: BaseModel { @Transform(.cents) var price = Price() }
                """, "-default-isolation", "MainActor")
        #expect(messages.isEmpty)
    }
}
#endif
