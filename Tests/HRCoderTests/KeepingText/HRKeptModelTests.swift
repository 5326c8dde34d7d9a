import Foundation
import HRCoder
import ModelCore
import TestSupport
import Testing

/// Models with references, written into files which people have edited.
@Suite struct HRKeptModelTests {
    @Model class Page: BaseModel {
        var title = ""
        var next: Page?
    }

    @Model class Album: BaseModel {
        var cover: Page?
        var pages: [Page] = []
        var weight = 1.5
    }

    private static let text = """
        // The album.
        {
          "$class": "HRKeptModelTests.Album",
          weight: 2, // kilograms
          pages: [
            { "$class": "HRKeptModelTests.Page", title: 'one' }, // the first
            { "$class": "HRKeptModelTests.Page", title: 'two', next: { "$alias": "pages.0" } },
          ],
          cover: { "$alias": "pages.1" }, // what people see
        }

        """

    private func written(_ text: String, _ change: (Album) throws -> Void) throws -> String {
        let path = NSTemporaryDirectory() + UUID().uuidString + ".json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        let album = try Album.load(fromFile: path)
        try change(album)
        try album.write(toFile: path, format: .hrCodedJSON.keepingText)
        let found = try Album.load(fromFile: path)
        #expect(try ModelDocument(encoding: found) == ModelDocument(encoding: album))
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("What a model has stays, though the model has its properties in another order")
    func order() throws {
        // The class's order would have the page in the cover, and a reference to it among the pages.
        #expect(try written(Self.text) { _ in } == Self.text)
        #expect(try written(Self.text) { $0.weight = 2.5 } == Self.text.replacing("weight: 2,", with: "weight: 2.5,"))
        // An object that changed is written where the class has it first.
        #expect(try written(Self.text) { $0.pages[0].title = "zero" }.contains(" // kilograms\n"))
    }

    @Test("What can't be kept is right all the same")
    func moved() throws {
        var random = SeededGenerator(seed: 1)
        for round in 0..<200 {
            let text = try written(Self.text) { album in
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    let page = Page()
                    page.title = "\(round)"
                    page.next = album.pages.randomElement(using: &random)
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: album.pages.insert(page, at: Int.random(in: 0...album.pages.count, using: &random))
                    case 1: album.cover = album.pages.randomElement(using: &random)
                    case 2: album.pages.last?.next = album.pages.last
                    case 3 where !album.pages.isEmpty: album.pages.removeFirst()
                    default: album.cover?.title = "cover \(round)"
                    }
                }
            }
            #expect(text.contains("HRKeptModelTests.Album"))
        }
    }
}
