import CryptoCoder
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// What a file is doesn't depend on the order in which formats are linked.
@Suite("Detection among all formats")
struct DetectionOrderTests {
    private static let comment = "/* " + String(repeating: "a long comment ", count: 8000) + "*/\n"
    private static let strings = (0..<2000).map { "\"key \($0)\" = \"värde \($0)\";\n" }.joined()

    static let files: [(String, FileFormat)] = [
        ("\"key\" = \"value\";", .xmlPropertyList), ("\"a\";\n\"b\" = c;", .xmlPropertyList),
        ("\"\(String(repeating: "k", count: 2000))\" = \"value\";", .xmlPropertyList),
        (strings, .xmlPropertyList), (comment + strings, .xmlPropertyList), (comment, .xmlPropertyList),
        ("\"$class\" = \"A\"; \"key\" = \"value\";", .hrCodedXML),
        ("\"text\"", .json), ("\"\(String(repeating: "t", count: 2000))\"", .json), ("5", .json), ("{}", .json), ("[]", .json),
        ("{\"a\": 1}", .json), (comment + "{\"a\": 1}", .json), (comment + "{a: 1}", .json), ("{ a: 1 }", .json),
        ("// one\n{\"$class\": \"A\"}", .hrCodedJSON), ("{\"$class\": \"A\"}", .hrCodedJSON), ("{ a = 1; }", .xmlPropertyList), ("( 1, 2 )", .xmlPropertyList),
    ]

    @Test(arguments: [JSONFormat(), JSONFormat(reading: .json5)])
    func everyOrder(_ json: JSONFormat) throws {
        var orders: [[any FormatProvider]] = [[]]
        for provider in [json, PlistFormat(), HRCoder(), FastCoder(), CryptoCoder()] as [any FormatProvider] {
            orders = orders.flatMap { order in
                (0...order.count).map { index in
                    var longer = order
                    longer.insert(provider, at: index)
                    return longer
                }
            }
        }
        let registries = orders.map { FormatRegistry($0) }
        #expect(registries.count == 120)
        for (text, format) in Self.files {
            for content in [Data(text.utf8), try #require(text.data(using: .utf16))] {
                // HRCoder reads what it looks at as a whole.
                let some = text.count > 1000 ? Array(registries.prefix(3)) : registries
                let found = Set(some.map { try? $0.detect(content) })
                #expect(found == [format], "\(text.prefix(30)) \(found)")
            }
        }
    }

    @Test("What is detected is read, also by a file's name, and parsed once where only one format is possible")
    func read() throws {
        let registry = FormatRegistry([JSONFormat(), PlistFormat(), HRCoder()])
        try FormatRegistry.withFormats(registry) {
            let content = try #require((Self.comment + Self.strings).data(using: .utf16))
            #expect(try registry.document(from: content)["key 1999"]?.stringValue == "värde 1999")
            let folder = try TemporaryFolder()
            let path = folder.file("Localizable.strings")
            try Data(#""key" = "value";"#.utf8).write(to: URL(filePath: path))
            #expect(try [String: String].load(fromFile: path) == ["key": "value"])
        }
    }
}
