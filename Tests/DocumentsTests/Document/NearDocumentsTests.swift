import Documents
import Foundation
import Testing

@Suite("Documents that differ in one place only")
struct NearDocumentsTests {
    @Test("URLs that are alike but for their bases aren't equal")
    func bases() throws {
        func document(_ base: String) throws -> ModelDocument {
            let url = URL(string: "x", relativeTo: URL(string: base))
            return ModelDocument(.url(try #require(url)))
        }
        #expect(try document("http://a/") == document("http://a/"))
        #expect(try document("http://a/") != document("http://b/"))
    }

    @Test("A container under another key has another digest")
    func digests() throws {
        func digest(_ key: String) throws -> Int {
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            try builder.key(key)
            try builder.beginDictionary()
            try builder.key("x")
            try builder.append(1 as Int64)
            try builder.end()
            try builder.end()
            return try DocumentDigest.of(builder.finish(), limits: .standard)
        }
        #expect(try digest("a") == digest("a"))
        #expect(try digest("a") != digest("b"))
    }
}
