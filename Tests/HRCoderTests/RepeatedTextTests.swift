import Foundation
import HRCoder
import ModelCore
import TestSupport
import Testing

/// What is made of one long value for each of very many references to it costs little, or is refused.
@Suite("A long text in very many places", .endsAtLast)
struct RepeatedTextTests {
    private static let count = 100_000

    /// A binary property list, object by object. There are few, so that a reference is one byte.
    private struct List {
        private var content = Data("bplist00".utf8)
        private var offsets: [Int] = []

        mutating func add(_ text: String) -> UInt8 { add(0x50, text.utf8.count, Data(text.utf8)) }
        mutating func add(_ data: Data) -> UInt8 { add(0x40, data.count, data) }
        mutating func add(array: [UInt8]) -> UInt8 { add(0xA0, array.count, Data(array)) }

        mutating func add(_ entries: [(key: UInt8, value: UInt8)]) -> UInt8 {
            add(0xD0, entries.count, Data(entries.map(\.key) + entries.map(\.value)))
        }

        private mutating func add(_ marker: UInt8, _ count: Int, _ bytes: Data) -> UInt8 {
            offsets.append(content.count)
            if count < 15 {
                content.append(marker | UInt8(count))
            } else {
                content.append(contentsOf: [marker | 15, 0x12] + Self.bytes(of: count, 4))
            }
            content.append(bytes)
            return UInt8(offsets.count - 1)
        }

        mutating func finish(top: UInt8) -> Data {
            let table = content.count
            for offset in offsets { content.append(contentsOf: Self.bytes(of: offset, 4)) }
            content.append(contentsOf: [0, 0, 0, 0, 0, 0, 4, 1])
            for number in [offsets.count, Int(top), table] { content.append(contentsOf: Self.bytes(of: number, 8)) }
            return content
        }

        private static func bytes(of number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
        }
    }

    private enum Value {
        case text(String)
        case data(Data)
    }

    /// An array with one dictionary very often.
    private static func list(_ members: KeyValuePairs<String, Value>) -> Data {
        var list = List()
        var entries: [(key: UInt8, value: UInt8)] = []
        for (key, value) in members {
            let name = list.add(key)
            let member =
                switch value {
                case .text(let text): list.add(text)
                case .data(let data): list.add(data)
                }
            entries.append((key: name, value: member))
        }
        let dictionary = list.add(entries)
        let array = list.add(array: [UInt8](repeating: dictionary, count: count))
        return list.finish(top: array)
    }

    /// A file's document, or what it is refused with: in little time.
    private func outcome(
        _ content: Data, as format: FileFormat = .hrCodedBinary
    ) -> (document: ModelDocument?, code: ModelError.Code?) {
        var document: ModelDocument?
        var code: ModelError.Code?
        let seconds = threadSeconds {
            do {
                document = try HRCoder().document(from: content, as: format)
            } catch {
                code = ModelError(wrapping: error).code
            }
        }
        #expect(seconds < 5)
        return (document, code)
    }

    @Test("The path of an alias is gone through once, though it leads nowhere or to itself", arguments: ["x.", "0."])
    func path(_ part: String) {
        let path = String(repeating: part, count: 1 << 19) + "x"
        let (document, code) = outcome(Self.list(["$alias": .text(path)]))
        // What can't be read is an error of the whole document.
        #expect(document == nil && code == .corruptData)
    }

    @Test("So is one that leads to an array")
    func pathOfArray() {
        var list = List()
        let path = list.add(String(repeating: "x", count: 1 << 20))
        let alias = list.add([(key: list.add("$alias"), value: path)])
        let aliases = list.add(array: [UInt8](repeating: alias, count: Self.count))
        let empty = list.add(array: [])
        let top = list.add([(key: path, value: empty), (key: list.add("aliases"), value: aliases)])
        let (document, code) = outcome(list.finish(top: top))
        #expect(document?["aliases"]?.count == Self.count && code == nil)
        #expect(document?["aliases"]?[7]?.kind == .array)
    }

    @Test("An error that tells of a long path is looked through once")
    func circle() {
        var list = List()
        let circular = list.add(String(repeating: "0.", count: 1 << 19) + "x")
        let key = list.add("$alias")
        let first = list.add([(key: key, value: circular)])
        let short = list.add([(key: key, value: list.add("0.1"))])
        let top = list.add(array: [first] + [UInt8](repeating: short, count: 50_000))
        let (document, code) = outcome(list.finish(top: top))
        #expect(document == nil && code == .corruptData)
    }

    @Test(
        "What is decoded or parsed each time counts",
        arguments: ["$data", "NSData", "NSMutableString", "NSNumber", "NSDate", "NSURL", "a name"])
    func coded(_ name: String) {
        let size = 1 << 19
        let base64 = String(repeating: "YmFz", count: size / 4)
        let number = "1." + String(repeating: "0", count: size)
        let content =
            switch name {
            case "$data": Self.list(["$data": .text(base64)])
            case "NSData": Self.list(["$class": .text(name), "$data": .text(base64)])
            case "NSMutableString": Self.list(["$class": .text(name), "NS.bytes": .data(Data(base64.utf8))])
            case "NSNumber": Self.list(["$class": .text(name), "NS.dblval": .text(number)])
            case "NSDate": Self.list(["$class": .text(name), "NS.time": .text(number)])
            case "NSURL":
                Self.list([
                    "$class": .text(name), "NS.relative": .text("http://" + String(repeating: "[", count: size)),
                ])
            // Behind another key, a class has its name in each dictionary.
            default: Self.list(["key": .text("value"), "$class": .text(base64)])
            }
        let (document, code) = outcome(content)
        #expect(document == nil && code == (name == "a name" ? .corruptData : .nodesExceeded))
    }

    @Test("URLs with the one before as their base count with its text")
    func bases() {
        let part = String(repeating: "x", count: 100)
        let others = (1..<5_000).map {
            #""u\#($0)": {"$class": "NSURL", "NS.base": {"$alias": "u\#($0 - 1)"}, "NS.relative": "\#(part)/"}"#
        }
        let first = #""u0": {"$class": "NSURL", "NS.relative": "http://example.org/"}"#
        let (document, code) = outcome(
            Data("{\(([first] + others).joined(separator: ","))}".utf8), as: .hrCodedJSON)
        #expect(document == nil && code == .nodesExceeded)
    }

    @Test("So does a long URL wherever an alias leads to it")
    func url() {
        let aliases = [String](repeating: #"{"$alias":"u"}"#, count: 40_000).joined(separator: ",")
        let text = "http://example.org/" + String(repeating: "x", count: 1 << 18)
        let json = #"{"u": {"$class": "NSURL", "NS.relative": "\#(text)"}, "all": [\#(aliases)]}"#
        let (document, code) = outcome(Data(json.utf8), as: .hrCodedJSON)
        #expect(document == nil && code == .nodesExceeded)
    }

    @Test("One that stands nowhere else is read, but for numbers of more digits than a double has")
    func single() throws {
        let base64 = String(repeating: "YmFz", count: 1 << 18)
        for json in [#"{"$class": "NSData", "$data": "\#(base64)"}"#, #"{"$data": "\#(base64)"}"#] {
            let (document, code) = outcome(Data(json.utf8), as: .hrCodedJSON)
            #expect(document?.root.dataValue?.count == 3 << 18 && code == nil)
        }
        for (count, isNumber) in [(1_100, true), (1_101, false)] {
            let number = "1." + String(repeating: "0", count: count - 2)
            let json = #"{"$class": "NSNumber", "NS.dblval": "\#(number)"}"#
            let document = try HRCoder().document(from: Data(json.utf8), as: .hrCodedJSON)
            let scalar: ModelScalar? = isNumber ? .double(1) : nil
            let className: String? = isNumber ? nil : "NSNumber"
            #expect(document.root.scalar == scalar && document.root.className == className)
        }
    }
}
