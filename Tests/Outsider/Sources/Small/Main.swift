#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import JSONFormat
import ModelCore

/// A model with values of any type.
final class Box: BaseModel {
    var name = ""
    var made = Date(timeIntervalSince1970: 0)
    var range = 1..<3
    var any: Any?
    var list: [Any] = []

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \Box.name),
            ModelProperty("made", \Box.made),
            ModelProperty(any: "any", \Box.any),
            ModelProperty(any: "list", \Box.list),
        ]
    }
}

/// A program that links Foundation's essentials alone.
@main
enum Main {
    static func main() throws {
        let text = #"{"name":"a","made":"2018-03-16T16:49:14.000Z","any":null,"list":[1,null,["b",null],{"c":null}]}"#
        let box = try JSONFormat().decode(Box.self, from: Data(text.utf8))
        try expect(box.list.count == 4 && box.list[0] as? Int == 1, "\(box.list)")
        try expect(box.list[1] is AnyValue.Null && box.any is AnyValue.Null, "\(box.list[1])")
        let written = String(decoding: try JSONFormat().encode(box), as: UTF8.self)
        try expect(written == text, written)
        box.any = nil
        try expect(!String(decoding: try JSONFormat().encode(box), as: UTF8.self).contains("any"), "\(box)")
        print("Small: \(written.utf8.count) bytes")
    }

    static func expect(_ isTrue: Bool, _ message: String) throws {
        if !isTrue { throw ModelError(.corruptData, message) }
    }
}
