import AuthorsKit
import Foundation
import ModelCore
import PlistFormat
import Testing

@Suite("Authors", .serialized)
struct LibraryTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("Authors-\(UUID()).json").path

    @Test("A book is added, a price in a dictionary changed, and what the program doesn't know stays")
    func changes() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Library.use()
        let library = try Library(path: file)
        #expect(library.lines.first == "Mary Shelley, born 1797-08-30")
        library.add("Mathilda", by: "Mary Shelley", price: 4.5, tags: ["novella"])
        library.set(price: 9.5, of: try library.book(titled: "Frankenstein"))
        library.set(price: 3, of: try library.book(titled: "Emma"))
        try library.save()

        let again = try Library(path: file)
        #expect(again.lines == library.lines && again.lines.contains("  4.50  Mathilda (novella)"))
        #expect(again.catalog.authors.flatMap(\.books).allSatisfy { $0.author != nil })
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file)))
        let root = try #require(object as? [String: Any])
        let authors = try #require(root["authors"] as? [[String: Any]])
        let books = try #require(authors[0]["books"] as? [[String: Any]])
        let pricing = try #require(books[0]["pricing"] as? [String: Any])
        #expect(pricing["retail_price"] as? Double == 9.5 && pricing["currency"] as? String == "GBP")
        #expect(root["source"] as? String == "an old web service" && books[0]["author"] == nil)
        #expect(authors[0]["born"] as? String == "1797-08-30")
        #expect(throws: LibraryError.self) { try again.book(titled: "Ulysses") }
    }

    @Test("An older version of the model has fewer keys")
    func olderModel() throws {
        let folder = try #require(
            FileManager.default.enumerator(atPath: Bundle.main.bundlePath)?.compactMap { $0 as? String }
                .first { $0.hasSuffix("Authors.xcdatamodeld") })
        try Library.use(modelPath: "\(Bundle.main.bundlePath)/\(folder)/Authors.xcdatamodel")
        let library = try Library(path: file)
        #expect(library.lines.first == "Mary Shelley" && library.catalog.authors[1].books[1].retailPrice == nil)
    }

    /// `shared/fixtures/corpora` beside the package.
    private static let corpora: String = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("shared/fixtures/corpora").path
    }()

    private static func files(_ isWanted: (String) -> Bool) -> [String] {
        let example = "AboutObjects+Modelmatic/Example/Modelmatic/Authors"
        let all = FileManager.default.enumerator(atPath: corpora)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.contains(example) && isWanted($0) }.sorted()
    }

    @Test(
        "Modelmatic's own example: all of its models, with all of its data",
        .enabled(if: FileManager.default.fileExists(atPath: corpora), "The public files aren't here: skipped"))
    func original() throws {
        ModelTransform<Date>.date(.day).register(as: "CDXDateTransformer")
        ModelTransform<[String]>.separated(by: ",").register(as: "CSVTransformer")
        ModelTransform<String>(encode: { $0 }, decode: { (text: String) in text }).register(as: "CDXURLTransformer")
        let models = Self.files { $0.hasSuffix("/contents") }
        // One of them isn't JSON.
        let data = Self.files { $0.hasSuffix(".json") && !$0.contains("a7485e6") }
        #expect(models.count == 8 && data.count == 3)
        for model in models {
            try Library.use(modelPath: "\(Self.corpora)/\(model)")
            for file in data {
                let library = try Library(path: "\(Self.corpora)/\(file)")
                let authors = library.catalog.authors
                #expect(authors.count > 2 && authors.allSatisfy { !$0.lastName.isEmpty && !$0.books.isEmpty })
                #expect(authors.flatMap(\.books).allSatisfy { $0.author != nil && !$0.title.isEmpty }, "\(file) \(model)")
            }
        }
        FormatRegistry.replace(with: PlistFormat().mapped(by: try Library.use()))
        for file in Self.files({ $0.hasSuffix(".plist") }) {
            #expect(try !Library(path: "\(Self.corpora)/\(file)").catalog.authors.isEmpty, "\(file)")
        }
    }
}
