#if Macros
import Foundation
import ModelCore
import Testing

/// Properties whose keys lead into what others hold, in every format.
@Suite("Keys that lead into what another property holds")
struct BesideKeyTests {
    @Model("BesideInner") final class Inner: BaseModel {
        var code: Int? = 1
        @Key(path: "more.deep.own") var own: String?
        @Key(path: "links.owner") weak var owner: Inner?
    }

    @Model("BesideOuter") final class Outer: BaseModel {
        var inner: Inner? = Inner()
        @Key(path: "inner.code") var code: Int?
        @Key(path: "inner.more.deep.note") var note: String?
        @Key(path: "inner.more.second", aliases: ["b", "c"]) var second: String?
    }

    /// Its model stands two steps deep, and another property one step deeper.
    @Model("BesideFar") final class Far: BaseModel {
        @Key(path: "a.inner") var inner: Inner?
        @Key(path: "a.inner.extra") var extra: Int?
    }

    static let formats: [FileFormat] = [
        .keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .json, .xmlPropertyList, .binaryPropertyList,
    ]

    /// The document that a file of a format contains for a model, and the model that is read from that file.
    private func file<Model: BaseModel>(
        _ model: Model, _ format: FileFormat
    ) throws -> (document: ModelDocument, read: Model) {
        let provider = try FormatRegistry.current.provider(for: format)
        let data = try provider.encode(model, as: format)
        return (try provider.document(from: data, as: format), try provider.decode(Model.self, from: data, as: format))
    }

    @Test("Where that is nil, they have a dictionary of their own", arguments: formats)
    func besideNil(_ format: FileFormat) throws {
        let outer = Outer()
        outer.inner = nil
        outer.code = 3
        outer.note = "n"
        let (document, read) = try file(outer, format)
        #expect(document[["inner", "code"]]?.intValue == 3)
        #expect(document[["inner", "more", "deep", "note"]]?.stringValue == "n")
        #expect(read.code == 3 && read.note == "n")
    }

    @Test("Where that has a nil of its own at the key, they have it", arguments: formats)
    func besideNilMember(_ format: FileFormat) throws {
        let outer = Outer()
        outer.inner?.code = nil
        outer.code = 3
        let (document, read) = try file(outer, format)
        #expect(document[["inner", "code"]]?.intValue == 3)
        #expect(read.code == 3 && read.inner?.code == 3)
    }

    @Test("Both lead through the same dictionaries, as deep as they like", arguments: formats)
    func common(_ format: FileFormat) throws {
        let outer = Outer()
        outer.inner?.own = "o"
        outer.note = "n"
        outer.second = "s"
        // Members with longer key paths are nested at once. With a weak reference, they are nested at the end.
        let stranger = Inner()
        for owner in [nil, stranger] {
            outer.inner?.owner = owner
            let (document, read) = try file(outer, format)
            #expect(document[["inner", "more", "deep"]]?.keys.sorted() == ["note", "own"])
            #expect(read.inner?.own == "o" && read.note == "n" && read.second == "s")
        }
        // A second time, when the shapes are known.
        let list = try file(Outer(), format).document
        #expect(list[["inner", "more"]]?.isNull ?? true)
    }

    @Test("A weak one that leads nowhere leaves no dictionary on its way", arguments: formats)
    func weak(_ format: FileFormat) throws {
        let (inner, stranger) = (Inner(), Inner())
        inner.owner = stranger
        inner.code = 2
        let (document, read) = try file(inner, format)
        // An archive has a null there.
        #expect(document["links"]?.isNull ?? true)
        #expect(document["code"]?.intValue == 2)
        #expect(read.owner == nil)
        // In an object that isn't the last, too, and where others of its class lead somewhere.
        let second = Inner()
        second.owner = inner
        inner.own = "o"
        let provider = try FormatRegistry.current.provider(for: format)
        let list = try provider.document(from: provider.encode([inner, second], as: format), as: format)
        #expect(list[0]?["links"]?.isNull ?? true)
        #expect(list[[0, "more", "deep", "own"]]?.stringValue == "o")
        let keepsReferences = provider.capabilities(of: format).contains(.identity)
        #expect((list[[1, "links", "owner"]] != nil) == keepsReferences)
        #expect((list[1]?["links"] != nil) == keepsReferences)
    }

    @Test("What stands two steps deep keeps what it doesn't know, but for others' properties", arguments: formats)
    func deep(_ format: FileFormat) throws {
        let far = Far()
        far.inner = Inner()
        far.extra = 5
        let (document, read) = try file(far, format)
        #expect(document[["a", "inner", "extra"]]?.intValue == 5)
        #expect(read.extra == 5)
        read.extra = 6
        let (again, second) = try file(read, format)
        #expect(again[["a", "inner", "extra"]]?.intValue == 6 && second.extra == 6)
        second.extra = nil
        #expect(try file(second, format).document[["a", "inner", "extra"]] == nil)
    }

    @Test("Each of several older keys is read, the first that is there", arguments: formats)
    func aliases(_ format: FileFormat) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        for (keys, wanted) in [(["b"], "b"), (["c"], "c"), (["c", "b"], "b")] {
            let old = try ModelDocument(encoding: Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) }))
            let read = try provider.decode(Outer.self, from: provider.encode(old, as: format), as: format)
            #expect(read.second == wanted)
        }
    }
}
#endif
