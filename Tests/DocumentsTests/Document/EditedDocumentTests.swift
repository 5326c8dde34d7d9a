import Documents
import Testing

@Suite("What an edit changes in a document, and what it doesn't")
struct EditedDocumentTests {
    @Test("A key that names classes in the file's format is a key like others once an edit adds it")
    func classKey() throws {
        var builder = DocumentBuilder(for: [.null])
        try builder.beginDictionary()
        try builder.key("a")
        try builder.append(1 as Int64)
        try builder.end()
        var document = try builder.finish()
        #expect(document.allKeys == ["a"])
        try document.set(.int64(1), at: ["$class"])
        #expect(document.allKeys.sorted() == ["$class", "a"])
    }

    @Test("An array that two keys lead to is replaced under one of them", arguments: [("a", "b"), ("b", "a")])
    func shared(_ key: String, _ other: String) throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("a")
        try builder.beginArray(number: 0)
        try builder.end()
        try builder.key("b")
        try builder.appendReference(to: 0)
        try builder.end()
        var document = try builder.finish()
        try document.set(.int64(5), at: [.key(key)])
        #expect(document[key]?.intValue == 5 && document[other]?.kind == .array)
    }
}
