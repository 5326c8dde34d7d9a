import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

/// Documents between models and files, against what trees of nodes make of the same.
@Suite("Documents")
struct DocumentCodingTests {
    typealias Format = GrowthTests.Format

    @Test("A model becomes a document, and that the same model", arguments: ContractSample.all.indices)
    func models(_ index: Int) throws {
        let sample = ContractSample.all[index]
        func check<Value: ModelValue>(_ value: Value) throws {
            let document = try ModelDocument(encoding: value)
            let back = try document.decode(Value.self)
            #expect(Fingerprint.text(of: back) == Fingerprint.text(of: value))
            #expect(try ModelDocument(encoding: back) == document)
        }
        try check(sample.make())
    }

    @Test("A file becomes a document, and that the same file", arguments: Format.all)
    func files(_ format: Format) throws {
        for sample in ContractSample.all {
            func check<Value: ModelValue>(_ value: Value) throws {
                // A plain format can't hold those that lead back to themselves.
                guard format.isGraph || !sample.hasReferences else { return }
                let content = try format.provider.encode(value, as: format.format)
                let document = try format.provider.document(from: content, as: format.format)
                let again = try format.provider.encode(document, as: format.format)
                // An encrypted file has other bytes each time. A document doesn't know which superclasses and keys a
                // class has that it has no object of. A node doesn't tell FastCoding's nil from a null, nor that of an
                // archive's array.
                let hasNils = format.format == .fastCoding || format.format == .keyedArchive && sample.name == "holes"
                if format.format != .cryptoCoding, !hasNils {
                    let node = try format.provider.decode(ModelNode.self, from: content, as: format.format)
                    #expect(try again == format.provider.encode(node, as: format.format), "\(sample.name)")
                }
                #expect(try format.provider.document(from: again, as: format.format) == document, "\(sample.name)")
                let back = try format.provider.decode(Value.self, from: again, as: format.format)
                let first = try format.provider.decode(Value.self, from: content, as: format.format)
                #expect(Fingerprint.text(of: back) == Fingerprint.text(of: first), "\(sample.name)")
            }
            try check(sample.make())
        }
    }

    @Test("Random graphs, in every format that keeps all they hold", arguments: ConversionTests.GraphFormat.all)
    func graphs(_ format: ConversionTests.GraphFormat) throws {
        for seed in 3001...3200 as ClosedRange<UInt64> {
            let graph = try RandomGraph.document(seed: seed)
            let content = try format.encode(graph)
            let document = try format.decode(content)
            let tree = try format.provider.decode(ModelNode.self, from: content, as: format.format)
            defer { tree.unlink() }
            try #require(
                try format.encode(document) == format.provider.encode(tree, as: format.format), "seed \(seed)")
            try #require(graph == document, "seed \(seed): \(graph)\n\(document)")
            try #require(try ModelDocument(encoding: document) == document, "seed \(seed)")
            try #require(Fingerprint.text(of: tree) == Fingerprint.text(of: graph), "seed \(seed)")
            var copy = ModelDocument(.null)
            try copy.set(document, at: ModelPath())
            try #require(copy == document, "seed \(seed)")
        }
    }

    @Test("An edited document is written as it is now")
    func edited() throws {
        let content = Data(
            #"{"title": "Milk", "items": [{"done": false, "count": 1}, {"done": true, "count": 2}]}"#.utf8)
        var document = try FormatRegistry.current.document(from: content)
        try document.renameKey(at: ModelPath([.key("title")]), to: "name")
        try document.removeValue(at: ModelPath([.key("items"), .index(0)]))
        try document.set(.string("two"), at: ModelPath([.key("items"), .index(0), .key("count")]))
        let json = try FormatRegistry.current.provider(for: .json).encode(document, as: .json)
        #expect(String(decoding: json, as: UTF8.self) == #"{"name":"Milk","items":[{"done":true,"count":"two"}]}"#)
        #expect(document["items"]?[0]?["done"]?.byteOffset == 66)
    }

    @Test("What goes wrong says where, in the document's words")
    func errors() throws {
        let document = try ModelDocument(encoding: ["a": [1, 2]])
        #expect { try document.decode([String: [Bool]].self) } throws: { error in
            (error as? ModelError)?.path == ModelPath([.key("a"), .index(1)])
        }
        var builder = DocumentBuilder()
        try builder.beginDictionary(number: 0)
        try builder.key("self")
        try builder.appendReference(to: 0)
        try builder.end()
        let circle = try builder.finish()
        for format in Format.all where !format.isGraph {
            #expect { try format.provider.encode(circle, as: format.format) } throws: { error in
                (error as? ModelError)?.code == .cycle && (error as? ModelError)?.path == ModelPath([.key("self")])
            }
        }
        #expect(throws: ModelError.self) {
            try FormatRegistry.current.document(from: Data("{\"a\": 1, \"a\": 2}".utf8))
        }
        #expect(throws: ModelError.self) { try FormatRegistry.current.document(from: Data("[1".utf8)) }
    }

    @Test(
        "Every fixture is the same as a document and as a tree of nodes",
        .enabled(if: SharedFixtures.arePresent, "shared/fixtures isn't beside the package"), .endsAtLast)
    func fixtures() throws {
        var compared = 0
        for file in try FixtureFile.all() where file.content.count <= 20_000 {
            let node = Result { try file.way.read(file.content) }
            let document = Result { try file.way.document(file.content) }
            // Nodes have doubles for numbers of many digits.
            if case .success(let document) = document, !document.numerals.isEmpty {
                guard file.way.writing.format != .cryptoCoding else { continue }
                let back = try file.way.document(file.way.writing.write(document))
                #expect(back == document, "\(file.path)")
                compared += 1
                continue
            }
            switch (node, document) {
            case (.success(let node), .success(let document)):
                defer { node.unlink() }
                compared += 1
                let direct = try ModelDocument(encoding: node)
                #expect(direct == document, "\(file.path)")
                // FastCoder has a form of its own for such a node.
                let hasForm = file.path.hasSuffix("transform3d.fast")
                guard file.way.writing.format != .cryptoCoding, !hasForm,
                    let written = try? file.way.writing.write(node)
                else { continue }
                // A document has a long text once that the file has once; nodes may have it twice, as a key and a value.
                // And it tells a nil from a null, which nodes don't.
                let bytes = try file.way.writing.write(document)
                #expect(
                    try bytes == written || bytes.count <= written.count && file.way.document(bytes) == document,
                    "\(file.path)")
            case (.failure, .failure): break
            default: Issue.record("\(file.path): one is refused: \(node) \(document)")
            }
        }
        #expect(compared > 700)
    }
}
