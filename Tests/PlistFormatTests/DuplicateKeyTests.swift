import Foundation
import ModelCore
import Testing

@testable import PlistFormat

@Suite("A key that a property list has twice")
struct DuplicateKeyTests {
    private static let first = PlistFormat(duplicateKeys: .first)
    private static let last = PlistFormat(duplicateKeys: .last)

    /// One dictionary in all styles: `a` twice, in the second one `b` twice; and `c`.
    private static let files: [(name: String, content: Data)] = [
        (
            "XML",
            xml(
                """
                <dict><key>a</key><integer>1</integer><key>c</key><array><dict/></array>
                <key>a</key><dict><key>b</key><string>x</string><key>&#98;</key><string>y</string></dict></dict>
                """)
        ),
        (
            "binary",
            binary([
                [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x51, 0x63], [0x51, 0x61], [0x10, 1], [0xA1, 10],
                [0xD2, 7, 7, 8, 9], [0x51, 0x62], [0x51, 0x78], [0x51, 0x79], [0xD0],
            ])
        ),
        ("OpenStep", Data("{ a = 1; c = ({}); a = { b = x; \"b\" = y; }; }".utf8)),
        ("strings", Data("a = 1;\nc = ({});\n/* again */ a = { b = x; b = y; };\n".utf8)),
    ]

    @Test("It is an error, the first counts, or the last", arguments: files.indices)
    func choice(_ index: Int) throws {
        let (name, content) = Self.files[index]
        #expect(failure { _ = try plist.document(from: content) }?.code == .duplicateKey, "\(name)")
        let first = try Self.first.document(from: content)
        #expect(first.root.keys == ["a", "c"] && first["a"]?.scalar.map { "\($0)".contains("1") } == true, "\(name)")
        let last = try Self.last.document(from: content)
        #expect(last.root.keys == ["c", "a"] && last["a"]?.keys == ["b"], "\(name)")
        #expect(last["a"]?["b"]?.stringValue == "y" && last["c"]?[0]?.count == 0, "\(name)")
    }

    @Test("A first key that names the class counts, whatever comes later")
    func className() throws {
        let text = "{ \"$class\" = A; b = 1; \"$class\" = B; }"
        let list = xml(
            "<dict><key>$class</key><string>A</string><key>b</key><true/><key>$class</key><string>B</string></dict>")
        let compact = binary([
            [0xD3, 1, 2, 1, 3, 4, 5], [0x56] + Array("$class".utf8), [0x51, 0x62], [0x51, 0x41], [0x09], [0x51, 0x42],
        ])
        for content in [Data(text.utf8), list, compact] {
            for format in [Self.first, Self.last] {
                let document = try format.document(from: content)
                #expect(document.root.className == "A" && document.root.keys == ["b"])
            }
        }
    }

    @Test("What doesn't count is checked all the same, and mistakes are told as without the choice")
    func mistakes() throws {
        for body in [
            "<dict><key>a</key><integer>x</integer><key>a</key><true/></dict>", "<dict><key>a</key></dict>",
            "<dict><key>a</key><true/></array>", "<dict><key>a</key><date>x</date><key>a</key><true/></dict>",
            "</dict>", "<dict><true/></dict>", "<dict><key>a</key><true/></dict><true/>", "<array><key>a</key></array>",
        ] {
            #expect(failure { _ = try plist.document(from: xml(body)) }?.code == .corruptData, "\(body)")
            #expect(failure { _ = try Self.last.document(from: xml(body)) }?.code == .corruptData, "\(body)")
        }
        let deep = xml(String(repeating: "<array>", count: 100_000))
        #expect(failure { _ = try Self.last.document(from: deep) }?.code == .depthExceeded)
        #expect(failure { _ = try Self.last.document(from: binary([[0xD1, 1, 1], [0x09]])) }?.code == .corruptData)
    }

    @Test("The work stays linear, however often a dictionary with very many equal keys is referred to")
    func work() throws {
        // 30,000 references to a dictionary with 30,000 equal keys: each has one entry that counts.
        let count = 30_000
        func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
        let size = [0x11] + number(count)
        let objects: [[UInt8]] = [
            [0xAF] + size + (0..<count).flatMap { _ in number(1) },
            [0xDF] + size + (0..<2 * count).flatMap { _ in number(2) }, [0x51, 0x61],
        ]
        let document = try Self.last.document(from: binary(objects, referenceSize: 2))
        #expect(document.root.count == count && document[count - 1]?.count == 1)
    }

    @Test("The text of a file is kept, with both")
    func keptText() throws {
        let old = xml("<dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer><key>d</key><true/></dict>")
        var document = try Self.last.document(from: old)
        try document.set(.bool(false), at: ["d"])
        let new = try Self.last.encode(document, keepingTextOf: old)
        #expect(String(decoding: new, as: UTF8.self) == String(decoding: old, as: UTF8.self).replacing("<true/>", with: "<false/>"))
    }
}
