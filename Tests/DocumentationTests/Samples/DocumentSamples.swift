#if Macros
    // snippet.file
    import Documents
    // snippet.end
    import Foundation
    import JSONFormat
    import ModelCore
    import Testing

    // snippet.file
    /// The titles in a file of any linked format.
    func titles(inFile path: String) throws -> [String] {
        let document = try FormatRegistry.current.document(from: FileStore.read(path))
        return (document["items"]?.elements ?? []).compactMap { $0["title"]?.stringValue }
    }
    // snippet.end

    @Suite("Samples: documents")
    struct DocumentSamples {
        @Model final class GroceryList: BaseModel {
            var title = ""
            var counts: [Int] = []
        }

        @Test("A file is read without its classes")
        func file() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let (path, json) = (folder.path + "/groceries.json", Data(#"{"items": [{"title": "Milk"}, {"count": 2}]}"#.utf8))
            // snippet.write
            try FileStore.write(json, to: path)
            // snippet.end
            #expect(try titles(inFile: path) == ["Milk"])
        }

        @Test("Read, changed and written without a class")
        func edit() throws {
            let content = Data(
                #"{"title": "Groceries", "items": [{"title": "Milk", "count": 1}, {"title": "Eggs", "count": 12}]}"#
                    .utf8)
            // snippet.read
            var document = try FormatRegistry.current.document(from: content)
            print(document["items"]?[0]?["title"]?.stringValue ?? "untitled")
            for item in document["items"]?.elements ?? [] {
                print(item.className ?? "no class", item.keys, item["count"]?.intValue ?? 0)
            }
            // snippet.end
            #expect(document["items"]?[0]?["title"]?.stringValue == "Milk")
            #expect(document["items"]?.elements.map { $0["count"]?.intValue } == [1, 12])
            // snippet.change
            try document.renameKey(at: ["title"], to: "name")
            try document.removeValue(at: ["items", 0])
            try document.set(3, at: ["items", 0, "count"])
            try document.setClass(CodedClass(name: "Item"), at: ["items", 0])
            let json = try FormatRegistry.current.provider(for: .json).encode(document, as: .json)
            // snippet.end
            #expect(
                String(decoding: json, as: UTF8.self)
                    == #"{"name":"Groceries","items":[{"$class":"Item","title":"Eggs","count":3}]}"#)
            do {
                var document = document
                // snippet.insert
                if let first = document["items"]?[0] { try document.insert(ModelDocument(first), at: ["items", 1]) }
                try document.insert(["title": "Soap", "counts": [1, 2]], at: ["items", 0])
                try document.moveValue(at: ["items", 0], to: ["items", 2])
                // snippet.end
                #expect(document["items"]?.elements.map { $0["count"]?.intValue } == [3, 3, nil])
            }
            try document.set(.null, at: ["favorite"])
            // snippet.refer
            if let first = document["items"]?[0], let favorite = document["favorite"] {
                try document.setReferences([(value: favorite, target: first)])
            }
            // snippet.end
            #expect(document["favorite"]?.identity != nil)
            #expect(document["favorite"]?.identity == document["items"]?[0]?.identity)
        }

        @Test("Models become documents, and documents models")
        func models() throws {
            let list = GroceryList()
            list.title = "Groceries"
            list.counts = [1, 12]
            // snippet.models
            let made = try ModelDocument(encoding: list)
            let copy = try made.decode(GroceryList.self)
            print(try made == ModelDocument(encoding: copy))
            // snippet.end
            #expect(copy.counts == [1, 12])
            #expect(try made == ModelDocument(encoding: copy))
        }

        @Test("Built by hand")
        func build() throws {
            // snippet.build
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            try builder.key("title")
            try builder.append("Groceries")
            try builder.key("items")
            try builder.beginArray()
            try builder.end()
            try builder.end()
            let empty = try builder.finish()
            // snippet.end
            #expect(try empty.decode(GroceryList.self).title == "Groceries")
        }
    }
#endif
