import Documents
import Foundation
import KeyedArchive
import ModelCore
import TestSupport
import Testing

@Suite("Asking a large document for its values one by one")
struct DocumentIndexTests {
    /// An array of 5,000 elements of different sizes, with dictionaries and arrays among them.
    private static func large(_ count: Int = 5000) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<count {
            switch number % 5 {
            case 0: try builder.append(.int64(Int64(number)))
            case 1: try builder.append(.string(String(repeating: "x", count: number % 40)))
            case 2:
                try builder.beginDictionary()
                for key in 0..<(number == 2 ? count : number % 7) {
                    try builder.key("k\(key)")
                    try builder.append(.int64(Int64(key)))
                }
                try builder.end()
            case 3:
                try builder.beginArray()
                for element in 0..<(number == 3 ? count : number % 9) { try builder.append(.int64(Int64(element))) }
                try builder.end()
            default: try builder.append(.null)
            }
        }
        try builder.end()
        return try builder.finish()
    }

    @Test("Each element, key and path is what a walk finds, in any order")
    func agrees() throws {
        let document = try Self.large()
        var generator = SeededGenerator(seed: 6)
        let elements = document.root.elements
        for index in Array(elements.indices).shuffled(using: &generator) + [0, 4999, 31, 32, 33, 48, 5000, -1] {
            let found = document[index]
            #expect(found?.id == (elements.indices.contains(index) ? elements[index].id : nil))
            guard let found else { continue }
            #expect(found.path == [.index(index)])
        }
        let wide = try #require(document[2])
        let properties = wide.properties
        #expect(properties.count == 5000 && document[3]?.count == 5000)
        for (position, (key, value)) in Array(properties.enumerated()).shuffled(using: &generator) {
            #expect(key == "k\(position)" && wide[key]?.id == value.id && value.path == [2, .key(key)])
        }
        #expect(wide["k5000"] == nil && wide["missing"] == nil && wide[0] == nil && document["k1"] == nil)
        for (position, value) in try #require(document[3]).elements.enumerated() {
            #expect(value.path == [3, .index(position)])
        }
        for value in document.root.elements.suffix(50) {
            for (key, inner) in value.properties { #expect(inner.path == value.path.map { ModelPath($0.components + [.key(key)]) }) }
        }
        #expect(document.root.path == [])
    }

    @Test("A dictionary with keys of any kind finds its text keys, the first of two that are composed otherwise, and their paths")
    func anyKeys() throws {
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        for number in 0..<200 {
            try builder.append(.int64(Int64(number)))
            try builder.append(.string("number \(number)"))
            try builder.append(.string(number == 7 ? "\u{E9}" : number == 9 ? "e\u{301}" : "text \(number)"))
            try builder.append(.int64(Int64(number)))
        }
        try builder.end()
        let document = try builder.finish()
        for number in 0..<200 where number != 7 && number != 9 {
            #expect(document["text \(number)"]?.intValue == number)
            #expect(document["text \(number)"]?.path == [.key("text \(number)")])
        }
        #expect(document["\u{E9}"]?.intValue == 7 && document["e\u{301}"]?.intValue == 9 && document["5"] == nil)
        #expect(document.root.entries[10].value.path == ["5"] && document.root.entries[10].key.path == nil)
    }

    @Test("Edits are seen, in a copy alone, and values from before them keep theirs")
    func edits() throws {
        let old = try Self.large()
        let before = try #require(old[4000])
        #expect(old[4000]?.id == before.id && old[2]?["k4000"]?.intValue == 4000)
        var document = old
        try document.set(.string("new"), at: [4000])
        try document.set(.string("new"), at: [2, "k4000"])
        try document.set(.string("added"), at: [2, "another"])
        #expect(document[4000]?.stringValue == "new" && document[4000]?.path == [4000])
        #expect(document[2]?["k4000"]?.stringValue == "new" && document[2]?["another"]?.stringValue == "added")
        #expect(document[2]?["another"]?.path == [2, "another"] && document[2]?["k4999"]?.path == [2, "k4999"])
        try document.removeValue(at: [33])
        try document.insert(ModelDocument(.int64(-1)), at: [40])
        #expect(document[3999]?.path == [3999] && document[40]?.intValue == -1 && document[41]?.path == [41])
        #expect(document[4000]?.stringValue == "new", "One was removed before it, and one added.")
        for number in 0..<300 { try document.set(.int64(Int64(number)), at: [.index(number * 16)]) }
        #expect((0..<300).allSatisfy { document[$0 * 16]?.intValue == $0 })
        #expect(old[4000]?.intValue == 4000 && before.path == [4000] && old[2]?["another"] == nil)
        #expect(old.root.count == 5000 && document.root.count == 5000)
    }

    @Test("A value that references lead to has a path, and so has what is below it")
    func references() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<100 { try builder.append(.int64(Int64(number))) }
        try builder.beginDictionary(number: 0)
        try builder.key("inner")
        try builder.append(.bool(true))
        try builder.key("self")
        try builder.appendReference(to: 0)
        try builder.end()
        try builder.appendReference(to: 0)
        try builder.end()
        var document = try builder.finish()
        #expect(document[101]?.path == [100] && document[101]?["inner"]?.path == [100, "inner"])
        #expect(document[100]?["self"]?["self"]?.path == [100])
        try document.removeValue(at: [100])
        #expect(document.root.count == 101 && document[100]?.path == [100])
        #expect(document[100]?["inner"]?.path == [100, "inner"])
        let part = ModelDocument(try #require(document[100]))
        #expect(part["inner"]?.path == ["inner"] && part.root.path == [])
    }

    @Test("Many threads may ask at once")
    func threads() async throws {
        let document = try Self.large()
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    stride(from: task, to: 5000, by: 7).allSatisfy { index in
                        guard let value = document[index], value.path == [.index(index)] else { return false }
                        return document[2]?["k\(index)"]?.intValue == index
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
