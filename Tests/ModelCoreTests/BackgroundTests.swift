import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Files in the background", .sandboxed)
struct BackgroundTests {
    final class Note: BaseModel {
        private static let known = ModelClass(Note.self, name: "BackgroundNote", overrides: [])
        override class var modelClass: ModelClass { known }

        var text = ""
        var next: Note?
        var cache = 0

        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("text", \Note.text, isStored: true), ModelProperty("next", \Note.next, isStored: true),
            ]
        }
    }

    @MainActor
    @Test("What is written and read is the same, on no particular thread")
    func files() async throws {
        let note = Note()
        note.text = "one"
        let writing = note.text
        try await note.writeInBackground(toFile: "note.plist")
        note.text = "two"
        #expect(try await Note.loadInBackground(fromFile: "note.plist").text == writing)
        let values = ["a": [1, 2]]
        try await values.writeInBackground(toFile: "values.plist")
        #expect(try await [String: [Int]].loadInBackground(fromFile: "values.plist") == values)
    }

    @Test("Many files come in the order of their paths, and the first error ends it")
    func many() async throws {
        for number in 0..<50 {
            let note = Note()
            note.text = "\(number)"
            try note.write(toFile: "\(number).plist")
        }
        let paths = (0..<50).map { "\($0).plist" }
        let notes = try await Note.loadInBackground(fromFiles: paths)
        #expect(notes.map(\.text) == (0..<50).map(String.init))
        #expect(try await Note.loadInBackground(fromFiles: []).isEmpty)
        let error = await #expect(throws: ModelError.self) {
            _ = try await Note.loadInBackground(fromFiles: paths + ["gone.plist"])
        }
        #expect(error?.code == .fileMissing)
    }

    @Test("A cancelled task begins no file")
    func cancelled() async throws {
        let note = Note()
        note.text = "old"
        try note.write(toFile: "note.plist")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            let new = Note()
            await #expect(throws: CancellationError.self) { try await new.writeInBackground(toFile: "note.plist") }
            await #expect(throws: CancellationError.self) {
                _ = try await Note.loadInBackground(fromFile: "note.plist")
            }
            await #expect(throws: CancellationError.self) {
                _ = try await Note.loadInBackground(fromFiles: ["note.plist"])
            }
        }
        task.cancel()
        await task.value
        #expect(try Note.load(fromFile: "note.plist").text == "old")
    }

    @Test("A deep copy leads to copies, with cycles and shared models")
    func copies() throws {
        let note = Note()
        note.next = Note()
        note.next?.next = note
        note.cache = 5
        let copy = try note.deepCopy()
        #expect(copy !== note && copy.next !== note.next && copy.next?.next === copy && copy.cache == 0)
        for model in [note, copy] { model.next?.next = nil }
    }
}
