import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// Whole files of `Codable` types, told by their content.
@Suite("Files of Codable types")
struct CodableRootTests {
    struct Tagged: Codable, Equatable, ModelValue {
        enum CodingKeys: String, CodingKey {
            case kind = "$class"
            case size
        }
        var kind = "Note"
        var size = 1
    }

    struct Plain: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case kind = "$class" }
        var kind = "Note"
    }

    @Test("A key $class makes none one of HRCoder's", arguments: ["json", "plist"])
    func loaded(_ suffix: String) throws {
        let path = NSTemporaryDirectory() + "codable-root-\(UUID().uuidString).\(suffix)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let format: FileFormat = suffix == "json" ? .json : .xmlPropertyList
        try Tagged().write(toFile: path, format: format)
        #expect(try Tagged.load(fromFile: path) == Tagged())
        #expect(try BaseModel.load(Tagged.self, fromFile: path) == Tagged())
        #expect(try BaseModel.load(Plain.self, fromFile: path) == Plain())
        #expect(try BaseModel.load(Plain.self, from: URL(fileURLWithPath: path), format: format) == Plain())
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        let theirs =
            suffix == "json"
            ? try JSONDecoder().decode(Tagged.self, from: content)
            : try PropertyListDecoder().decode(Tagged.self, from: content)
        #expect(theirs == Tagged())
    }

    @Test("In HRCoder's formats the key is escaped, and comes back")
    func escaped() throws {
        for format in [FileFormat.hrCodedJSON, .hrCodedXML, .hrCodedBinary] {
            let content = try HRCoder().encode(Tagged(), as: format)
            #expect(try HRCoder().decode(Tagged.self, from: content, as: format) == Tagged())
        }
    }
}
