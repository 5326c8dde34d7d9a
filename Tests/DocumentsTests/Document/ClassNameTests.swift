import Documents
import Foundation
import Testing

@Suite("Names of classes in formats without classes")
struct ClassNameTests {
    @Test("Each object of a class gets its name, whatever was put into plainer terms before it")
    func names() throws {
        let (thing, id) = (CodedClass(name: "Thing"), UUID())
        var builder = DocumentBuilder()
        try builder.beginArray()
        for _ in 0..<2 {
            try builder.beginObject(thing)
            try builder.key("id")
            try builder.append(.uuid(id), isDeclared: false)
            try builder.end()
        }
        try builder.end()
        var walker = DocumentWalker(try builder.finish(), for: [.null])
        var texts: [String] = []
        while let step = try walker.next() {
            if case .string = step { texts.append(walker.text) }
        }
        #expect(texts == ["Thing", id.uuidString, "Thing", id.uuidString])
    }
}
