import CryptoCoder
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport

/// A file beside the package, and how it is read and written.
struct FixtureFile {
    /// A format, and the provider that serves it here.
    struct Way {
        let format: FileFormat
        let provider: any FormatProvider
        /// True for the old text style, which is read whatever style is named, and here written in another.
        var isOpenStep = false

        func read(_ content: Data) throws -> ModelNode { try provider.decode(from: content, as: format) }
        func document(_ content: Data) throws -> ModelDocument { try provider.document(from: content, as: format) }
        func write(_ value: some ModelValue) throws -> Data { try provider.encode(value, as: format) }

        static let keyedArchive = Way(format: .keyedArchive, provider: KeyedArchive())
        static let fastCoding = Way(format: .fastCoding, provider: FastCoder())
        static let json = Way(format: .json, provider: JSONFormat())
        static let json5 = Way(format: .json, provider: JSONFormat(reading: .json5))
        static let xml = Way(format: .xmlPropertyList, provider: PlistFormat())
        static let openStep = Way(format: .xmlPropertyList, provider: PlistFormat(), isOpenStep: true)
        static let binary = Way(format: .binaryPropertyList, provider: PlistFormat())
        static func hrCoded(_ format: FileFormat) -> Way { Way(format: format, provider: HRCoder()) }

        /// Those that keep classes, types and shared parts: there and back, nothing may change.
        static let graphs = [keyedArchive, fastCoding, hrCoded(.hrCodedJSON), hrCoded(.hrCodedXML), hrCoded(.hrCodedBinary)]
        static let plain = [json, xml, binary]
    }

    enum Expectation: String {
        case valid, invalid, unknown
    }

    let path: String
    /// What it is listed under in the table.
    let kind: String
    let expected: Expectation
    let way: Way
    let content: Data

    static func all() throws -> [FixtureFile] { try golden() + corpora() }

    /// What the originals wrote: all of it can be read.
    static func golden() throws -> [FixtureFile] {
        let root = SharedFixtures.folder.appendingPathComponent("golden")
        return try SharedFixtures.files(below: root).compactMap { path in
            let isFile = ["fast", "plist", "json"].contains { path.hasSuffix(".\($0)") }
            guard isFile, !path.hasSuffix(".expected.json"), !path.hasSuffix(".readby33.json") else { return nil }
            let content = try Data(contentsOf: root.appendingPathComponent(path))
            let kind = String(path.prefix { $0 != "/" && $0 != "-" })
            let way = try kind == "HRCoder" ? hrCoded(content) : kind == "CryptoCoding" ? crypto(root, path) : detected(content)
            return FixtureFile(path: "golden/\(path)", kind: "golden \(kind)", expected: .valid, way: way, content: content)
        }
    }

    /// What others wrote, as far as the index names one of our formats.
    static func corpora() throws -> [FixtureFile] {
        try SharedFixtures.entries.compactMap { entry in
            guard let expected = Expectation(rawValue: entry.expected) else { return nil }
            let ways: [String: (Data) throws -> Way] = [
                "fastcoding": { _ in .fastCoding }, "keyedarchive": { _ in .keyedArchive }, "json": { _ in .json },
                "json5": { _ in .json5 }, "cryptocoding-primitives": { _ in .json }, "hrcoder": hrCoded,
                "plist-xml": { _ in .xml }, "plist-bin": { _ in .binary }, "plist-openstep": { _ in .openStep },
                // Look-alikes of archives.
                "other": { _ in .keyedArchive },
            ]
            guard let way = ways[entry.format] else { return nil }
            let content = try entry.content
            return FixtureFile(path: entry.path, kind: entry.format, expected: expected, way: try way(content), content: content)
        }
    }

    private static func hrCoded(_ content: Data) -> Way {
        if content.starts(with: "bplist".utf8) { return .hrCoded(.hrCodedBinary) }
        return content.starts(with: "<?xml".utf8) ? .hrCoded(.hrCodedXML) : .hrCoded(.hrCodedJSON)
    }

    /// The password stands beside the file.
    private static func crypto(_ root: URL, _ path: String) throws -> Way {
        let facts = try Data(contentsOf: root.appendingPathComponent(path.replacingOccurrences(of: ".plist", with: ".expected.json")))
        let password = try JSONFormat().decode(ModelNode.self, from: facts)["password"]?.stringValue ?? ""
        let coder = CryptoCoder(CryptoPassword(password), cost: ScryptCost(n: 16, r: 1, p: 1))
        return Way(format: .cryptoCoding, provider: coder)
    }

    private static func detected(_ content: Data) throws -> Way {
        let format = try FormatRegistry.default.detect(content)
        // The only encrypted ones that stand elsewhere were written with this.
        let coder = CryptoCoder(CryptoPassword("password"), cost: ScryptCost(n: 16, r: 1, p: 1))
        return Way(format: format, provider: format == .cryptoCoding ? coder : try FormatRegistry.default.provider(for: format))
    }
}
