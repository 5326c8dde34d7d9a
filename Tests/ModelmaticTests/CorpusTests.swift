import Foundation
import ModelCore
import Modelmatic
import TestSupport
import Testing

/// What other people's models hold, against Python's parsers.
@Suite("Models of apps", .enabled(if: SharedFixtures.arePresent, "The corpora aren't here."))
struct CorpusTests {
    @Test(
        "Every file is read as Python reads it", .enabled(if: Python.path != nil, "There is no Python."),
        arguments: ["XML", "archives"])
    func values(_ kind: String) throws {
        let files = kind == "XML" ? Corpus.xml : Corpus.archives
        #expect(files.count >= (kind == "XML" ? 79 : 7))
        let paths = files.map { Corpus.folder + "/" + $0 }
        let expected = try Python.models(paths)
        try #require(expected.count == paths.count)
        var counts = Counts()
        for (path, expected) in zip(paths, expected) {
            let model = try DataModel(contentsOf: path)
            counts.add(model)
            #expect(model.plainText == expected, "\(path)")
            #expect(try DataModel(data: Data(contentsOf: URL(fileURLWithPath: path))) == model)
        }
        print("\(kind): \(files.count) models, \(counts)")
    }

    @Test("Folders of versions", arguments: Corpus.folders)
    func folders(_ folder: String) throws {
        let path = Corpus.folder + "/" + folder
        let versions = try DataModel.versions(ofModelAt: path)
        for version in versions { _ = try DataModel(contentsOf: path, version: version) }
        guard let current = try DataModel.currentVersion(ofModelAt: path) else {
            #expect(versions.count != 1)
            #expect(throws: ModelError.self) { try DataModel(contentsOf: path) }
            return
        }
        // The corpora don't hold each version of a folder.
        guard versions.contains(current) else {
            let error = #expect(throws: ModelError.self) { try DataModel(contentsOf: path) }
            #expect(error?.code == .fileMissing)
            return
        }
        #expect(try DataModel(contentsOf: path) == DataModel(contentsOf: path, version: current))
    }

    @Test("What is no model is refused with its name")
    func others() throws {
        let refused = Corpus.files.filter {
            $0.hasSuffix(".omo") || $0.hasSuffix(".cdm") || $0.hasSuffix(".nib") || $0.hasSuffix(".xcdatamodel/layout")
                || $0.hasSuffix("/.xccurrentversion")
        }
        #expect(refused.count > 5)
        for file in refused where !Corpus.folders.contains(file) {
            let path = Corpus.folder + "/" + file
            guard !FileManager.default.fileExists(atPath: path + "/.") else { continue }
            let error = #expect(throws: ModelError.self, "\(path)") { try DataModel(contentsOf: path) }
            #expect(error?.file == path, "\(path)")
        }
    }

    private struct Counts: CustomStringConvertible {
        private var numbers = [0, 0, 0, 0]

        mutating func add(_ model: DataModel) {
            for entity in model.entities {
                let (attributes, relationships) = (entity.ownAttributes, entity.ownRelationships)
                let entries =
                    entity.userInfo.count + attributes.map(\.userInfo.count).reduce(0, +)
                    + relationships.map(\.userInfo.count).reduce(0, +)
                for (index, number) in [1, attributes.count, relationships.count, entries].enumerated() {
                    numbers[index] += number
                }
            }
        }

        var description: String {
            "\(numbers[0]) entities, \(numbers[1]) attributes, \(numbers[2]) relationships, \(numbers[3]) entries"
        }
    }
}

extension DataModel {
    /// All that is in it, as ``Python/models(_:)`` writes it.
    var plainText: String {
        entities.map(\.plainText).joined(separator: "\u{2}").replacingOccurrences(of: "\n", with: "\\n")
    }
}

extension DataModel.Entity {
    fileprivate var plainText: String {
        ([name, className ?? "", parent?.name ?? "", isAbstract.digit, userInfo.plainText]
            + ownAttributes.map(\.plainText) + ["|"] + ownRelationships.map(\.plainText)).joined(separator: "\u{1}")
    }
}

extension DataModel.Attribute {
    fileprivate var plainText: String {
        [
            name, type.rawValue, isOptional.digit, isTransient.digit, defaultValue?.plainText ?? "-",
            valueTransformerName ?? "", customClassName ?? "", userInfo.plainText,
        ].joined(separator: "/")
    }
}

extension DataModel.Relationship {
    fileprivate var plainText: String {
        [
            name, destination.name, (inverse?.entity.name ?? "") + "." + (inverse?.name ?? ""), isToMany.digit,
            isOrdered.digit, isOptional.digit, "\(minimumCount)", "\(maximumCount ?? 0)", deletionRule.rawValue,
            userInfo.plainText,
        ].joined(separator: "/")
    }
}

extension ModelScalar {
    fileprivate var plainText: String {
        switch self {
        case .bool(let value): value.digit
        case .int64(let value): "\(value)"
        case .double(let value): "\(value)"
        case .float(let value): "\(Double(value))"
        case .decimal(let value): "\(NSDecimalNumber(decimal: value).doubleValue)"
        case .string(let text): text
        default: "\(self)"
        }
    }
}

extension Bool {
    fileprivate var digit: String { self ? "1" : "0" }
}

extension [String: String] {
    fileprivate var plainText: String { "{" + map { $0 + "=" + $1 }.sorted().joined(separator: " ") + "}" }
}
