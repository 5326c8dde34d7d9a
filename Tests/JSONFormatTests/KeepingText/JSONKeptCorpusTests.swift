import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// Files that nobody here wrote: what isn't touched stays, to the byte.
@Suite struct JSONKeptCorpusTests {
    private static let files = ["json", "json5"].flatMap { name -> [URL] in
        let folder = SharedFixtures.corpora.appending(path: name)
        return SharedFixtures.files(below: folder).filter { $0.hasSuffix(".json") || $0.hasSuffix(".json5") }
            .map { folder.appending(path: $0) }
    }

    @Test(
        "Public files of JSON and JSON5",
        .enabled(if: !files.isEmpty, "The corpora lie beside the project, and not here."))
    func corpora() throws {
        let format = JSONFormat(writing: .json5, reading: .json5)
        var count = 0
        for file in Self.files {
            guard let old = try? Data(contentsOf: file), old.count < 300_000,
                let document = try? format.document(from: old)
            else { continue }
            #expect(try format.encode(document, keepingTextOf: old) == old, "\(file.path)")
            for path in Self.paths(of: document) {
                var edited = document
                try edited.set(.string("edited here"), at: path)
                let new = try format.encode(edited, keepingTextOf: old)
                #expect(try format.document(from: new) == edited, "\(file.path): \(path)")
                #expect(
                    Self.difference(old, new) <= (document[path]?.kind.isSingle ?? false ? 60 : old.count),
                    "\(file.path): \(path)")
                var fewer = document
                guard !path.components.isEmpty else { continue }
                try fewer.removeValue(at: path)
                let rest = try format.encode(fewer, keepingTextOf: old)
                #expect(try format.document(from: rest) == fewer, "\(file.path): \(path)")
                #expect(rest.count <= old.count, "\(file.path): \(path)")
                count += 1
            }
        }
        #expect(count > 100)
    }

    /// The first and the last few places of a document.
    private static func paths(of document: ModelDocument) -> [ModelPath] {
        var paths: [ModelPath] = []
        var pending: [(ModelDocument.Value, ModelPath)] = [(document.root, ModelPath())]
        while let (value, path) = pending.popLast(), paths.count < 8 {
            paths.append(path)
            for (index, element) in value.elements.prefix(20).enumerated() {
                pending.append((element, ModelPath(path.components + [.index(index)])))
            }
            for (key, member) in value.properties.prefix(20) {
                pending.append((member, ModelPath(path.components + [.key(key)])))
            }
        }
        return paths
    }

    /// How many bytes of the old text there are between what begins and what ends both.
    private static func difference(_ old: Data, _ new: Data) -> Int {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        return old.count - head - tail
    }
}

extension ModelKind {
    fileprivate var isSingle: Bool { self == .bool || self == .null }
}
