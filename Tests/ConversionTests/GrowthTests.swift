import CryptoCoder
import FastCoder
import FormatSupport
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import ModelTesting
import PlistFormat
import TestSupport
import Testing

/// A reading is linear in the file's size, whatever the file, and a writing in the value's.
@Suite("Time grows as the file does", .serialized)
struct GrowthTests {
    struct Format: CustomTestStringConvertible, Sendable {
        let name: String
        let format: FileFormat
        let provider: any FormatProvider

        init(_ format: FileFormat, _ provider: any FormatProvider, named name: String? = nil) {
            self.name = name ?? format.rawValue
            self.format = format
            self.provider = provider
        }

        var testDescription: String { name }

        /// True where shared parts and cycles are kept.
        var isGraph: Bool {
            [.keyedArchive, .fastCoding, .hrCodedXML, .hrCodedJSON, .hrCodedBinary, .cryptoCoding].contains(format)
        }

        static let all = [
            Format(.keyedArchive, KeyedArchive()), Format(.fastCoding, FastCoder()),
            Format(.xmlPropertyList, PlistFormat()), Format(.binaryPropertyList, PlistFormat()),
            Format(.json, JSONFormat()),
            Format(
                .json, JSONFormat(writing: [.prettyPrinted, .sortedKeys], reading: .json5, duplicateKeys: .last), named: "pretty JSON5"),
            Format(.hrCodedXML, HRCoder()), Format(.hrCodedJSON, HRCoder()), Format(.hrCodedBinary, HRCoder()),
            Format(
                .cryptoCoding,
                CryptoCoder(CryptoPassword("a password"), cost: ScryptCost(n: 16, r: 1, p: 1), limits: CryptoLimits(memory: 1 << 20, work: 0.001))),
        ]
    }

    @Test(arguments: Format.all)
    func everySample(_ format: Format) throws {
        for sample in GrowthSample.all {
            let documents = try [sample.document(1), sample.document(4)]
            guard let contents = try? documents.map({ try format.provider.encode($0, as: format.format) }) else { continue }
            let writing = try Growth.ratio(contents) { _ = try format.provider.encode(documents[$0 ? 1 : 0], as: format.format) }
            #expect(writing < Growth.limit, "writing \(sample) in \(format.name)")
            try expectLinear(contents, format, "\(sample)")
        }
    }

    private func expectLinear(_ contents: [Data], _ format: Format, _ name: String) throws {
        for reading in Growth.Reading.allCases {
            // Not everything is a model.
            guard (try? reading.read(contents[0], format.format, format.provider)) != nil else { continue }
            let ratio = try Growth.ratio(contents) { try reading.read(contents[$0 ? 1 : 0], format.format, format.provider) }
            #expect(ratio < Growth.limit, "reading \(name) in \(format.name) as \(reading)")
        }
    }

    /// A file in two sizes, of which the larger is four times the smaller.
    private func expectLinear(_ format: Format, _ name: String, _ size: Int, _ file: (Int) throws -> Data) throws {
        try expectLinear([file(size), file(4 * size)], format, name)
    }

    @Test(arguments: [JSONFormat.DuplicateKeys.first, .last])
    func repeatedKeys(_ choice: JSONFormat.DuplicateKeys) throws {
        let json = Format(.json, JSONFormat(duplicateKeys: choice))
        let numbers = (0..<20).map { "\"k\($0 % 15)\":\($0)" }.joined(separator: ",")
        for (name, begin, end) in [
            ("first", "{\"next\":", ",\"next\":{\"next\":null},\(numbers)}"), ("last", "{\"next\":1,\(numbers),\"next\":", "}"),
            ("neither", "{\(numbers),\"next\":", "}"),
        ] {
            try expectLinear(json, "repeated keys, nested in the \(name)", 25) { size in
                Data((String(repeating: begin, count: size) + "null" + String(repeating: end, count: size)).utf8)
            }
        }
        try expectLinear(json, "a key very often", 500) { size in
            Data(("{" + [String](repeating: "\"a\":1,\"b\":[2]", count: size).joined(separator: ",") + "}").utf8)
        }
    }

    @Test func manyAliases() throws {
        let json = Format(.hrCodedJSON, HRCoder())
        try expectLinear(json, "aliases of aliases", 100) { size in
            let members = (0..<size).map { "\"a\($0)\":{\"$alias\":\"a\($0 + 1)\"}" }.joined(separator: ",")
            return Data("{\"$class\":\"Growth\",\(members),\"a\(size)\":[1]}".utf8)
        }
        try expectLinear(json, "aliases of elements", 100) { size in
            let elements = (0..<size).map { "[\($0)]" }.joined(separator: ",")
            let aliases = (0..<size).map { "{\"$alias\":\"a.\($0)\"}" }.joined(separator: ",")
            return Data("{\"$class\":\"Growth\",\"b\":[\(aliases)],\"a\":[\(elements)]}".utf8)
        }
    }

    /// Archives that describe many classes, all of the same many superclasses.
    @Test func superclasses() throws {
        try expectLinear(Format(.keyedArchive, KeyedArchive()), "superclasses", 20) { size in
            try KeyedArchive().encode(
                .array(
                    ArrayNode(
                        (0..<size).map { number in
                            .object(
                                ObjectNode(
                                    CodedClass(name: "Class\(number)", superclassNames: (0..<20).map { "Superclass\($0)" }),
                                    [("number", .scalar(.int64(Int64(number))))]))
                        })) as ModelNode)
        }
    }

    /// One line and many, where places are asked for back and forth: for aliases in the other direction.
    @Test func placesInText() throws {
        for lineBreak in ["", "\n"] {
            try expectLinear(Format(.hrCodedXML, HRCoder()), "aliases back and forth", 60) { size in
                let values = (0..<size).map { "<string>value \($0)</string>\(lineBreak)" }.joined()
                let aliases = (0..<size).map {
                    "<dict><key>$alias</key><string>a.\(size - 1 - $0)</string></dict>\(lineBreak)"
                }.joined()
                return Data(
                    """
                    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>$class</key><string>Growth</string>\
                    <key>a</key><array>\(values)</array><key>b</key><array>\(aliases)</array></dict></plist>
                    """.utf8)
            }
        }
    }

    /// Each model takes over what its dictionary holds, and no more: on a small stack too.
    @Test func modelsWithinModels() async throws {
        let nested = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let content = Data("{\"label\":\"outer\",\"next\":{\"label\":\"inner\",\"ignored\":\(nested)}}".utf8)
        await withCheckedContinuation { continuation in
            let thread = Thread {
                let box = Result { try JSONFormat().decode(GrowthBox.self, from: content) }
                // An error that says so is right, too: a debug build needs more stack.
                switch box {
                case .success(let box): #expect(box.next?.label == "inner")
                case .failure(let error): #expect((error as? ModelError)?.code == .depthExceeded)
                }
                continuation.resume()
            }
            thread.stackSize = 1 << 19
            thread.start()
        }
    }

    @Test func modelsKeepWhatTheirDictionariesHold() throws {
        let content = Data(#"{"label":"a","next":{"label":"b","x":[1,null],"next":{"label":"c","y":{"z":1.5}}}}"#.utf8)
        let box = try JSONFormat().decode(GrowthBox.self, from: content)
        #expect(box.next?.next?.label == "c")
        #expect((box.next?.dictionary["x"] as? [Any])?.count == 2)
        #expect(((box.next?.dictionary["x"] as? [Any])?[1]) is NSNull)
        #expect((box.next?.next?.dictionary["y"] as? [String: Any])?["z"] as? Double == 1.5)
        #expect((box.dictionary["next"] as? [String: Any])?.count == 3)
    }
}
