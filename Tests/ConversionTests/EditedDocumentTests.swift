#if Macros
import FastCoder
import Foundation
import JSONFormat
import ModelCore
import Testing

@Model
final class EditedHolder: BaseModel {
    var name = "holder"
    var shape: EditedShape? = EditedShape()
    var count = 7
    weak var friend: EditedHolder?
}

@Model
class EditedShape: BaseModel {
    var width = 1
}

@Model
final class EditedCircle: EditedShape {
    var radius = 2
}

/// What an edit must not change: how the values around it are read.
@Suite("Documents that were edited")
struct EditedDocumentTests {
    private func path(_ keys: String...) -> ModelPath { ModelPath(keys.map { .key($0) }) }

    private func read(_ document: ModelDocument) throws -> EditedHolder {
        try JSONFormat().decode(from: JSONFormat().encode(document))
    }

    private func json(_ document: ModelDocument) throws -> String {
        String(decoding: try JSONFormat().encode(document), as: UTF8.self)
    }

    @Test("An object that takes another's place names its class, where a reader would choose another")
    func replaced() throws {
        var document = try ModelDocument(encoding: EditedHolder())
        try document.set(ModelDocument(encoding: EditedCircle()), at: path("shape"))
        #expect(try json(document).contains(#""shape":{"$class":"EditedCircle","width":1,"radius":2}"#))
        #expect(try read(document).shape is EditedCircle)
        // The same class as before goes without saying, as before.
        document = try ModelDocument(encoding: EditedHolder())
        let plain = try json(document)
        try document.set(ModelDocument(encoding: EditedShape()), at: path("shape"))
        #expect(try json(document) == plain)
    }

    @Test("An object whose class is changed names it")
    func changed() throws {
        var document = try ModelDocument(encoding: EditedHolder())
        try document.setClass(CodedClass(name: "EditedCircle"), at: path("shape"))
        #expect(try json(document).contains(#""shape":{"$class":"EditedCircle","width":1}"#))
        #expect(try document.decode(EditedHolder.self).shape is EditedCircle)
    }

    @Test("So does each reference to it, where shared objects are repeated")
    func changedShared() throws {
        let shape = EditedShape()
        let (first, second) = (EditedHolder(), EditedHolder())
        first.shape = shape
        second.shape = shape
        var document = try ModelDocument(encoding: ["a": first, "b": second])
        try document.setClass(CodedClass(name: "EditedCircle"), at: path("a", "shape"))
        let text = try json(document)
        #expect(text.components(separatedBy: #""shape":{"$class":"EditedCircle","width":1}"#).count == 3, "\(text)")
    }

    @Test("A weak reference stays weak where its object is edited")
    func weak() throws {
        let (first, second) = (EditedHolder(), EditedHolder())
        first.friend = second
        second.name = "friend"
        var document = try ModelDocument(encoding: ["first": first, "second": second])
        try document.renameKey(at: path("first", "count"), to: "number")
        try document.removeValue(at: path("second"))
        // Nothing else leads to it any more.
        for format in [KeyedArchive() as any FormatProvider, FastCoder(), JSONFormat()] {
            let back = try format.document(from: format.encode(document))
            #expect(back["first"]?["friend"]?.kind ?? .null == .null, "\(back)")
        }
    }

    @Test("A null that leaves a default leaves it where its object is edited")
    func leavesDefault() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "EditedHolder"))
        try builder.key("name")
        try builder.append("a")
        try builder.key("count")
        try builder.appendNil()
        try builder.end()
        var document = try builder.finish()
        #expect(try document.decode(EditedHolder.self).count == 7)
        try document.set(.string("b"), at: path("name"))
        #expect(try document.decode(EditedHolder.self).count == 7)
        try document.renameKey(at: path("name"), to: "title")
        #expect(try document.decode(EditedHolder.self).count == 7)
        // Copied, with all that it is.
        var copy = ModelDocument(.null)
        try copy.set(document, at: ModelPath())
        #expect(try copy.decode(EditedHolder.self).count == 7)
    }
}
#endif
