import Foundation
import FoundationValues
import ModelCore
import TestSupport
import Testing

/// Archives that aren't made as NSKeyedArchiver makes them.
@Suite struct ArchiveStructureTests {
    private static let thing = """
        <dict><key>$class</key>\(uid(2))<key>text</key>\(uid(3))</dict>
        """

    private static func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }

    /// An archive of one object of the class Thing, whose text is "t", with one of its parts replaced.
    private static func archive(
        version: String? = "<integer>100000</integer>", archiver: String = "NSKeyedArchiver", first: String = "<string>$null</string>",
        object: String = thing, name: String = "<string>Thing</string>",
        classes: String? = "<array><string>Thing</string><string>NSObject</string></array>", theClass: String? = nil,
        objects: String? = nil, top: String? = "<dict><key>root</key>\(uid(1))</dict>"
    ) -> Data {
        let described =
            theClass ?? "<dict><key>$classname</key>\(name)\(classes.map { "<key>$classes</key>" + $0 } ?? "")</dict>"
        let all = objects ?? "<array>\(first)\(object)\(described)<string>t</string>\(uid(3))</array>"
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>$archiver</key><string>\(archiver)</string>
            \(version.map { "<key>$version</key>" + $0 } ?? "")
            <key>$objects</key>\(all)
            \(top.map { "<key>$top</key>" + $0 } ?? "")
            </dict></plist>
            """
        return Data(text.utf8)
    }

    private func expectRefused(
        _ archive: Data, _ code: ModelError.Code = .corruptData, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        do {
            let node = try KeyedArchive().decode(ModelNode.self, from: archive, as: .keyedArchive)
            Issue.record("opened as \(node.kind)", sourceLocation: sourceLocation)
        } catch {
            let error = error as? ModelError
            #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
            #expect(error?.location?.byteOffset != nil, "\(String(describing: error))", sourceLocation: sourceLocation)
        }
    }

    @Test func theArchiveThatTheOthersAreMadeOfOpens() throws {
        for archive in [Self.archive(), Self.archive(classes: nil)] {
            let node = try KeyedArchive().decode(ModelNode.self, from: archive)
            #expect(node["text"]?.stringValue == "t")
            guard case .object(let object) = node else {
                Issue.record("no object")
                continue
            }
            #expect(object.codedClass.name == "Thing")
        }
    }

    @Test func aVersionThatNobodyKnowsIsRefused() {
        expectRefused(Self.archive(version: "<integer>100001</integer>"), .newerVersion)
        expectRefused(Self.archive(version: "<integer>9223372036854775807</integer>"), .newerVersion)
        for number in [99_999, 1, 0, -1, -100_000] { expectRefused(Self.archive(version: "<integer>\(number)</integer>")) }
        expectRefused(Self.archive(version: "<string>100000</string>"))
        expectRefused(Self.archive(version: "<real>100000</real>"))
        expectRefused(Self.archive(version: nil))
    }

    @Test func classesThatAreNoListOfNamesAreRefused() {
        for classes in [
            "<dict/>", "<string>Thing</string>", "<integer>1</integer>", "<array/>", "<array><integer>42</integer></array>",
            "<array><string>Thing</string><integer>42</integer></array>", "<array><string>NSObject</string></array>",
            "<array><string>NSObject</string><string>Thing</string></array>", "<array>\(Self.uid(3))</array>",
        ] { expectRefused(Self.archive(classes: classes)) }
    }

    @Test func aClassThatIsNoneIsRefused() {
        for name in ["<integer>42</integer>", "<string></string>", "<array/>"] { expectRefused(Self.archive(name: name)) }
        for theClass in ["<dict/>", "<string>Thing</string>", "<array/>", "<dict><key>$classes</key><array/></dict>"] {
            expectRefused(Self.archive(theClass: theClass))
        }
        for theClass in [Self.uid(99), Self.uid(0), "<string>Thing</string>", "<integer>2</integer>", "<array/>"] {
            expectRefused(Self.archive(object: "<dict><key>$class</key>\(theClass)<key>text</key>\(Self.uid(3))</dict>"))
        }
        // A class's description, and a dictionary, are no objects.
        expectRefused(Self.archive(object: "<dict><key>text</key>\(Self.uid(3))</dict>"))
        expectRefused(Self.archive(top: "<dict><key>root</key>\(Self.uid(2))</dict>"))
    }

    @Test func otherPartsThatAreNoneAreRefused() {
        expectRefused(Self.archive(archiver: "NSArchiver"))
        for objects in ["<dict/>", "<string>$null</string>", "<integer>1</integer>", "<array/>"] {
            expectRefused(Self.archive(objects: objects))
        }
        for top in ["<array/>", "<dict/>", "<integer>1</integer>", Self.uid(1)] { expectRefused(Self.archive(top: top)) }
        expectRefused(Self.archive(top: nil))
        for first in ["<string>other</string>", "<dict/>", "<integer>0</integer>"] { expectRefused(Self.archive(first: first)) }
    }

    @Test func referencesThatLeadNowhereAreRefused() {
        for number in [5, 99, 1 << 40, -1] {
            expectRefused(Self.archive(top: "<dict><key>root</key>\(Self.uid(number))</dict>"))
            expectRefused(
                Self.archive(object: "<dict><key>$class</key>\(Self.uid(2))<key>text</key>\(Self.uid(number))</dict>"))
        }
        // A reference to a reference.
        expectRefused(Self.archive(top: "<dict><key>root</key>\(Self.uid(4))</dict>"))
    }

    // MARK: Foundation's values as others write them

    private func value(_ theClass: String, _ parts: [(String, ModelScalar)]) throws -> Data {
        let node = ObjectNode(CodedClass(name: theClass), parts.map { ($0.0, .scalar($0.1)) })
        return try KeyedArchive().encode(ModelNode.object(node))
    }

    private func decimal(_ words: [UInt16], order: Int64, length: Int64) throws -> Data {
        let bytes = words.flatMap { word in
            let (low, high) = (UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8))
            return order == 2 ? [high, low] : [low, high]
        }
        return try value(
            "NSDecimalNumber",
            [
                ("NS.mantissa", .data(Data(bytes))), ("NS.mantissa.bo", .int64(order)), ("NS.length", .int64(length)),
                ("NS.exponent", .int64(-2)), ("NS.negative", .bool(true)), ("NS.compact", .bool(true)),
            ])
    }

    @Test(arguments: [1, 2] as [Int64])
    func aDecimalsByteOrderCounts(_ order: Int64) throws {
        // 0x0001_E240 is 123456.
        let archive = try decimal([0xE240, 1, 0, 0, 0, 0, 0, 0], order: order, length: 2)
        let expected = Decimal(sign: .minus, exponent: -2, significand: 123_456)
        #expect(try KeyedArchive().decode(Decimal.self, from: archive) == expected)
        #expect(try KeyedArchive().decode(ModelNode.self, from: archive).scalar == .decimal(expected))
    }

    @Test(arguments: [1, 2] as [Int64])
    func wordsBehindADecimalsLengthDont(_ order: Int64) throws {
        let archive = try decimal([0xE240, 1, 0xFFFF, 7, 0, 9, 0, 0x1234], order: order, length: 2)
        #expect(try KeyedArchive().decode(Decimal.self, from: archive) == Decimal(sign: .minus, exponent: -2, significand: 123_456))
        let one = try decimal([0xE240, 1, 0xFFFF, 7, 0, 9, 0, 0x1234], order: order, length: 1)
        #expect(try KeyedArchive().decode(Decimal.self, from: one) == Decimal(sign: .minus, exponent: -2, significand: 0xE240))
        let none = try value("NSDecimalNumber", [
            ("NS.mantissa", .data(Data(repeating: 1, count: 16))), ("NS.length", .int64(0)), ("NS.exponent", .int64(0)),
            ("NS.negative", .bool(false)),
        ])
        #expect(try KeyedArchive().decode(Decimal.self, from: none) == 0)
    }

    @Test func aDatesTimeMayBeAnInteger() throws {
        let date = Date(timeIntervalSinceReferenceDate: 12_345)
        let archive = try value("NSDate", [("NS.time", .int64(12_345))])
        #expect(try KeyedArchive().decode(Date.self, from: archive) == date)
        #expect(try KeyedArchive().decode(ModelNode.self, from: archive).scalar == .date(date))
        let exact = try value("NSDate", [("NS.time", .double(12_345))])
        #expect(try KeyedArchive().decode(Date.self, from: exact) == date)
    }

    @Test(arguments: [(1, true), (0, false)] as [(Int64, Bool)])
    func aBooleanMayBeAnInteger(_ number: Int64, _ expected: Bool) throws {
        for scalar in [ModelScalar.int64(number), .bool(expected)] {
            let archive = try value("NSNumber", [("NS.boolval", scalar)])
            #expect(try KeyedArchive().decode(Bool.self, from: archive) == expected)
            #expect(try KeyedArchive().decode(ModelNode.self, from: archive).scalar == .bool(expected))
        }
        let integer = try value("NSNumber", [("NS.intval", .int64(number))])
        #expect(try KeyedArchive().decode(ModelNode.self, from: integer).scalar == .int64(number))
    }

    @Test func rangesOfIndexesCountAndAscend() throws {
        func indexSet(_ count: Int64, _ bytes: [UInt8]) throws -> ModelNode {
            try KeyedArchive().decode(
                ModelNode.self,
                from: value("NSIndexSet", [("NSRangeCount", .int64(count)), ("NSRangeData", .data(Data(bytes)))]))
        }
        var expected = IndexSet(integersIn: 1..<3)
        expected.insert(5)
        #expect(try indexSet(2, [1, 2, 5, 1]).scalar == .geometry(expected.geometry))
        // As none of Foundation's are: descending, overlapping, too few, too many, half of one.
        for (count, bytes) in [(2, [5, 1, 1, 2]), (2, [1, 4, 3, 4]), (3, [1, 2, 5, 1]), (2, [1, 2]), (2, [1, 2, 5])] as [(Int64, [UInt8])] {
            #expect(try indexSet(count, bytes).kind == .object, "\(count) \(bytes)")
        }
    }

    @Test func ofSeveralRootsTheOneCalledRootCounts() throws {
        let (thing, text) = (Self.uid(1), Self.uid(3))
        for top in ["<key>a</key>\(text)<key>root</key>\(thing)", "<key>root</key>\(thing)<key>b</key>\(text)"] {
            let node = try KeyedArchive().decode(ModelNode.self, from: Self.archive(top: "<dict>\(top)</dict>"))
            #expect(node["text"]?.stringValue == "t")
        }
        let top = "<dict><key>a</key>\(text)<key>b</key>\(thing)</dict>"
        let all = try KeyedArchive().decode(ModelNode.self, from: Self.archive(top: top))
        #expect(all["a"]?.stringValue == "t" && all["b"]?["text"]?.stringValue == "t")
    }

    @Test(arguments: [(1, true), (2, true), (3, true), (32, true), (33, false), (100, false)])
    func aURLMayHaveBasesOfBases(_ count: Int, _ isURL: Bool) throws {
        var node = ModelNode.scalar(.null)
        for number in (1...count).reversed() {
            let text = number == count ? "https://example.org/" : "\(number)/"
            node = .object(
                ObjectNode(
                    CodedClass(name: "NSURL"),
                    [("NS.relative", .scalar(.string(text))), ("NS.base", number == count ? .scalar(.null) : node)]))
        }
        let read = try KeyedArchive().decode(ModelNode.self, from: KeyedArchive().encode(node))
        guard isURL else {
            #expect(read.kind == .object)
            return
        }
        guard case .url(let url)? = read.scalar else {
            Issue.record("\(read.kind)")
            return
        }
        let path = (1..<count).reversed().map { "\($0)/" }.joined()
        #expect(url.absoluteString == "https://example.org/" + path)
    }

    @Test func keysThatNobodyReadsCount() throws {
        let others = (0..<1000).map { (key: "key\($0)", value: ModelNode.scalar(.null)) }
        let text = ObjectNode(CodedClass(name: "NSString"), [("NS.string", .scalar(.string("t")))] + others)
        let archive = try KeyedArchive().encode(ModelNode.object(text))
        #expect(try KeyedArchive().decode(ModelNode.self, from: archive).stringValue == "t")
        #expect { try KeyedArchive().decode(ModelNode.self, from: archive, limits: DecodingLimits(nodes: 100)) } throws: {
            ($0 as? ModelError)?.code == .nodesExceeded
        }
    }
}
