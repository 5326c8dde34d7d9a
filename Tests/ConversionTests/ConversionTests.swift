import FastCoder
import Foundation
import HRCoder
import ModelCore
import ModelTesting
import Testing

/// Files of the formats that keep classes, shared references and cycles, turned into one another without the classes.
@Suite("Graphs go from format to format")
struct ConversionTests {
    /// A format, and the plugin that serves it.
    struct GraphFormat: CustomTestStringConvertible, Sendable {
        let format: FileFormat
        let provider: any FormatProvider

        var testDescription: String { format.rawValue }

        func encode(_ document: ModelDocument) throws -> Data { try provider.encode(document, as: format) }
        func decode(_ data: Data) throws -> ModelDocument { try provider.document(from: data, as: format) }

        static let keyedArchive = GraphFormat(format: .keyedArchive, provider: KeyedArchive())
        static let fastCoding = GraphFormat(format: .fastCoding, provider: FastCoder())
        static let hrCodedXML = GraphFormat(format: .hrCodedXML, provider: HRCoder())
        static let hrCodedJSON = GraphFormat(format: .hrCodedJSON, provider: HRCoder())
        static let hrCodedBinary = GraphFormat(format: .hrCodedBinary, provider: HRCoder())
        static let all = [keyedArchive, fastCoding, hrCodedXML, hrCodedJSON, hrCodedBinary]
    }

    private static let chain = [
        GraphFormat.keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary, .keyedArchive,
    ]

    @Test("1,000 graphs through all of them: every bit, every shared part, every cycle")
    func chain() throws {
        for seed in 1...1000 {
            let graph = try RandomGraph.document(seed: UInt64(seed))
            let wanted = Fingerprint.text(of: graph)
            var document = graph
            for next in Self.chain {
                document = try next.decode(next.encode(document))
                try #require(Fingerprint.text(of: document) == wanted, "seed \(seed), \(next.format)")
            }
        }
    }

    /// What a class lists and inherits isn't part of every format: an archive names superclasses, a FastCoding file all properties.
    /// Without the classes at hand that is lost on the way; a file that has been in another format is the same from then on.
    @Test("Each into each other and back: the same bytes", arguments: GraphFormat.all, GraphFormat.all)
    func back(_ first: GraphFormat, _ second: GraphFormat) throws {
        for seed in 2001...2100 {
            let graph = try RandomGraph.document(seed: UInt64(seed))
            let content = try first.encode(GraphFormat.hrCodedJSON.decode(GraphFormat.hrCodedJSON.encode(graph)))
            let other = try second.encode(first.decode(content))
            try #require(try first.encode(second.decode(other)) == content, "seed \(seed)")
        }
    }

    @Test("A FastCoding file's class definitions become keys elsewhere, and the graph stays", arguments: GraphFormat.all)
    func classDefinitions(_ other: GraphFormat) throws {
        for seed in 3001...3100 {
            let graph = try RandomGraph.document(seed: UInt64(seed))
            let content = try GraphFormat.fastCoding.encode(graph)
            let back = try GraphFormat.fastCoding.encode(other.decode(other.encode(GraphFormat.fastCoding.decode(content))))
            try #require(
                try Fingerprint.text(of: GraphFormat.fastCoding.decode(back)) == Fingerprint.text(of: graph), "seed \(seed)")
        }
    }
}
