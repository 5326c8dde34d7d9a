import FastCoder
import Foundation
import JSONFormat
import ModelCore
import Synchronization
import TestSupport
import Testing

/// Properties that functions get and set in place of their key paths.
@Suite struct AccessedTests {
    @Test(arguments: [FileFormat.json, .fastCoding, .keyedArchive])
    func functionsAreCalledForObservedProperties(format: FileFormat) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        try Road.$calls.withValue(Calls()) {
            let road = Road()
            (road.name, road.length) = ("A", 7)
            let content = try provider.encode(road, as: format)
            #expect(Road.calls.value == 1)
            let back = try provider.decode(Road.self, from: content, as: format)
            #expect(Road.calls.value == 2)
            #expect(back.name == "A" && back.length == 7)
            #expect(back.changes == ["length"])
        }
    }

    @Test func functionsOfAnotherClassOrTypeHaveNoEffect() throws {
        let path = OddRoad()
        (path.length, path.width) = (3, 4)
        let content = try JSONFormat().encode(path)
        #expect(String(decoding: content, as: UTF8.self) == #"{"length":3,"width":4}"#)
        let back = try JSONFormat().decode(OddRoad.self, from: content)
        #expect(back.length == 3 && back.width == 4)
    }

    @Test func aPropertyWithoutASetFunctionIsSetByItsKeyPath() throws {
        let path = HalfRoad()
        path.length = 5
        let back = try JSONFormat().decode(HalfRoad.self, from: JSONFormat().encode(path))
        #expect(back.length == 6 && back.changes == 1)
    }

    @Test func aSubclassMayOverrideThem() throws {
        let road = SteepRoad()
        road.length = 2
        let content = try JSONFormat().encode(road)
        #expect(String(decoding: content, as: UTF8.self) == #"{"name":"","length":20}"#)
    }

    @Test func unknownKeysOfAnObjectMayBeBeforeAndBehindAnObjectInIt() throws {
        let text = #"{"a":1,"name":"x","next":{"b":2,"name":"y"},"c":3,"next2":{"d":4}}"#
        let chain = try JSONFormat().decode(Chain.self, from: Data(text.utf8))
        #expect(chain.unknownValues?.root.keys == ["a", "c", "next2"])
        #expect(chain.next?.unknownValues?.root.keys == ["b"])
        let twice = Data(#"{"a":1,"next":{"b":2},"a":3}"#.utf8)
        #expect(errorCode { try JSONFormat().decode(Chain.self, from: twice) } == .duplicateKey)
    }

    @Test func anOptionalModelIsLoaded() throws {
        let folder = try TemporaryFolder()
        let chain = Chain()
        chain.name = "x"
        try chain.write(toFile: folder.file("chain.json"), format: .json)
        #expect(try Optional<Chain>.load(fromFile: folder.file("chain.json"))?.name == "x")
        try Data("null".utf8).write(to: URL(fileURLWithPath: folder.file("null.json")))
        #expect(try Optional<Chain>.load(fromFile: folder.file("null.json")) == nil)
    }
}

private final class Calls: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

private class Road: BaseModel {
    var name = ""
    var length = 0 { didSet { changes.append("length") } }
    var changes: [String] = []
    @TaskLocal static var calls = Calls()

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \Road.name),
            ModelProperty("length", \Road.length).accessed {
                (road: Road) in
                calls.add()
                return road.length
            } set: { (road: Road, length) in
                calls.add()
                road.length = length
            },
        ]
    }
}

private final class SteepRoad: Road {
    override var length: Int {
        get { super.length * 10 }
        set { super.length = newValue }
    }
}

private final class OddRoad: BaseModel {
    var length = 0 { didSet {} }
    var width = 0 { didSet {} }

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("length", \OddRoad.length).accessed(get: { (_: Road) in 99 }),
            ModelProperty("width", \OddRoad.width).accessed(get: { (_: OddRoad) in "99" }),
        ]
    }
}

private final class HalfRoad: BaseModel {
    var length = 0 { didSet { changes += 1 } }
    var changes = 0

    override class var modelProperties: [ModelProperty] {
        [ModelProperty("length", \HalfRoad.length).accessed(get: { (road: HalfRoad) in road.length + 1 })]
    }
}

private final class Chain: BaseModel {
    var name = ""
    var next: Chain?

    override class var modelProperties: [ModelProperty] {
        [ModelProperty("name", \Chain.name), ModelProperty("next", \Chain.next)]
    }
}
