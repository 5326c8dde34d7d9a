import FastCoder
import Foundation
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat
import TestSupport
import Testing

#if Macros
/// Values of properties with setters that are read before the values of properties that are declared earlier.
@Suite("Values that wait for their setters")
struct WaitingSetterTests {
    @Model("WaitingPart") final class Part: BaseModel {
        var number = 0
    }

    @Model("WaitingWatched") final class Watched: BaseModel {
        @Transient var calls: [String] = []
        var note: String? { didSet { calls.append("note") } }
        var text = "" { didSet { calls.append("text \(note ?? "-")") } }
        var count = 0 { didSet { calls.append("count \(text)") } }
        var date: Date? { didSet { calls.append("date") } }
        var parts: [Part] = [] { didSet { calls.append("parts \(parts.count)") } }
        var part: Part? { didSet { calls.append("part \(part?.number ?? -1)") } }
        var scores: [String: Double] = [:] { didSet { calls.append("scores") } }
    }

    @Model("WaitingRoot") final class Root: BaseModel {
        var all: [Watched] = []
    }

    private static func watched(_ note: String?) -> Watched {
        let watched = Watched()
        watched.note = note
        (watched.text, watched.count) = ("a text that is longer than fifteen bytes", 7)
        watched.parts = (1...3).map { number in
            let part = Part()
            part.number = number
            return part
        }
        watched.part = watched.parts[1]
        watched.scores = ["a": 1.5]
        watched.calls = []
        return watched
    }

    @Test("Setters are called in the order of the declaration, and no value needs a document")
    func order() throws {
        let root = Root()
        root.all = [Self.watched(nil), Self.watched("n"), Self.watched(nil)]
        for format in [FileFormat.json, .fastCoding, .xmlPropertyList, .binaryPropertyList, .keyedArchive] {
            let provider = try FormatRegistry.current.provider(for: format)
            let content = try provider.encode(root, as: format)
            let back = try provider.decode(Root.self, from: content, as: format)
            for (watched, note) in zip(back.all, [nil, "n", nil] as [String?]) {
                let calls = watched.calls.filter { $0 != "date" && (note != nil || $0 != "note") }
                #expect(
                    calls == (note == nil ? [] : ["note"])
                        + ["text \(note ?? "-")", "count \(watched.text)", "parts 3", "part 2", "scores"], "\(format)")
                #expect(watched.scores == ["a": 1.5])
            }
        }
        let content = try JSONFormat().encode(root)
        #expect(try JSONFormat().documentReasons(reading: Root.self, from: content) == [])
    }

    @Test("Values may be in any order in a file")
    func turned() throws {
        let text = """
            {"all":[{"scores":{"a":2},"part":{"number":4},"parts":[{"number":1}],"count":3,"text":"t","note":"n"}]}
            """
        let back = try JSONFormat().decode(Root.self, from: Data(text.utf8))
        #expect(back.all[0].calls == ["note", "text n", "count t", "parts 1", "part 4", "scores"])
    }

    @Test("The first error of a file is reported, and values that wait are dropped")
    func errors() throws {
        let texts = [
            #"{"all":[{"text":"t","count":"x","parts":[{"number":1}],"scores":[]}]}"#: "count",
            #"{"all":[{"parts":[{"number":1}],"part":{"number":2},"scores":{"a":"x"},"count":"y"}]}"#: "scores",
            #"{"all":[{"text":"t","parts":[{"number":1},{"number":"x"}]}]}"#: "parts",
        ]
        for (text, key) in texts {
            do {
                _ = try JSONFormat().decode(Root.self, from: Data(text.utf8))
                Issue.record("\(text) was read.")
            } catch let error as ModelError {
                #expect("\(error)".contains(key), "\(error)")
            }
        }
    }
}
#endif
