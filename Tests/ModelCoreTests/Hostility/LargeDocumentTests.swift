import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

@Suite("Large arrays and objects of documents")
struct LargeDocumentTests {
    private func object(_ count: Int, _ codedClass: CodedClass? = nil) throws -> ModelDocument {
        var builder = DocumentBuilder()
        if let codedClass { try builder.beginObject(codedClass) } else { try builder.beginDictionary() }
        for number in 0..<count {
            let key = "key \(number)"
            try builder.key(key)
            try builder.append(Int64(number))
        }
        try builder.end()
        return try builder.finish()
    }

    @Test("The keys of an object are in one piece of memory")
    func entries() throws {
        let count = 100_000
        let document = try object(count)
        let entries = document.root.entries
        let first = try #require(entries.first).key
        #expect(entries.count == count && entries.allSatisfy { $0.key.content === first.content })
        // Each is a document, as if it stood alone.
        #expect(entries[7].key.stringValue == "key 7" && entries[7].value.intValue == 7)
        #expect(entries[7].key.path == ModelPath() && entries[7].key.id != first.id)
        let key = ModelDocument(entries[7].key)
        #expect(key == ModelDocument(.string("key 7")) && key.inOrder.root.stringValue == "key 7")
        #expect(try key.decode(String.self) == "key 7")
    }

    @Test("An object of very many keys is compared, described and looked through", .endsAtLast)
    func manyKeys() throws {
        let count = 60_000
        let (document, other) = (try object(count), try object(count))
        let last = "key \(count - 1)"
        let seconds = threadSeconds {
            #expect(document == other)
            #expect(document.description.utf8.count > count * 10)
            #expect(document[last]?.path == ModelPath([.key(last)]))
        }
        #expect(seconds < 5)
    }

    @Test("Objects are equal by the names of their classes")
    func classes() throws {
        let one = CodedClass(name: "One")
        let document = try object(2, one)
        let equal = [try object(2, one), try object(2, CodedClass(name: "One"))]
        #expect(equal.allSatisfy { $0 == document })
        let others = [try object(2, CodedClass(name: "Other")), try object(2), try object(3, one)]
        #expect(others.allSatisfy { $0 != document && document != $0 })
    }

    @Test("An element is found without a look at those behind it", .endsAtLast)
    func firstElements() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<1_000_000 { try builder.append(Int64(number)) }
        try builder.end()
        let document = try builder.finish()
        var total = 0
        let seconds = threadSeconds {
            for index in 0..<8000 { total += document[index % 8]?.intValue ?? 0 }
        }
        #expect(total == 28_000 && seconds < 5)
        #expect(document[999_999]?.intValue == 999_999 && document[1_000_000] == nil && document[-1] == nil)
    }
}
