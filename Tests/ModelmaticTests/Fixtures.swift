import Foundation
import Modelmatic

/// The models that these tests brought along.
enum Fixtures {
    static let library = Bundle.module.bundlePath + "/Fixtures/Library.xcdatamodeld"

    /// The bytes of the library's current version.
    static func libraryData() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: library + "/Library 2.xcdatamodel/contents"))
    }
}

/// A model whose XML has this inside.
func model(_ body: String) throws -> DataModel {
    try DataModel(data: Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\n\(body)\n</model>".utf8))
}

/// A folder that is there while the body runs.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelmatic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}
