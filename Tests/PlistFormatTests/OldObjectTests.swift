import Foundation
import ModelCore
import PlistFormat
import Testing

/// Objects of older versions, in files that keep what they have no form for as archives in data.
@Suite("Older objects in property lists")
struct OldObjectTests {
    final class Item: BaseModel {
        private static let known = ModelClass(Item.self, overrides: [], version: 2)
        override class var modelClass: ModelClass { known }
        var name = ""
        var site: URL?
        var rest: ModelDocument?
        var items: [Item] = []
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("name", \Item.name), ModelProperty("site", \Item.site), ModelProperty("rest", \Item.rest),
                ModelProperty("items", \Item.items),
            ]
        }
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["title"], to: "name")
            try object.set(.string("more"), at: ["rest", "more"])
            try object.set(ModelDocument(encoding: ["k": object["name"]?.stringValue ?? ""]), at: ["added"])
        }
    }

    @Test("Documents, unknown values and archives in them, before and behind what was migrated", arguments: [FileFormat.xmlPropertyList, .binaryPropertyList])
    func archives(format: FileFormat) throws {
        // A URL with a base is an archive in data.
        let url = try #require(URL(string: "page", relativeTo: URL(string: "http://a.b/")))
        func item(_ name: String, _ items: [Any] = []) -> [String: Any] {
            ["title": name, "site": url, "rest": ["url": url], "other": ["url": url], "items": items]
        }
        let content = try PlistFormat().encode(
            ModelDocument(encoding: item("a", [item("b"), item("c", [item("d")])]) as Any?), as: format)
        let root = try PlistFormat().decode(Item.self, from: content)
        var pending = [root]
        var names: [String] = []
        while let next = pending.popLast() {
            names.append(next.name)
            pending += next.items
            #expect(next.site?.absoluteString == "http://a.b/page" && next.site?.baseURL != nil)
            #expect(next.rest?["url"]?.scalar == .url(url) && next.rest?["more"]?.stringValue == "more")
            #expect(next.unknownValues?[["other", "url"]]?.scalar == .url(url))
            #expect(next.unknownValues?[["added", "k"]]?.stringValue == next.name)
        }
        #expect(names.sorted() == ["a", "b", "c", "d"])
        let again = try PlistFormat().decode(Item.self, from: PlistFormat().encode(root, as: format))
        #expect(again.items[1].items[0].unknownValues?[["other", "url"]]?.scalar == .url(url))
    }
}
