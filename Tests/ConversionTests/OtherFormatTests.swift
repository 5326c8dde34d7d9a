import FastCoder
import Foundation
import HRCoder
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat
import Testing

@Suite("Files that are read in another format than theirs")
struct OtherFormatTests {
    private static let files: [(format: FileFormat, content: @Sendable () throws -> Data)] = [
        (.json, { try JSONFormat().encode(["size": [1, 2]]) }),
        (.xmlPropertyList, { try PlistFormat().encode(["size": [1, 2]], as: .xmlPropertyList) }),
        (.binaryPropertyList, { try PlistFormat().encode(["size": [1, 2]], as: .binaryPropertyList) }),
        (.fastCoding, { try FastCoder().encode(["size": [1, 2]]) }),
        (.keyedArchive, { try KeyedArchive().encode(["size": [1, 2]]) }),
    ]

    @Test("The error names the format that the file seems to be in")
    func named() throws {
        let pairs: [(FileFormat, as: FileFormat)] = [
            (.json, as: .xmlPropertyList), (.json, as: .fastCoding), (.json, as: .keyedArchive), (.json, as: .binaryPropertyList),
            (.xmlPropertyList, as: .json), (.binaryPropertyList, as: .json), (.fastCoding, as: .json), (.keyedArchive, as: .json),
            (.fastCoding, as: .xmlPropertyList), (.keyedArchive, as: .fastCoding), (.binaryPropertyList, as: .keyedArchive),
        ]
        for (own, other) in pairs {
            let content = try #require(Self.files.first { $0.format == own }).content()
            let provider = try FormatRegistry.current.provider(for: other)
            for read in [
                { _ = try provider.decode([String: [Int]].self, from: content, as: other) },
                { _ = try provider.document(from: content, as: other) },
            ] {
                let error = #expect(throws: ModelError.self) { try read() }
                let text = "\(error.map { "\($0)" } ?? "")"
                #expect(text.hasSuffix(" The file seems to be in the format \(own.displayName)."), "\(own) as \(other): \(text)")
                #expect(error?.format == other)
            }
        }
    }

    @Test("A damaged file, and one that nobody can read, name none")
    func damaged() throws {
        let texts: [(FileFormat, String)] = [
            (.json, "{\"size\": [1,, 2]}"), (.json, "hello there"), (.xmlPropertyList, "<plist><dict><key>a</key></dict>"),
        ]
        for (format, text) in texts {
            let error = #expect(throws: ModelError.self) {
                _ = try FormatRegistry.current.document(from: Data(text.utf8), as: format)
            }
            #expect(error?.reason.contains("seems to be") == false, "\(String(describing: error))")
        }
    }

    @Test("Also of a file that is loaded with a format")
    func loaded() throws {
        let path = NSTemporaryDirectory() + "other-format-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ["size": 1].write(toFile: path, format: .xmlPropertyList)
        let error = #expect(throws: ModelError.self) { try [String: Int].load(fromFile: path, format: .json) }
        #expect(error?.reason.hasSuffix("The file seems to be in the format XML property list.") == true, "\(String(describing: error))")
    }
}
