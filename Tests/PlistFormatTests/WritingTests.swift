import Foundation
import ModelCore
import TestSupport
import Testing

@testable import PlistFormat

/// The exact text of XML, and what other readers make of it.
struct WritingTests {
    private func body(_ data: Data) -> String {
        let text = String(decoding: data, as: UTF8.self)
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        #expect(text.hasPrefix(head))
        #expect(text.hasSuffix("</plist>\n"))
        return String(text.dropFirst(head.count).dropLast("</plist>\n".count))
    }

    private func body<Value: ModelValue>(of value: Value, _ format: PlistFormat = plist) throws -> String {
        body(try format.encode(value, as: .xmlPropertyList))
    }

    @Test func laysOutAsApple() throws {
        let list = TodoList()
        list.items = [TodoItem(), TodoItem()]
        list.items[0].label = "Tom & <Jerry>"
        list.items[1].checked = true
        #expect(
            try body(of: list) == """
                <dict>
                \t<key>items</key>
                \t<array>
                \t\t<dict>
                \t\t\t<key>label</key>
                \t\t\t<string>Tom &amp; &lt;Jerry&gt;</string>
                \t\t\t<key>checked</key>
                \t\t\t<false/>
                \t\t</dict>
                \t\t<dict>
                \t\t\t<key>label</key>
                \t\t\t<string></string>
                \t\t\t<key>checked</key>
                \t\t\t<true/>
                \t\t</dict>
                \t</array>
                </dict>

                """)
    }

    @Test func writesScalars() throws {
        #expect(try body(of: Int.min) == "<integer>-9223372036854775808</integer>\n")
        #expect(try body(of: UInt64.max) == "<integer>18446744073709551615</integer>\n")
        #expect(try body(of: 0.1) == "<real>0.1</real>\n")
        #expect(try body(of: -0.0) == "<real>-0.0</real>\n")
        #expect(try body(of: Double.leastNonzeroMagnitude) == "<real>5e-324</real>\n")
        #expect(try body(of: Float(0.1)) == "<real>0.1</real>\n")
        #expect(try body(of: Double.nan) == "<real>nan</real>\n")
        #expect(try body(of: Double.infinity) == "<real>+infinity</real>\n")
        #expect(try body(of: -Float.infinity) == "<real>-infinity</real>\n")
        #expect(try body(of: Date(timeIntervalSinceReferenceDate: 542_911_754)) == "<date>2018-03-16T16:49:14Z</date>\n")
        #expect(try body(of: Decimal(string: "12.50") ?? 0) == "<string>12.5</string>\n")
        #expect(try body(of: "tab\tline\nreturn\r") == "<string>tab\tline\nreturn&#13;</string>\n")
        #expect(try body(of: [Int]()) == "<array/>\n")
        #expect(try body(of: [String: Int]()) == "<dict/>\n")
        #expect(try body(of: ["b": 1, "a": 2]) == "<dict>\n\t<key>a</key>\n\t<integer>2</integer>\n\t<key>b</key>\n\t<integer>1</integer>\n</dict>\n")
        #expect(try body(of: Data()) == "<data>\n</data>\n")
        #expect(try body(of: [Data([1, 2, 3])]) == "<array>\n\t<data>\n\tAQID\n\t</data>\n</array>\n")
        #expect(try body(of: Set([3, 1, 2])) == "<array>\n\t<integer>1</integer>\n\t<integer>2</integer>\n\t<integer>3</integer>\n</array>\n")
    }

    @Test func breaksLongData() throws {
        let lines = try body(of: Data(repeating: 0, count: 100)).split(separator: "\n")
        #expect(lines.map(\.count) == [6, 76, 60, 7])
    }

    @Test func followsItsOptions() throws {
        let item = TodoItem()
        #expect(try body(of: item, PlistFormat(indentation: .spaces(2), sortsKeys: true)) ==
            "<dict>\n  <key>checked</key>\n  <false/>\n  <key>label</key>\n  <string></string>\n</dict>\n")
        let line = try PlistFormat(indentation: .none).encode([["a": [1]], [:]], as: .xmlPropertyList)
        #expect(String(decoding: line, as: UTF8.self).hasSuffix(
            "<plist version=\"1.0\"><array><dict><key>a</key><array><integer>1</integer></array></dict><dict/></array></plist>\n"))
        let rounded = PlistFormat(fractionalDates: .rounded)
        #expect(try body(of: Date(timeIntervalSinceReferenceDate: 0.6), rounded) == "<date>2001-01-01T00:00:01Z</date>\n")
        let sorted = try PlistFormat(sortsKeys: true).encode(item, as: .binaryPropertyList)
        #expect(text(try node(sorted)) == "{string(\"checked\"): bool(false), string(\"label\"): string(\"\")}")
    }

    @Test func sortsNestedDictionaries() throws {
        let inner: [(key: ModelNode, value: ModelNode)] = ["d", "c"].map { (.scalar(.string($0)), .scalar(.string($0))) }
        let outer = ModelNode.dictionary(
            DictionaryNode([(.scalar(.string("z")), .dictionary(DictionaryNode(inner))), (.scalar(.string("a")), .dictionary(DictionaryNode()))]))
        for format in bothFormats {
            let data = try PlistFormat(sortsKeys: true).encode(outer, as: format)
            #expect(text(try node(data)) == "{string(\"a\"): {}, string(\"z\"): {string(\"c\"): string(\"c\"), string(\"d\"): string(\"d\")}}")
        }
    }

    @Test(arguments: bothFormats)
    func isTheSameEachTime(format: FileFormat) throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<500).map { ("key \($0)", [Set([$0, $0 + 1])]) })
        let first = try plist.encode(dictionary, as: format)
        for _ in 0..<3 { #expect(try plist.encode(dictionary, as: format) == first) }
    }

    @Test func refusesKeysThatXMLCannotHold() throws {
        let error = failure { _ = try plist.encode(["a\u{1}": 1], as: .xmlPropertyList) }
        #expect(error?.code == .unrepresentableValue)
        #expect(try plist.decode([String: Int].self, from: plist.encode(["a\u{1}": 1], as: .binaryPropertyList)) == ["a\u{1}": 1])
    }

    @Test(.enabled(if: Python.path != nil, "Python is needed"), arguments: bothFormats)
    func isReadByPython(format: FileFormat) throws {
        let node = ModelNode.dictionary(
            DictionaryNode([
                (.scalar(.string("key & <ä\u{1F600}>")), .array(ArrayNode([.scalar(.int64(.min)), .scalar(.uint64(.max))]))),
                (.scalar(.string("reals")), .array(ArrayNode([0.1, -0.0, 1e300, .infinity, .nan].map { .scalar(.double($0)) }))),
                (.scalar(.string("text")), .scalar(.string("“quoted”\t\n\u{FFFD} ]]> &amp;"))),
                (.scalar(.string("data")), .scalar(.data(Data((0..<200).map { UInt8($0) })))),
                (.scalar(.string("date")), .scalar(.date(Date(timeIntervalSinceReferenceDate: -1_000_000_000)))),
                (.scalar(.string("empty")), .array(ArrayNode([.dictionary(DictionaryNode()), .array(ArrayNode()), .scalar(.string("")), .scalar(.data(Data()))]))),
            ]))
        #expect(try Python.read(plist.encode(node, as: format)) == pythonText(node))
    }

    @Test("A null in an array or a dictionary is an archived NSNull, a property that is nil an archived nil", arguments: [
        FileFormat.xmlPropertyList, .binaryPropertyList,
    ])
    func writesNulls(_ format: FileFormat) throws {
        let null = ModelNode.null
        func archives(_ node: ModelNode) throws -> [Data] {
            let read = try unsafe PropertyListSerialization.propertyList(from: plist.encode(node, as: format), format: nil)
            var found: [Data] = []
            var pending = [read]
            while let value = pending.popLast() {
                if let data = value as? Data { found.append(data) }
                if let array = value as? [Any] { pending += array }
                if let dictionary = value as? [String: Any] { pending += dictionary.values.map { $0 } }
            }
            return found
        }
        func namesNull(_ archive: Data) -> Bool { archive.range(of: Data("NSNull".utf8)) != nil }
        let inCollections = ModelNode.array(
            ArrayNode([null, .dictionary(DictionaryNode([(.scalar(.string("a")), null)])), .array(ArrayNode([null], kind: .set))]))
        let found = try archives(inCollections)
        #expect(found.count == 3 && found.allSatisfy(namesNull))
        for archive in found {
            #expect(try KeyedArchive().decode(ModelNode.self, from: archive).scalar == .null)
        }
        let property = try archives(.object(ObjectNode(CodedClass(name: "Thing"), [("a", null)])))
        #expect(property.count == 1 && !property.contains(where: namesNull))

        // Both are read, and so is what earlier versions wrote.
        let back = try plist.decode([Int?].self, from: plist.encode([1, nil] as [Int?], as: format), as: format)
        #expect(back == [1, nil])
        let earlierFile = try PropertyListSerialization.data(
            fromPropertyList: [1, try KeyedArchive().encode(ModelNode.null)], format: format == .xmlPropertyList ? .xml : .binary, options: 0)
        #expect(try plist.decode([Int?].self, from: earlierFile, as: format) == [1, nil])
        #expect(try plist.decode(ModelNode.self, from: earlierFile, as: format)[1]?.scalar == .null)
    }
}
