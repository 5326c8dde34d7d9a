import FormatSupport
import Foundation
import ModelCore
import PropertyListCodec
import TestSupport
import Testing

@testable import PlistFormat

/// Input that means harm, and models that can't be written.
struct HostileTests {
    /// Whatever happens, it is a `ModelError` or a value.
    private func read(_ data: Data) {
        for format in bothFormats {
            do {
                _ = try plist.decode(ModelNode.self, from: data, as: format)
                _ = try plist.decode(Everything.self, from: data, as: format)
            } catch {
                #expect(error is ModelError)
            }
        }
        _ = plist.detect(data)
        _ = try? XMLPropertyList.binary(from: ByteSource(data))
    }

    private var classes: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(TodoList.self)
        classes.add(TodoItem.self)
        return classes
    }

    private var sample: ModelNode {
        let list = TodoList()
        list.items = [TodoItem(), TodoItem()]
        list.items[0].label = "a & b"
        return .array(
            ArrayNode([
                .model(list), .scalar(.double(1.5)), .scalar(.data(Data([1, 2, 3]))), .scalar(.string("é")), .null,
                .scalar(.date(Date(timeIntervalSinceReferenceDate: 0))), .scalar(.uint64(.max)), .scalar(.bool(true)),
            ]))
    }

    @Test(arguments: bothFormats)
    func truncation(format: FileFormat) throws {
        let data = try ClassRegistry.withClasses(classes) { try plist.encode(sample, as: format) }
        // The last line break of XML may go.
        for count in 0..<(data.count - 1) {
            #expect(throws: ModelError.self) { try plist.decode(ModelNode.self, from: data.prefix(count), as: format) }
        }
    }

    @Test(arguments: bothFormats)
    func mutations(format: FileFormat) throws {
        let data = try ClassRegistry.withClasses(classes) { try plist.encode(sample, as: format) }
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<1500 {
            var changed = data
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                let index = Int.random(in: 0..<changed.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: changed[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: changed.remove(at: index)
                default: changed.insert(changed[Int.random(in: 0..<changed.count, using: &generator)], at: index)
                }
            }
            read(changed)
        }
    }

    @Test func openStepMutations() throws {
        let text = "{ a = (1, \"two\\n\\U00e9\", <0fbd 77>); b = { c = <*I5>; }; /* no */ d = e; }"
        let data = Data(text.utf8)
        for count in 0..<data.count { read(data.prefix(count)) }
        var generator = SeededGenerator(seed: 5)
        let alphabet = Array("{}()<>=;,\"\\/* aU01[]*IBD".utf8)
        for _ in 0..<5000 {
            var changed = data
            for _ in 0..<3 {
                changed[Int.random(in: 0..<changed.count, using: &generator)] = alphabet.randomElement(using: &generator) ?? 0
            }
            read(changed)
        }
    }

    @Test(arguments: ["<array>", "<dict><key>a</key>", "<dict><key>next</key>"])
    func deepXML(opening: String) throws {
        let data = Data(("<plist>" + String(repeating: opening, count: 100_000)).utf8)
        #expect(failure { _ = try plist.decode(ModelNode.self, from: data) }?.code == .depthExceeded)
        #expect(failure { _ = try plist.decode(Link.self, from: data) } != nil)
        // What nobody asks for counts, too, and to pass over it doesn't recurse.
        let closing = opening == "<array>" ? "</array>" : "</dict>"
        let value = String(repeating: opening, count: 100_000) + "<true/>" + String(repeating: closing, count: 100_000)
        let file = xml("<dict><key>other</key>\(value)<key>bool</key><true/></dict>")
        #expect(failure { _ = try plist.decode(Everything.self, from: file) }?.code == .depthExceeded)
        let item: Everything = try plist.decode(from: file, limits: DecodingLimits(depth: 200_000))
        #expect(item.bool)
        #expect(try XMLPropertyList.binary(from: ByteSource(xml(value))).count > 100_000)
    }

    @Test(arguments: ["(", "{a=", "{next="])
    func deepOpenStep(opening: String) {
        let closing = opening == "(" ? ")" : ";}"
        let open = Data(String(repeating: opening, count: 100_000).utf8)
        #expect(failure { _ = try plist.decode(ModelNode.self, from: open) }?.code == .corruptData)
        let whole = open + Data("x".utf8) + Data(String(repeating: closing, count: 100_000).utf8)
        #expect(failure { _ = try plist.decode(ModelNode.self, from: whole) }?.code == .depthExceeded)
    }

    @Test func entities() {
        let declared = """
            <!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
            <plist><string>&
            """
        for name in ["a", "b", "c"] {
            let error = failure { _ = try node(Data((declared + name + ";</string></plist>").utf8)) }
            #expect(error?.reason == "There is no entity &\(name);.")
        }
        #expect(throws: Never.self) { try node(Data((declared + "amp;</string></plist>").utf8)) }
    }

    @Test func containersThatHoldThemselves() {
        for data in [binary([[0xA1, 0]]), binary([[0xD1, 1, 0], [0x51, 0x61]]), binary([[0xA1, 1], [0xA1, 0]])] {
            #expect(failure { _ = try plist.decode(ModelNode.self, from: data) }?.code == .depthExceeded)
            read(data)
        }
        #expect(failure { _ = try plist.decode(Link.self, from: binary([[0xD1, 1, 0], [0x54] + Array("next".utf8)])) }?.code == .depthExceeded)
    }

    @Test func sharedContainers() {
        // Each array holds the next one fifteen times: 15 to the 30th values.
        var objects = (0..<30).map { [0xAE] + [UInt8](repeating: UInt8($0 + 1), count: 14) }
        objects.append([0x09])
        #expect(failure { _ = try plist.decode(ModelNode.self, from: binary(objects)) }?.code == .nodesExceeded)
        #expect(failure { let _: [TodoItem] = try plist.decode(from: binary(objects)) } != nil)
    }

    @Test func duplicateKeysInBinary() {
        let twice = binary([[0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x61], [0x09]])
        #expect(failure { _ = try plist.decode(ModelNode.self, from: twice) }?.code == .duplicateKey)
        #expect(failure { _ = try plist.decode(TodoItem.self, from: twice) }?.code == .duplicateKey)
    }

    @Test func unreadKeysAreText() {
        #expect(failure { _ = try plist.decode(TodoItem.self, from: binary([[0xD1, 1, 1], [0x09]])) }?.code == .corruptData)
    }

    @Test(arguments: bothFormats)
    func cycles(format: FileFormat) throws {
        let link = Link()
        link.next = Link()
        link.next?.next = link
        defer { link.unlink() }
        let error = failure { _ = try plist.encode(link, as: format) }
        #expect(error?.code == .cycle)
        #expect(error?.path.description == "next.next")
        #expect(error?.format == format)
    }

    @Test(arguments: bothFormats)
    func deepModels(format: FileFormat) {
        let first = Link()
        var last = first
        for _ in 0..<100_000 {
            let next = Link()
            last.next = next
            last = next
        }
        defer { first.unlink() }
        #expect(failure { _ = try plist.encode(first, as: format) }?.code == .depthExceeded)
    }

    @Test(arguments: bothFormats)
    func limits(format: FileFormat) throws {
        var limits = DecodingLimits.standard
        limits.bytes = 100
        #expect(failure { _ = try plist.encode((0..<1000).map { "\($0)" }, as: format, limits: limits) }?.code == .bytesExceeded)
        limits = .standard
        limits.nodes = 10
        let data = try plist.encode(Array(0..<100), as: format)
        #expect(failure { _ = try plist.decode([Int].self, from: data, limits: limits) }?.code == .nodesExceeded)
    }
}
