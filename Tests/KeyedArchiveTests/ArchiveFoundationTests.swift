import Foundation
import FoundationValues
import ModelCore
import TestSupport
import Testing

/// What Foundation would read as a model that this library wrote.
final class ArchiveFoundationThing: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var name = ""
    var count = 0
    var tags: [String] = []

    override init() {}

    init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? "missing"
        count = coder.decodeObject(of: NSNumber.self, forKey: "count")?.intValue ?? -1
        tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
    }

    func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(count, forKey: "count")
        coder.encode(tags as NSArray, forKey: "tags")
    }
}

@Suite struct ArchiveFoundationTests {
    private static let classes: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
        NSUUID.self, NSNull.self, NSIndexSet.self, NSValue.self, NSOrderedSet.self, NSAffineTransform.self,
    ]

    private func foundation(_ value: some ModelValue) throws -> Any? {
        try NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.classes, from: KeyedArchive().encode(value))
    }

    @Test func foundationReadsWhatThisWrites() throws {
        #expect(try foundation(["a", "héllo", ""]) as? [String] == ["a", "héllo", ""])
        #expect(try foundation("text") as? String == "text")
        #expect(try foundation("$null") as? String == "$null")
        #expect(try foundation([1, -1, 1 << 40, .max, .min]) as? [Int] == [1, -1, 1 << 40, .max, .min])
        #expect(try foundation([0.5, 1e300]) as? [Double] == [0.5, 1e300])
        #expect(try foundation([true, false]) as? [Bool] == [true, false])
        #expect(try foundation(["k": [1], "l": []]) as? [String: [Int]] == ["k": [1], "l": []])
        #expect(try foundation(Set(["a", "b"])) as? Set<String> == ["a", "b"])
        let date = Date(timeIntervalSinceReferenceDate: 0.1)
        #expect((try foundation(date) as? NSDate)?.timeIntervalSinceReferenceDate == 0.1)
        #expect(try foundation(Data([1, 2])) as? Data == Data([1, 2]))
        let url = try #require(URL(string: "x?y", relativeTo: URL(string: "https://example.com/a/")))
        #expect((try foundation(url) as? NSURL)?.absoluteString == "https://example.com/a/x?y")
        let uuid = UUID()
        #expect((try foundation(uuid) as? NSUUID)?.uuidString == uuid.uuidString)
        #expect(try (foundation(["a", nil] as [String?]) as? NSArray)?[1] is NSNull)
        #expect((try foundation(NSRange(location: 3, length: 4)) as? NSValue)?.rangeValue == NSRange(location: 3, length: 4))
        #expect((try foundation(CGPoint(x: 1, y: 2.5)) as? NSValue)?.pointValue == CGPoint(x: 1, y: 2.5))
        #expect((try foundation(CGRect(x: 1, y: 2, width: 3, height: 4)) as? NSValue)?.rectValue.width == 3)
    }

    @Test func foundationReadsAModelAsAClassOfItsOwn() throws {
        let node = ObjectNode(
            CodedClass(name: "ArchiveFoundationThing", superclassNames: ["BaseModel", "NSObject"]),
            [
                ("name", .scalar(.string("n"))), ("count", .scalar(.int64(7))),
                ("tags", .array(ArrayNode([.scalar(.string("a")), .scalar(.string("b"))]))),
            ])
        let data = try KeyedArchive().encode(ModelNode.object(node))
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.setClass(ArchiveFoundationThing.self, forClassName: "ArchiveFoundationThing")
        let found = try #require(
            unarchiver.decodeObject(of: [ArchiveFoundationThing.self], forKey: "root") as? ArchiveFoundationThing)
        #expect(found.name == "n")
        #expect(found.count == 7)
        #expect(found.tags == ["a", "b"])
    }

    @Test func readsWhatFoundationWrites() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        let uuid = UUID()
        let root: NSDictionary = [
            "text": "héllo", "number": 42, "real": 2.5, "big": Int.max, "date": date as NSDate, "data": Data([1, 2, 3]) as NSData,
            "url": NSURL(string: "https://example.com/x")!, "uuid": uuid as NSUUID, "null": NSNull(),
            "array": [1, "two", [3]] as NSArray, "set": NSSet(array: ["s"]), "ordered": NSOrderedSet(array: ["b", "a"]),
            "indexes": IndexSet([1, 2, 9]) as NSIndexSet, "range": NSValue(range: NSRange(location: 1, length: 2)),
            "point": NSValue(point: CGPoint(x: 1, y: 2)), "mutable": NSMutableArray(array: ["m"]),
        ]
        let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
        let node = try KeyedArchive().decode(ModelNode.self, from: data)
        #expect(node["text"]?.scalar == .string("héllo"))
        #expect(node["number"]?.scalar == .int64(42))
        #expect(node["real"]?.scalar == .double(2.5))
        #expect(node["big"]?.scalar == .int64(.max))
        #expect(node["date"]?.scalar == .date(date))
        #expect(node["data"]?.scalar == .data(Data([1, 2, 3])))
        #expect(node["url"]?.scalar == .url(URL(string: "https://example.com/x")!))
        #expect(node["uuid"]?.scalar == .uuid(uuid))
        #expect(node["null"]?.scalar == .null)
        #expect(node["array"]?[2]?[0]?.scalar == .int64(3))
        #expect(node["set"]?.kind == .set)
        #expect(node["ordered"]?.kind == .orderedSet)
        #expect(node["ordered"]?[0]?.scalar == .string("b"))
        #expect(node["indexes"]?.scalar == .geometry(IndexSet([1, 2, 9]).geometry))
        #expect(node["range"]?.scalar == .geometry(.range(location: 1, length: 2)))
        #expect(node["point"]?.scalar == .geometry(.point(x: 1, y: 2)))
        #expect(node["mutable"]?[0]?.scalar == .string("m"))
    }

    @Test func transformsAreFoundationsToo() throws {
        let transform = AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)
        let written = try NSKeyedArchiver.archivedData(
            withRootObject: NSAffineTransform(transform: transform), requiringSecureCoding: false)
        #expect(try KeyedArchive().decode(AffineTransform.self, from: written) == transform)
        let read = try foundation(transform) as? NSAffineTransform
        #expect(read?.transformStruct.tX == 5)
    }

    @Test func inlineValuesAsEncodeIntegerWritesThemAreRead() throws {
        let thing = ArchiveFoundationThing()
        thing.name = "n"
        thing.count = 5
        let data = try NSKeyedArchiver.archivedData(withRootObject: thing, requiringSecureCoding: false)
        let node = try KeyedArchive().decode(ModelNode.self, from: data)
        #expect(node["count"]?.scalar == .int64(5))
        #expect(node["name"]?.scalar == .string("n"))
    }
}
