import Foundation
import JSONFormat
import ModelCore

/// The JSON files that the field measures itself with.
public enum StandardFile: String, CaseIterable, Sendable {
    /// Tweets and their users. Texts have escapes and Japanese. Many values are null.
    case twitter
    /// The outline of a country: numbers with 15 to 17 digits in nested arrays.
    case canada
    /// The events of a concert hall: integers, and dictionaries with IDs as keys, indented.
    case citmCatalog = "citm_catalog"
    /// The outlines of many countries: numbers with six decimals.
    case geo

    /// The beginning of the contests' names: `files/twitter`.
    public var workloadName: String { "files/\(rawValue)" }

    /// `FOLDER/twitter.json`
    public func location(in folder: URL) -> URL { folder.appendingPathComponent("\(rawValue).json") }

    /// - Parameter folder: The folder with the file. Nil: a file of the same shape is made from a seed.
    public func workload(in folder: URL?) throws -> StandardFileWorkload {
        let contents = try folder.map { try Data(contentsOf: location(in: $0)) } ?? made()
        return switch self {
        case .twitter: try StandardFileWorkload(self, contents, as: TweetSearch.self)
        case .canada, .geo: try StandardFileWorkload(self, contents, as: FeatureCollection.self)
        case .citmCatalog: try StandardFileWorkload(self, contents, as: Catalog.self)
        }
    }

    /// A file of the same shape and about the same size.
    private func made() throws -> Data {
        switch self {
        case .twitter:
            return try MadeNull.inserted(into: JSONFormat(writing: .prettyPrinted).encode(TweetSearch.generated()))
        case .canada:
            return try JSONFormat().encode(FeatureCollection.generatedCountry())
        case .citmCatalog:
            // Sorted: each process has another order of a Swift dictionary.
            let format = JSONFormat(writing: [.prettyPrinted, .sortedKeys])
            let json = try MadeNull.inserted(into: format.encode(Catalog.generated()))
            // Levels are indented by four spaces. No text of the catalog has two spaces in a row.
            return Data(String(decoding: json, as: UTF8.self).replacingOccurrences(of: "  ", with: "    ").utf8)
        case .geo:
            return try JSONFormat().encode(FeatureCollection.generatedWorld())
        }
    }
}
