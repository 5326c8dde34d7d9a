#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Modelmatic
    import Testing

    /// The classes that `basemodel generate` makes of a model: they stand in `Generated`, and the command line's tests
    /// see that it still makes the same.
    @Suite("Generated classes")
    struct GeneratedTests {
        init() {
            ModelTransform<[String]>.separated(by: ",").register(as: "GeneratedTags")
        }

        @Test("New objects have the model's default values")
        func defaults() throws {
            let library = GeneratedLibrary()
            #expect(library.name == #"The "Main" \(x)"# && library.size == 7 && library.isOpen)
            #expect(library.fee == Decimal(string: "1.25") && library.weight == 0.25 && library.default == nil)
            #expect(library.opened == Date(timeIntervalSinceReferenceDate: 1000))
            #expect(library.code.uuidString == "12345678-1234-1234-1234-123456789ABC")
            #expect(GeneratedBook().in == 3 && GeneratedCard().count == -2)
            #expect(GeneratedBook().price == Decimal(string: "9.99"))
        }

        private func library() -> GeneratedLibrary {
            let library = GeneratedLibrary()
            library.kvc_description = "old"
            library.default = false
            library.tags = ["a", "b"]
            library.city = "London"
            library.number = 12
            library.selected = true
            library.seal = Data([1])
            let book = GeneratedBook()
            book.title = "Emma"
            book.parts = [GeneratedBook()]
            library.books = [book]
            library.card = GeneratedCard()
            return library
        }

        @Test("Both ends of relationships stay equal")
        func relationships() throws {
            let library = library()
            let author = GeneratedAuthor()
            author.books = library.books
            #expect(library.books[0].library === library && library.card?.library === library)
            #expect(library.books[0].authors.first === author && library.books[0].parts[0].whole === library.books[0])
            let other = GeneratedLibrary()
            library.partner = other
            #expect(other.partner === library)
            library.partner = nil
            author.books = []
        }

        @Test("JSON has what the model says where, in the classes' own words and by the model's mapping")
        func json() throws {
            let text = try JSONFormat().encode(library())
            let document = try JSONFormat().document(from: text)
            #expect(document["description"]?.stringValue == "old" && document["tags"]?.stringValue == "a,b")
            #expect(document["place"]?["city"]?.stringValue == "London" && document["library_id"]?.intValue == 12)
            #expect(document["selected"] == nil && document["books"]?[0]?["library"] == nil)
            let back = try JSONFormat().decode(GeneratedLibrary.self, from: text)
            #expect(back.books[0].library === back && back.city == "London" && back.tags == ["a", "b"])
            #expect(back.kvc_description == "old" && back.number == 12 && back.default == false)

            ModelTransform<String>(encode: { $0 }, decode: { (text: String) in text }).register(as: "GeneratedColour")
            let path = Bundle.module.bundlePath + "/Fixtures/Generated.xcdatamodel"
            let mapped = JSONFormat().mapped(by: try DataModel(contentsOf: path).mapping())
            let same = try mapped.decode(GeneratedLibrary.self, from: text)
            #expect(same.books[0].title == "Emma" && same.city == "London" && same.tags == ["a", "b"])
        }

        @Test func archive() throws {
            let back = try KeyedArchive().decode(
                GeneratedLibrary.self, from: try KeyedArchive().encode(library(), as: .keyedArchive))
            #expect(
                back.books[0].parts[0].whole === back.books[0] && back.seal == Data([1]) && back.tags == ["a", "b"])
            let line = ProtocolObject()
            line.line = "x"
            #expect(try JSONFormat().encode(line) == Data(#"{"first-line":"x"}"#.utf8))
        }
    }
#endif
