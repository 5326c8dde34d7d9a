import Foundation
import ModelCore
import TestSupport
import Testing

/// Texts that Swift takes for equal, and files don't.
@Suite("Editing tells names apart that only look alike")
struct AlikeNameTests {
    private static let names = ["\u{e9}", "e\u{301}"]

    @Test("Of two keys, the one that is named is removed, set and renamed", arguments: names)
    func keys(_ name: String) throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for key in Self.names {
            try builder.key(key)
            try builder.append(key)
        }
        try builder.end()
        let original = try builder.finish()
        let other = try #require(Self.names.first { $0.utf8.count != name.utf8.count })
        var document = original
        try document.removeValue(at: [.key(name)])
        #expect(document.root.keys.map { $0.utf8.count } == [other.utf8.count])
        #expect(document[other]?.stringValue?.utf8.count == other.utf8.count && document[name] == nil)
        document = original
        try document.set(.int64(1), at: [.key(name)])
        #expect(document[name]?.intValue == 1 && document[other]?.stringValue?.utf8.count == other.utf8.count)
        document = original
        try document.renameKey(at: [.key(name)], to: "x")
        #expect(document["x"]?.stringValue?.utf8.count == name.utf8.count && document[name] == nil)
        #expect(document[other]?.stringValue?.utf8.count == other.utf8.count)
    }

    @Test("An object that takes an expected one's place is named unless its class has exactly the same name")
    func classes() throws {
        for (old, new) in [("Base", "Sub"), ("\u{e9}", "e\u{301}"), ("Base", "Base")] {
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            try builder.key("item")
            try builder.beginObject(CodedClass(name: old), number: nil, isExpected: true)
            try builder.end()
            try builder.end()
            var document = try builder.finish()
            builder = DocumentBuilder()
            try builder.beginObject(named: new)
            try builder.end()
            try document.set(try builder.finish(), at: ["item"])
            // A format without classes that it can name otherwise.
            var walker = DocumentWalker(document, for: [.null])
            let written = try walker.document()
            let isSame = old.utf8.elementsEqual(new.utf8)
            #expect(written[["item", "$class"]]?.stringValue?.utf8.count == (isSame ? nil : new.utf8.count))
        }
    }
}
