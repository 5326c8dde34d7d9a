import FastCoder
import Foundation
import ModelCore
import TestSupport
import Testing

/// Objects that a file has in keyed archives (chunk 47).
@Suite("Archived objects")
struct ArchivedObjectTests {
    final class Keyed: BaseModel {
        var text = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("text", \Keyed.text)] }
    }

    final class Holder: BaseModel {
        var anything: Any?
        var list: [Any] = []
        var keyed: Keyed?
        override func set(with decoder: ModelDecoder) throws {
            anything = try decoder.decodeAny(forKey: "anything")
            list = try decoder.decodeAny(forKey: "list") as? [Any] ?? []
            keyed = try decoder.decode(Keyed.self, forKey: "keyed")
        }
    }

    private var classes: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(Keyed.self, aliases: ["FCKeyed"])
        return classes
    }

    private func undeclared(_ content: Data) throws -> Any? {
        try FastCoder().decode(from: content) { try AnyValue.decode(from: $0) }
    }

    @Test("Where no type is declared, one of a registered class is that object", arguments: 0...2)
    func undeclared(_ offset: Int) throws {
        let content = try Fixtures.goldenData("FastCoder/keyedarchive_offset\(offset).fast")
        let objects = try ClassRegistry.withClasses(classes) { try undeclared(content) as? [Any] }
        let keyed = objects?.compactMap { $0 as? Keyed }
        #expect(keyed?.map(\.text) == ["foo"])
        let again = try ClassRegistry.withClasses(classes) {
            try undeclared(FastCoder().encode { try AnyValue.encode(objects as Any, to: $0) }) as? [Any]
        }
        #expect(again?.compactMap { ($0 as? Keyed)?.text } == ["foo"])
        // Without its class it is the archive, and nothing of it is lost.
        let others = try ClassRegistry.withClasses(ClassRegistry()) { try undeclared(content) as? [Any] }
        #expect(others?.contains { ($0 as? Data)?.starts(with: Data("bplist".utf8)) == true } == true)
    }

    @Test("Data that is an archive is data: only the chunk of archives says otherwise")
    func data() throws {
        try ClassRegistry.withClasses(classes) {
            let archive = try KeyedArchive().encode(Keyed())
            let content = try FastCoder().encode { try AnyValue.encode(["a": archive, "b": [archive]], to: $0) }
            let read = try undeclared(content) as? [String: Any]
            #expect(read?["a"] as? Data == archive)
            #expect((read?["b"] as? [Any])?.first as? Data == archive)
        }
    }
}
