import FastCoder
import Foundation
import HRCoder
import JSONFormat
import KeyedArchive
import ModelCore
import TestSupport
import Testing

#if Macros
    /// A model of the kinds of values that formats may lower, dictionaries, and instances of subclasses.
    @Model class DirectKinds: BaseModel {
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var link: URL?
        var bytes = Data()
        var price = Decimal(0)
        var wide: Int128 = 0
        var size: CGFloat = 0
        var counts: [String: Int] = [:]
        var words: [String: [String]] = [:]
        var named: [String: DirectStem] = [:]
        var maybes: [String: Double?] = [:]
        var inner: [String: DirectKind] = [:]
        var stems: [DirectStem] = []
        var stem: DirectStem?
        var ids: [UUID] = []
        var tags: Set<String> = []
        var keys: Set<UUID>?
        var numbers: Set<Int16> = [7]
        var sizes: [Set<UInt64>] = []
        var moods: Set<DirectMood> = []
        var byNumber: [Int8: String] = [:]
        var byWide: [UInt64: [Double]] = [:]
        var byID: [UUID: DirectKind] = [:]
        var byMood: [DirectMood: DirectStem] = [:]
    }

    @Model struct DirectKind {
        var id: UUID?
        var more: [String: Bool] = [:]
    }

    @Model class DirectScalars: BaseModel {
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var link: URL?
        var bytes = Data()
        var price = Decimal(0)
    }

    @Model class DirectPlain: BaseModel {
        var wide: Int128 = 0
        var size: CGFloat = 0
        var words: [String: [String]] = [:]
        var counts: [String: Int] = [:]
    }

    @Model class DirectKeyed: BaseModel {
        var byNumber: [Int8: String] = [:]
        var byWide: [UInt64: [Double]] = [:]
        var byID: [UUID: DirectKind] = [:]
        var byMood: [DirectMood: DirectPlain] = [:]
    }

    @Model(version: 2) class DirectVersioned: BaseModel {
        var name = ""
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
    }

    @Model(hashable: ["name"]) class DirectHashed: BaseModel { var name = "" }

    @Model(unknownKeys: .ignore) class DirectForgetful: BaseModel { var name = "" }

    @Model class DirectStems: BaseModel {
        var stems: [DirectStem] = []
        var stem: DirectStem?
    }

    /// A subclass whose own property has its superclass's type.
    @Model class DirectBough: DirectStem {
        var stem: DirectStem?
        var twin: DirectBough?
    }

    extension DirectKinds {
        static func random(_ generator: inout some RandomNumberGenerator, shares: Bool) -> DirectKinds {
            func pick<Value>(_ values: [Value], rarely: [Value] = []) -> Value {
                let isRare = !rarely.isEmpty && Int.random(in: 0..<40, using: &generator) == 0
                return (isRare ? rarely : values).randomElement(using: &generator)!
            }
            func id() -> UUID {
                var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
                unsafe withUnsafeMutableBytes(of: &bytes) { room in
                    for index in room.indices { unsafe room[index] = .random(in: 0...255, using: &generator) }
                }
                return UUID(uuid: bytes)
            }
            let texts = ["", "a", "b \u{E9}", "\"q\"", "c & <d>", String(repeating: "long ", count: 60)]
            let kinds = DirectKinds()
            kinds.id = id()
            kinds.link = pick(
                [nil, URL(string: "https://example.com/a%20b?c=d#e"), URL(string: "x"), URL(string: "file:///tmp/")],
                rarely: [URL(string: "b", relativeTo: URL(string: "https://example.com/")), URL(string: "$null")])
            kinds.bytes = pick(
                [Data(), Data([0]), Data(0..<16), Data(repeating: 7, count: 300)], rarely: [Data("bplist00".utf8)])
            kinds.price = pick([0, 1, Decimal(string: "-0.10")!, Decimal(string: "12345678901234567890.5")!])
            kinds.wide = pick([0, -1, 1 << 62], rarely: [1 << 63, .min])
            kinds.size = pick([0, 0.5, -1e10], rarely: [.infinity])
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                kinds.counts[pick(texts, rarely: ["$class", "$a"])] = pick([0, 1, .max])
                kinds.words[pick(texts)] = pick([[], ["a"], texts])
                kinds.maybes[pick(texts)] = pick([0.5, -1], rarely: [nil])
                kinds.inner[pick(texts)] = DirectKind(id: pick([nil, id()]), more: pick([[:], ["a": true]]))
                kinds.ids.append(id())
                kinds.tags.insert(pick(texts, rarely: ["e\u{301}", "\u{E9}"]))
                kinds.keys = (kinds.keys ?? []).union([id()])
                kinds.numbers.insert(pick([0, -1, .max, .min]))
                kinds.sizes.append([pick([0, 1]), pick([.max, 1 << 63])])
                kinds.moods.insert(pick([.calm, .wild]))
                kinds.byNumber[pick([0, 1, -1, 10, .max, .min])] = pick(texts)
                kinds.byWide[pick([0, 9, 10, .max, 1 << 63])] = pick([[], [0.5, -1]])
                kinds.byID[id()] = DirectKind(id: pick([nil, id()]), more: pick([[:], ["a": true]]))
            }
            var made: [DirectStem] = []
            func stem(_ size: Int = 2) -> DirectStem {
                if shares, !made.isEmpty, Int.random(in: 0..<4, using: &generator) == 0 { return pick(made) }
                let new: DirectStem = pick([DirectStem(), DirectGraft(), DirectBough()])
                new.name = pick(texts)
                made.append(new)
                (new as? DirectGraft)?.more = pick([0, 5])
                if let branch = new as? DirectBough, size > 0 {
                    branch.stem = pick([nil, stem(size - 1)])
                    if pick([true, false]) {
                        branch.twin = DirectBough()
                        branch.twin?.stem = stem(size - 1)
                    }
                }
                return new
            }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                kinds.stems.append(stem())
                if pick([true, false]) { kinds.named[pick(texts)] = stem() }
                if pick([true, false]) { kinds.byMood[pick([.calm, .wild])] = stem() }
            }
            kinds.stem = pick([nil, stem()])
            return kinds
        }
    }

    /// Kinds of values beyond plain ones have the same bytes, values and errors on both ways.
    @Suite("Kinds of values on the direct way")
    struct DirectKindTests {
        typealias Format = DirectWayTests.Format

        @Test("A thousand random models have the same bytes, and are read as the same", arguments: Format.all)
        func random(_ format: Format) throws {
            var generator = SeededGenerator(seed: 45)
            let (written, read) = try DirectWayTests.compare(in: format) {
                DirectKinds.random(&generator, shares: Bool.random(using: &generator))
            }
            // In HRCoded files, a scalar that isn't plain is an object.
            let isNone = format.provider is HRCoder || format.provider is HRCoded
            #expect(isNone ? written == 0 : written > 150 && read > 80, "\(written) written, \(read) read")
        }

        @Test("A damaged file is read as by way of a document, or not at all", arguments: Format.all)
        func damaged(_ format: Format) throws {
            var generator = SeededGenerator(seed: 46)
            _ = try DirectWayTests.damage(300, in: format, &generator) { DirectKinds.random(&$0, shares: false) }
        }

        @Test("Each kind goes directly by itself", arguments: Format.all)
        func each(_ format: Format) throws {
            func check<Value: ModelValue>(_ value: Value, isLowered: Bool = false) throws {
                let content = try format.byDocument(value)
                // In HRCoded files, a scalar that isn't plain is an object.
                let isObject = isLowered && (format.provider is HRCoder || format.provider is HRCoded)
                guard !isObject else { return #expect(format.direct(value) == nil, "\(Value.self)") }
                #expect(format.direct(value) == content, "\(Value.self)")
                let back = try #require(format.direct(Value.self, content), "\(Value.self)")
                #expect(try format.byDocument(back) == content, "\(Value.self)")
            }
            let holder = DirectScalars()
            try check(holder, isLowered: true)
            (holder.id, holder.link, holder.bytes, holder.price) = (
                UUID(), URL(string: "https://example.com/a?b=c"), Data(0..<50), Decimal(string: "-12.50")!
            )
            try check(holder, isLowered: true)
            let plain = DirectPlain()
            (plain.wide, plain.size, plain.words, plain.counts) = (
                1 << 60, -0.5, ["a": ["b"], "": []], ["z": 1, "a": 2]
            )
            try check(plain)
            let keyed = DirectKeyed()
            keyed.byNumber = [2: "two", -1: "minus one", 10: "ten"]
            keyed.byWide = [.max: [1], 0: []]
            keyed.byID = [UUID(): DirectKind(), UUID(): DirectKind(id: UUID())]
            keyed.byMood = [.wild: DirectPlain(), .calm: DirectPlain()]
            // Elsewhere, keys are values.
            if !format.provider.capabilities(of: format.format).contains(.valueKeys) { try check(keyed) }
            let versioned = DirectVersioned()
            versioned.name = "n"
            if format.format != .fastCoding { try check(versioned) }
            let hashed = DirectHashed()
            hashed.name = "n"
            try check(hashed)
        }

        @Test("A key that is written in another way than its text is read as by way of a document")
        func otherKeys() throws {
            func keyed(_ text: String) throws -> DirectKeyed {
                let content = Data(text.utf8)
                let value = try JSONFormat().decode(DirectKeyed.self, from: content)
                let other = try JSONFormat().decodeByDocument(DirectKeyed.self, from: content, as: .json)
                #expect(try JSONFormat().encode(value) == JSONFormat().encode(other))
                return value
            }
            #expect(try keyed(#"{"byNumber":{"01":"x","+2":"y"}}"#).byNumber == [1: "x", 2: "y"])
            let id = UUID()
            #expect(try keyed(#"{"byID":{"\#(id.uuidString.lowercased())":{}}}"#).byID.keys.first == id)
            for (text, code) in [
                (#"{"byNumber":{"1":"x","01":"y"}}"#, ModelError.Code.duplicateKey),
                (#"{"byNumber":{"200":"x"}}"#, .outOfRange), (#"{"byNumber":{"a":"x"}}"#, .typeMismatch),
                (#"{"byMood":{"furious":{}}}"#, .typeMismatch), (#"{"byID":{"x":{}}}"#, .typeMismatch),
            ] {
                #expect(errorCode { try keyed(text) } == code, "\(text)")
                let content = Data(text.utf8)
                let other = #expect(throws: ModelError.self) {
                    try JSONFormat().decodeByDocument(DirectKeyed.self, from: content, as: .json)
                }
                let own = #expect(throws: ModelError.self) {
                    try JSONFormat().decode(DirectKeyed.self, from: content)
                }
                #expect(own?.description == other?.description)
            }
        }

        @Test(
            "A version is that of the class, or goes by way of a document",
            arguments: ["", #""$version":1,"#, #""$version":3,"#])
        func versions(_ version: String) throws {
            func direct(_ version: String) -> DirectVersioned? {
                let content = Data(#"{\#(version)"name":"n"}"#.utf8)
                return try? JSONFormat().decodeDirectly(DirectVersioned.self, from: content, as: .json)
            }
            #expect(direct(version) == nil && direct(#""$version":2,"#)?.name == "n")
        }

        @Test("In JSON, unknown keys are kept aside, at every level, and written back")
        func unknownKeys() throws {
            func both(_ text: String) throws -> DirectHolder {
                let content = Data(text.utf8)
                let direct = try #require(try JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json))
                let other = try JSONFormat().decodeByDocument(DirectHolder.self, from: content, as: .json)
                #expect(try DirectWayTests.everything(in: direct) == DirectWayTests.everything(in: other))
                #expect(try JSONFormat().encode(direct) == JSONFormat().encode(other))
                return direct
            }
            let holder = try both(
                """
                {"newer":{"a":[1,null,"x"]},"nodes":[{"colour":"red","name":"n","next":{"name":"m","size":1e3},"more":7},
                {"name":"o"}],"last":true}
                """)
            #expect(holder.unknownValues?["newer"]?["a"]?[2]?.stringValue == "x")
            #expect(holder.unknownValues?["last"]?.scalar == .bool(true))
            #expect(holder.nodes[0].unknownValues?.root.keys == ["colour", "more"])
            #expect(holder.nodes[0].next?.unknownValues?["size"]?.scalar == .double(1000))
            #expect(holder.nodes[1].unknownValues == nil)
        }

        @Test(
            "What looks like an unknown key is a matter of the document's way",
            arguments: [
                #"{"nodes":[{"name":"n","x":1,"x":2}]}"#,
                #"{"nodes":[{"x":1,"next":{"name":"m","y":1,"z":2},"x":2}]}"#, #"{"nodes":[],"$version":3}"#,
                #"{"x":1}"#,
                #"{"nodes":[{"$ref":"a"}]}"#, #"{"nodes":[{"name":"n","x":}]}"#,
                #"{"nodes":[{"count":"x":1}]}"#, #"{"nodes":[{"count":"x","name":"n"}]}"#,
            ])
        func noUnknownKeys(_ text: String) {
            #expect((try? JSONFormat().decodeDirectly(DirectHolder.self, from: Data(text.utf8), as: .json)) == nil)
        }

        @Test("Ignored keys are dropped, and may not be there twice")
        func ignoredKeys() throws {
            func direct(_ text: String) -> DirectForgetful? {
                try? JSONFormat().decodeDirectly(DirectForgetful.self, from: Data(text.utf8), as: .json)
            }
            let read = try #require(direct(#"{"more":[1,{"a":2}],"name":"n","":null}"#))
            #expect(read.name == "n" && read.unknownValues == nil)
            #expect(direct(#"{"more":1,"name":"n","more":2}"#) == nil)
        }

        @Test("Unknown values count towards the limits on values and levels")
        func unknownLimits() throws {
            let object = #"{"name":"n","list":[[1,2,3],{"a":[4,[5]]}]}"#
            let content = Data(#"{"nodes":[\#(Array(repeating: object, count: 6).joined(separator: ","))]}"#.utf8)
            var read = 0
            let limits = (1...300).map { DecodingLimits(nodes: $0) } + (1...12).map { DecodingLimits(depth: $0) }
            for limits in limits {
                let direct = try? JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json, limits)
                let other = try? JSONFormat().decodeByDocument(
                    DirectHolder.self, from: content, as: .json, limits: limits)
                #expect(direct == nil || other != nil, "\(limits)")
                if direct != nil { read += 1 }
            }
            #expect(read > 10)
        }

        @Test("A null leaves a property as it is, and the object's others are read")
        func nulls() throws {
            let text = #"{"nodes":[{"name":null,"count":2,"isOpen":null,"tags":null,"labels":null,"limit":null}]}"#
            let content = Data(text.replacing(#""tags":null,"#, with: "").utf8)
            let direct = try #require(try JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json))
            let other = try JSONFormat().decodeByDocument(DirectHolder.self, from: content, as: .json)
            #expect(try DirectWayTests.everything(in: direct) == DirectWayTests.everything(in: other))
            #expect(direct.nodes[0].count == 2 && direct.nodes[0].limit == nil)
        }

        @Test("An instance of a subclass names its class, and only it", arguments: Format.all)
        func subclasses(_ format: Format) throws {
            let value = DirectStems()
            let branch = DirectBough()
            branch.twin = DirectBough()
            branch.stem = DirectGraft()
            value.stems = [DirectStem(), branch]
            value.stem = DirectGraft()
            let content = try #require(format.direct(value))
            #expect(try content == format.byDocument(value))
            let back = try format.provider.decode(DirectStems.self, from: content, as: format.format)
            let read = try #require(back.stems.last as? DirectBough)
            #expect(read.twin != nil && read.stem is DirectGraft && !(back.stems[0] is DirectBough))
            let others: [FileFormat] = [.json, .keyedArchive, .fastCoding, .binaryPropertyList]
            if others.contains(format.format) { #expect(format.direct(DirectStems.self, content) != nil) }
        }

        @Test("A class under another name, or of no subclass, is an error on every way")
        func wrongClasses() {
            for (name, code) in [("DirectHolder", ModelError.Code.classMismatch), ("Nobody", .unknownClass)] {
                let content = Data(#"{"stems":[{"$class":"\#(name)","name":"n"}]}"#.utf8)
                #expect {
                    try JSONFormat().decode(DirectKinds.self, from: content)
                } throws: {
                    ($0 as? ModelError)?.code == code
                }
            }
        }
    }
#endif
