#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Modelmatic
    import PlistFormat
    import TestSupport
    import Testing

    @Suite("Entities and classes")
    struct EntityMappingTests {
        @Model("EntityAuthor") class Author: BaseModel {
            var authorId = 0
            var name: String?
            var born: Date?
            var city = ""
            var rating: Int?
            final var books: [Book]?
            /// Not the entity's.
            var isSelected = false

            /// As a type that nobody can set by name.
            @Key var kvc_stars: Int {
                get { rating ?? 0 }
                set { rating = newValue }
            }
        }
        @Model("EntityPoet") final class Poet: Author {
            var verses = 0
        }
        @Model("EntityBook") final class Book: BaseModel {
            var title = ""
            var tags: [String] = []
            var retailPrice = 0.0
            weak var author: Author?
            var pricing: Pricing?
        }
        @Model("EntityPricing") final class Pricing: BaseModel {
            var discount = 0.0
            var book: Book?
        }

        static let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <model>
                <entity name="Author" representedClassName="Shop.EntityAuthor">
                    <attribute name="authorId" attributeType="Integer 64">
                        <userInfo><entry key="jsonKeyPath" value="author_id"/></userInfo>
                    </attribute>
                    <attribute name="name" optional="YES" attributeType="String"/>
                    <attribute name="born" optional="YES" attributeType="Transformable" valueTransformerName="EntityDay">
                        <userInfo><entry key="externalKeyPath" value="life.born"/></userInfo>
                    </attribute>
                    <attribute name="city" optional="YES" attributeType="String">
                        <userInfo><entry key="jsonKeyPath" value="life.city"/></userInfo>
                    </attribute>
                    <attribute name="stars" optional="YES" attributeType="Integer 16"/>
                    <relationship name="books" toMany="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book">
                        <userInfo><entry key="jsonKeyPath" value="works"/></userInfo>
                    </relationship>
                </entity>
                <entity name="EntityPoet" parentEntity="Author">
                    <attribute name="verses" attributeType="Integer 32"/>
                </entity>
                <entity name="Book" representedClassName=".EntityBook">
                    <attribute name="title" attributeType="String"/>
                    <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="EntityTags"/>
                    <attribute name="retailPrice" attributeType="Double">
                        <userInfo><entry key="jsonKeyPath" value="pricing.retail_price"/></userInfo>
                    </attribute>
                    <relationship name="author" maxCount="1" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
                    <relationship name="pricing" maxCount="1" destinationEntity="Price" inverseName="book" inverseEntity="Price"/>
                </entity>
                <entity name="Price" representedClassName="EntityPricing">
                    <attribute name="discount" attributeType="Double"/>
                    <relationship name="book" maxCount="1" destinationEntity="Book" inverseName="pricing" inverseEntity="Book"/>
                </entity>
                <entity name="Unused" representedClassName="NobodysClass"><attribute name="x" attributeType="String"/></entity>
            </model>
            """

        let model: DataModel

        init() throws {
            ModelTransform<Date>.date(.day).register(as: "EntityDay")
            ModelTransform<[String]>.separated(by: ",").register(as: "EntityTags")
            model = try DataModel(data: Data(Self.xml.utf8))
        }

        static let json = """
            {"author_id":101,"name":"Ada","life":{"born":"1815-12-10","city":"London"},"stars":4,"works":[{"title":"Notes",\
            "tags":"engine,notes","pricing":{"discount":0.5,"retail_price":9.99}},{"title":"Letters","tags":"",\
            "pricing":{"retail_price":0.0}}]}
            """

        @Test("JSON has a class as its entity says, both ways")
        func json() throws {
            let format = JSONFormat().mapped(by: try model.mapping())
            let author = try format.decode(Author.self, from: Data(Self.json.utf8))
            #expect(author.authorId == 101 && author.city == "London" && author.rating == 4)
            #expect(author.born == Date(timeIntervalSince1970: -4_861_728_000))
            let books = try #require(author.books)
            #expect(books.map(\.title) == ["Notes", "Letters"] && books[0].tags == ["engine", "notes"])
            #expect(books.map { $0.author === author } == [true, true])
            // A value of a model in it, beside the model.
            #expect(books[0].retailPrice == 9.99 && books[0].pricing?.discount == 0.5)
            #expect(books[0].pricing?.book === books[0])
            author.isSelected = true
            books[0].pricing?.book = books[0]
            let written = try format.encode(author)
            #expect(try format.document(from: written)["works"]?[0]?["pricing"]?["retail_price"]?.doubleValue == 9.99)
            #expect(try format.document(from: written)["isSelected"] == nil)
            let again = try format.decode(Author.self, from: written)
            #expect(again.books?.map(\.retailPrice) == [9.99, 0] && again.rating == 4 && again.born == author.born)
            for author in [author, again] { author.books?.forEach { $0.pricing?.book = nil } }
        }

        @Test("Dictionaries, relationships by name, and subclasses")
        func dictionaries() throws {
            let entity = try #require(model["Author"])
            let given: [String: Any] = [
                "author_id": "7", "life": ["city": "Rome"],
                "works": [["title": "Odes", "pricing": ["retail_price": "3.5"]]],
            ]
            let author = try Author(dictionary: given, entity: entity)
            #expect(author.authorId == 7 && author.city == "Rome" && author.books?[0].author === author)
            #expect(author.books?[0].retailPrice == 3.5)
            let dictionary = try author.dictionaryRepresentation(entity: entity)
            #expect(
                dictionary["author_id"] as? Int == 7
                    && (dictionary["life"] as? [String: Any])?["city"] as? String == "Rome")
            #expect((dictionary["works"] as? [[String: Any]])?.first?["title"] as? String == "Odes")

            let mapping = try model.mapping()
            let book = Book()
            try author.add(book, to: "books", mapping: mapping)
            #expect(book.author === author)
            let pricing = Pricing()
            try book.set(pricing, for: "pricing", mapping: mapping)
            #expect(pricing.book === book)
            pricing.book = nil
            #expect { try author.add(book, to: "paintings", mapping: mapping) } throws: {
                ($0 as? ModelError)?.code == .unknownRelationship
            }
            let poet = try Poet(dictionary: ["verses": 3, "life": ["city": "Bath"]], mapping: mapping)
            #expect(poet.verses == 3 && poet.city == "Bath")
        }

        @Model("FlatBook") final class FlatBook: BaseModel {
            var title = ""
            var retailPrice = 0.0
            var pricing: FlatPricing?
        }
        @Model("FlatPricing") final class FlatPricing: BaseModel {
            var retailPrice = 0.0
            var discountedPrice = 0.0
            @Relationship(inverse: \FlatBook.pricing) weak var book: FlatBook?
        }

        static let flatXML = """
            <model>
                <entity name="FlatBook">
                    <attribute name="title" attributeType="String"/>
                    <attribute name="retailPrice" attributeType="Double">
                        <userInfo><entry key="jsonKeyPath" value="pricing.retailPrice"/></userInfo>
                    </attribute>
                    <relationship name="pricing" destinationEntity="FlatPricing" inverseName="book" inverseEntity="FlatPricing"/>
                </entity>
                <entity name="FlatPricing">
                    <attribute name="retailPrice" attributeType="Double"/>
                    <attribute name="discountedPrice" attributeType="Double"/>
                    <relationship name="book" destinationEntity="FlatBook" inverseName="pricing" inverseEntity="FlatBook"/>
                </entity>
            </model>
            """

        @Test("A flattened attribute and the relationship that it leads through: the one set last counts")
        func flattened() throws {
            let model = try DataModel(data: Data(Self.flatXML.utf8))
            let entity = try #require(model["FlatBook"])
            let given: [String: Any] = ["title": "Emma", "pricing": ["retailPrice": 14.99, "discountedPrice": 12.99]]
            func price(_ book: FlatBook) throws -> Double? {
                let dictionary = try book.dictionaryRepresentation(entity: entity)
                let inner = dictionary["pricing"] as? [String: Any]
                #expect(inner?["discountedPrice"] as? Double == 12.99)
                let json = JSONFormat().mapped(by: try model.mapping())
                #expect(try json.document(from: json.encode(book))["pricing"]?["retailPrice"]?.doubleValue == inner?["retailPrice"] as? Double)
                return inner?["retailPrice"] as? Double
            }
            var book = try FlatBook(dictionary: given, entity: entity)
            #expect(book.retailPrice == 14.99 && book.pricing?.retailPrice == 14.99)
            #expect(try price(book) == 14.99)
            book.retailPrice = 5
            #expect(try price(book) == 5)
            book = try FlatBook(dictionary: given, entity: entity)
            book.pricing?.retailPrice = 6
            #expect(try price(book) == 6)
            book.retailPrice = 7
            let error = #expect(throws: ModelError.self) { try book.dictionaryRepresentation(entity: entity) }
            #expect(error?.code == .unrepresentableValue && error?.path == ["pricing", "retailPrice"])
            // New ones, whose defaults are no values that anybody set.
            book = FlatBook()
            book.pricing = FlatPricing()
            book.pricing?.discountedPrice = 12.99
            book.pricing?.retailPrice = 8
            #expect(try price(book) == 8)
            book.pricing?.retailPrice = 0
            book.retailPrice = 9
            #expect(try price(book) == 9)
        }

        @Test("Everything in which a model and a class disagree is told at once")
        func mistakes() throws {
            let xml = Self.xml.replacing("\"city\"", with: "\"town\"").replacing("EntityTags", with: "NoTransform")
                .replacing("name=\"title\" attributeType=\"String\"", with: "name=\"title\" attributeType=\"Date\"")
                .replacing(
                    "name=\"authorId\" attributeType=\"Integer 64\"", with: "name=\"authorId\" attributeType=\"Double\""
                )
                .replacing("value=\"works\"", with: "value=\"works[0]\"")
                .replacing("destinationEntity=\"Price\"", with: "toMany=\"YES\" destinationEntity=\"Price\"")
            let model = try DataModel(data: Data(xml.utf8))
            #expect {
                try model.mapping()
            } throws: { error in
                guard let error = error as? ModelError, error.code == .entityMismatch else { return false }
                return [
                    "Author.town has no property in the class Author", "Book.tags: No transform is registered under",
                    "Book.title is of type Date", "Author.authorId is of type Double", "\"works[0]\", which is no path",
                    "Book.pricing leads to an array of models",
                ].allSatisfy { error.reason.contains($0) }
            }
            #expect(throws: ModelError.self) { try Author(dictionary: [:], entity: try #require(model["Author"])) }
        }

        @Model("EntityTypes") final class Types: BaseModel {
            enum Grade: String, ModelValue { case low }
            var int8 = Int8(0)
            var int16 = Int16(0)
            var int32: Int32?
            var int = 0
            var uint64 = UInt64(0)
            var bool: Bool?
            var double = 0.0
            var float = Float(0)
            var decimal = Decimal()
            var text = ""
            var url: URL?
            var date = Date()
            var data = Data()
            var grade: Grade?
            var list: [Int] = []
        }

        @Test("Which types hold which attributes")
        func types() throws {
            let fitting: [DataModel.AttributeType: [String]] = [
                .integer16: ["int16", "int32", "int", "double", "float", "decimal", "list"],
                .integer32: ["int32", "int", "double", "decimal", "list"],
                .integer64: ["int", "double", "decimal", "list"],
                .double: ["double", "decimal", "list"],
                .float: ["double", "float", "decimal", "list"],
                // Reading makes no number of true, and writing would make one of it.
                .boolean: ["bool", "list"],
                .string: ["text", "url", "grade", "list"],
                .date: ["date", "list"], .binaryData: ["data", "list"], .uri: ["text", "url", "grade", "list"],
                .transformable: Types.allPropertyKeys,
            ]
            for (kind, names) in fitting {
                let attributes = Types.allPropertyKeys.map {
                    #"<attribute name="\#($0)" attributeType="\#(kind.rawValue)"/>"#
                }
                let xml = #"<model><entity name="EntityTypes">\#(attributes.joined())</entity></model>"#
                var refused = ""
                do { _ = try DataModel(data: Data(xml.utf8)).mapping() } catch { refused = error.reason }
                let found = Types.allPropertyKeys.filter { !refused.contains("EntityTypes.\($0) ") }
                #expect(found == names, "\(kind)")
            }
        }
    }

    /// The original's own models and data, where the fixtures are.
    @Suite("The original's example", .enabled(if: SharedFixtures.arePresent, "The public models aren't here: skipped"))
    struct OriginalExampleTests {
        @Model("OriginalExample.Author") final class Author: BaseModel {
            var externalID: Int?
            var authorId = 0
            var firstName = ""
            var lastName: String?
            var dateOfBirth: Date?
            var imageURL: String?
            var books: [Book] = []
        }
        @Model("OriginalExample.Book") final class Book: BaseModel {
            var externalID: Int?
            var bookId: Int?
            var title = ""
            var year: String?
            var rating: Int?
            var favorite: Bool?
            var retailPrice = 0.0
            var tags: [String]?
            weak var author: Author?
            var pricing: Pricing?
        }
        @Model("OriginalExample.Pricing") final class Pricing: BaseModel {
            var externalID: Int?
            var pricingId: Int?
            var retailPrice: Double?
            var discountedPrice: Double?
            weak var book: Book?
        }
        @Model("OriginalExample.Catalog") final class Catalog: BaseModel {
            var version = 0
            var batchSize = 0
            var authors: [Author] = []
        }

        static var models: [String] {
            Corpus.files.filter {
                $0.contains("Modelmatic/Authors.xcdatamodeld/Authors 3") && $0.hasSuffix("/contents")
            }
        }
        /// One of them isn't JSON.
        static var data: [String] {
            Corpus.files.filter { $0.contains("/Modelmatic/Authors@") && !$0.hasSuffix("a7485e6.json") }
        }

        @Test("Each of its data files, with each state of its newest model", arguments: models, data)
        func read(path: String, data: String) throws {
            ModelTransform<Date>.date(.day).register(as: "Date")
            ModelTransform<[String]>.separated(by: ",").register(as: "StringArray")
            let model = try DataModel(contentsOf: "\(Corpus.folder)/\(path)")
            let mapping = try model.mapping(classes: [
                "Author": Author.self, "Book": Book.self, "Pricing": Pricing.self,
            ])
            let content = try Data(contentsOf: URL(fileURLWithPath: "\(Corpus.folder)/\(data)"))
            let catalog =
                data.hasSuffix(".json")
                ? try JSONFormat().mapped(by: mapping).decode(Catalog.self, from: content)
                : try PlistFormat().mapped(by: mapping).decode(Catalog.self, from: content)
            #expect(!catalog.authors.isEmpty)
            #expect(
                catalog.authors.allSatisfy {
                    max($0.authorId, $0.externalID ?? 0) > 100 && !$0.firstName.isEmpty
                })
            let books = catalog.authors.flatMap(\.books)
            #expect(books.count > 5 && books.allSatisfy { $0.author != nil && !$0.title.isEmpty })
            // One state of the model has no price, and only one of the data has any.
            let hasPrices = data.contains("c1471a5") && !path.contains("22c7ddf")
            #expect(books.contains { $0.retailPrice > 0 } == hasPrices && books.contains { ($0.tags?.count ?? 0) > 1 })
            #expect(catalog.authors.contains { $0.dateOfBirth != nil })
            let format = JSONFormat().mapped(by: mapping)
            let again = try format.decode(Catalog.self, from: format.encode(catalog))
            #expect(again.authors.flatMap(\.books).map(\.retailPrice) == books.map(\.retailPrice))
            #expect(again.authors.map(\.dateOfBirth) == catalog.authors.map(\.dateOfBirth))
        }
    }
#endif
