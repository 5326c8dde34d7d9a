import Foundation
import KeyedArchive
import ModelCore
import TestSupport
import Testing

@Suite("Archives in documents that are copied and joined")
struct ArchivesInDocumentsTests {
    final class Leaf: BaseModel {
        var name = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Leaf.name)] }
    }

    final class Holder: BaseModel {
        var anything: Any?
        var number = 0
        override class var modelProperties: [ModelProperty] {
            [ModelProperty(any: "anything", \Holder.anything), ModelProperty("number", \Holder.number)]
        }
    }

    @Test("Data that stand for an archived object do so in a copy that is edited, too")
    func copied() throws {
        var classes = ClassRegistry()
        classes.add(Leaf.self)
        try ClassRegistry.withClasses(classes) {
            let leaf = Leaf()
            leaf.name = "oak"
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            try builder.key("anything")
            try builder.append(archive: KeyedArchive().encode(leaf))
            try builder.key("number")
            try builder.append(1 as Int64)
            try builder.end()
            let document = try builder.finish()
            var copy = document
            try copy.set(.int64(2), at: ["number"])
            for (document, number) in [(document, 1), (copy, 2)] {
                let holder = try document.decode(Holder.self)
                #expect((holder.anything as? Leaf)?.name == "oak" && holder.number == number)
            }
        }
    }

    @Test("A document that trusts archives is trusted no more than the builder that takes it whole")
    func trust() throws {
        var trusting = DocumentBuilder()
        try trusting.append("text")
        let document = try trusting.finish()
        #expect(document.trustsArchives)
        var builder = DocumentBuilder()
        builder.trustsArchives = false
        try builder.append(document)
        #expect(try !builder.finish().trustsArchives)
    }
}
