#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Synchronization
    import Testing

    // Nothing in this file says whose it is: the target's default is the main actor.

    /// A model, with all that `@Model` adds to one.
    @Model(version: 2) class IsolatedNote: BaseModel {
        @Key("heading") var title = "untitled"
        @Transform(.date(.secondsSince1970)) var date: Date?
        var place = IsolatedPlace()
        var mood: IsolatedMood = .calm
        @Relationship(inverse: "answers") weak var question: IsolatedNote?
        var answers: [IsolatedNote] = []
        @Transient var isOpen = false

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["title"], to: "heading")
        }
    }

    /// Static constants of a model need nothing; a variable is the main actor's, or stands in a `Mutex`.
    @Model final class IsolatedTally: BaseModel {
        var number = 0
        static let limit = 3
        static let made = Mutex(0)
        @MainActor static var shown = 0

        override func setUp() { Self.made.withLock { $0 = min($0 + 1, Self.limit) } }
    }

    @Model final class IsolatedReminder: IsolatedNote {
        var isDaily = true

        override func setUp() { title = "reminder" }
        override func set(with decoder: ModelDecoder) throws { try super.set(with: decoder) }
        override func encode(with encoder: ModelEncoder) throws { try super.encode(with: encoder) }
    }

    @Model struct IsolatedPlace: Equatable {
        @Key(path: "map.x") var x = 0
        var name: String?
    }

    @Model enum IsolatedMood: Equatable {
        case calm
        case angry(level: Int)
    }

    /// A controller, as programs on the main actor have them.
    final class NoteController {
        var note = IsolatedNote()
        func rename() { note.title = "renamed" }
    }

    @Suite("Models of a program whose code is the main actor's")
    struct IsolationTests {
        @Test("on the main actor") func onTheMainActor() throws {
            let controller = NoteController()
            controller.rename()
            controller.note.answers = [IsolatedReminder()]
            controller.note.place = IsolatedPlace(x: 7, name: "here")
            controller.note.mood = .angry(level: 3)
            let data = try KeyedArchive().encode(controller.note)
            let back = try KeyedArchive().decode(IsolatedNote.self, from: data)
            #expect(back.title == "renamed")
            #expect(back.answers.first is IsolatedReminder)
            #expect(back.answers.first?.question === back)
            #expect(back.place == IsolatedPlace(x: 7, name: "here"))
            #expect(back.mood == .angry(level: 3))
            let place = try JSONFormat().encode(back.place)
            #expect(String(decoding: place, as: UTF8.self) == #"{"map":{"x":7},"name":"here"}"#)
        }

        @Test("on any thread") func onAnyThread() async throws {
            let text = try await Task.detached {
                let note = try JSONFormat().decode(IsolatedNote.self, from: Data(#"{"title":"old"}"#.utf8))
                note.answers.append(IsolatedReminder())
                return "\(note.title) \(note.answers[0].title)"
            }.value
            #expect(text == "old reminder")
        }
    }
#endif
