import FormatSupport
import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// Files that others made to test readers of JSON.
@Suite(.enabled(if: SharedFixtures.arePresent, "The corpora aren't beside the package"))
struct JSONCorpusTests {
    private let json = JSONFormat()

    /// RFC 8259 leaves these open. What can't be told apart from damage is an error: bytes that aren't UTF-8, half surrogates.
    /// UTF-16 and a byte order mark are read. A document keeps the digits of a number beyond the largest double, and a node,
    /// which has doubles, refuses it.
    private static let readWhereOpen: Set = [
        "i_number_double_huge_neg_exp", "i_number_real_underflow", "i_number_too_big_neg_int", "i_number_too_big_pos_int",
        "i_number_very_big_negative_int", "i_string_UTF-16LE_with_BOM", "i_string_utf16BE_no_BOM", "i_string_utf16LE_no_BOM",
        "i_structure_UTF-8_BOM_empty_object", "i_structure_500_nested_arrays",
    ]

    /// Well formed, and refused all the same unless asked for: nobody knows which value is meant.
    private static let duplicates: Set = ["y_object_duplicated_key", "y_object_duplicated_key_and_value"]

    private func checkRoundTrip(_ node: ModelNode, _ name: String) throws {
        let again = try json.decode(ModelNode.self, from: try json.encode(node), as: .json)
        #expect(node.isSame(as: again), "\(name)")
    }

    @Test func testSuite() throws {
        let files = SharedFixtures.entries(under: "json/nst+JSONTestSuite/test_parsing/")
        #expect(files.count > 200)
        for file in files {
            let name = String((file.path as NSString).lastPathComponent.dropLast(5))
            let result = Result { try json.decode(ModelNode.self, from: file.content, as: .json) }
            switch name.first {
            case "y":
                if Self.duplicates.contains(name) {
                    #expect(throws: ModelError.self, "\(name)") { try result.get() }
                    let last = JSONFormat(duplicateKeys: .last)
                    _ = try last.decode(ModelNode.self, from: file.content, as: .json)
                } else {
                    #expect(throws: Never.self, "\(name)") { try checkRoundTrip(try result.get(), name) }
                }
            case "n":
                #expect(throws: ModelError.self, "\(name)") { try result.get() }
            default:
                #expect(((try? result.get()) != nil) == Self.readWhereOpen.contains(name), "\(name) \(result)")
            }
        }
    }

    @Test func otherFiles() throws {
        for file in SharedFixtures.entries(under: "json/") where !file.path.contains("nst+JSONTestSuite/test_parsing") {
            let result = Result { try json.decode(ModelNode.self, from: file.content, as: .json) }
            switch file.expected {
            case "valid":
                if case .failure(let error as ModelError) = result, [.duplicateKey, .outOfRange].contains(error.code) { continue }
                #expect(throws: Never.self, "\(file.path)") { try checkRoundTrip(try result.get(), file.path) }
            case "invalid": #expect(throws: ModelError.self, "\(file.path)") { try result.get() }
            default: break
            }
        }
    }

    @Test func json5() throws {
        let lenient = JSONFormat(reading: .json5)
        let files = SharedFixtures.entries(under: "json5/")
        #expect(files.count > 40)
        for file in files {
            #expect(throws: ModelError.self, "\(file.path)") {
                try json.decode(ModelNode.self, from: file.content, as: .json)
            }
            let result = Result { try lenient.decode(ModelNode.self, from: file.content, as: .json) }
            if file.expected == "valid" {
                #expect(throws: Never.self, "\(file.path)") { try result.get() }
            } else {
                #expect(throws: ModelError.self, "\(file.path)") { try result.get() }
            }
        }
        for file in SharedFixtures.entries(under: "json/json5+json5-tests") {
            #expect(throws: Never.self, "\(file.path)") { try lenient.decode(ModelNode.self, from: file.content, as: .json) }
        }
    }

    @Test func numbers() throws {
        var checked = 0
        for file in SharedFixtures.entries(under: "json-numbers/") {
            for line in String(decoding: try file.content, as: UTF8.self).split(separator: "\n") {
                let columns = line.split(separator: " ")
                guard columns.count == 4, let bits = UInt64(columns[2], radix: 16) else { continue }
                var text = String(columns[3])
                let value = text.withUTF8 { NumberText.double($0) }
                let expected = Double(bitPattern: bits)
                guard let value else {
                    // The files hold infinities and hexadecimal numbers too.
                    #expect(!text.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }, "\(text)")
                    continue
                }
                #expect(value.bitPattern == bits, "\(text)")
                if let read = try? json.read(Double.self, text) { #expect(read.bitPattern == bits, "\(text)") }
                if expected.isFinite {
                    #expect(try json.read(Double.self, try json.text(expected)).bitPattern == bits)
                    checked += 1
                }
            }
        }
        #expect(checked > 3000)
    }
}
