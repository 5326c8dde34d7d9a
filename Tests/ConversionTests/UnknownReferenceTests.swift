#if Macros
    import FastCoder
    import Foundation
    import HRCoder
    import JSONFormat
    import ModelCore
    import PlistFormat
    import Testing

    /// Unknown keys that lead to models, which the program has taken out of where it knows them.
    @Suite("Unknown references")
    struct UnknownReferenceTests {
        @Model class Child: BaseModel {
            var size = 5
        }

        @Model class Holder: BaseModel {
            var one = 1
            var child: Child?
        }

        @Test(
            "A model that is nowhere else any more is written",
            arguments: [FileFormat.keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary])
        func taken(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: ModelClass.of(Holder.self).name))
            try builder.key("one")
            try builder.append(1 as Int64)
            try builder.key("child")
            try builder.beginObject(CodedClass(name: ModelClass.of(Child.self).name), number: 1)
            try builder.key("size")
            try builder.append(7 as Int64)
            try builder.end()
            for key in ["favorite", "other"] {
                try builder.key(key)
                try builder.appendReference(to: 1)
            }
            try builder.end()
            let content = try provider.encode(builder.finish(), as: format)
            let holder = try provider.decode(Holder.self, from: content, as: format)
            let child = try #require(holder.child)
            child.size = 9
            holder.child = nil
            let document = try provider.document(from: provider.encode(holder, as: format), as: format)
            #expect(document[["favorite", "size"]]?.intValue == 9)
            #expect(document[["other"]]?.id == document[["favorite"]]?.id)
            holder.child = child
            let again = try provider.decode(Holder.self, from: provider.encode(holder, as: format), as: format)
            #expect(again.child?.size == 9)
            #expect(again.unknownValues?[["favorite", "size"]]?.intValue == 9)
        }
    }
#endif
