import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

#if Macros
    /// Two keys that differ in the last of seventeen bytes, and in the last of forty.
    @Model final class DirectKeys: BaseModel {
        @Key("abcdefghijklmnop1") var a = 0
        @Key("abcdefghijklmnop2") var b = 0
        @Key("abcdefghijklmnopqrstuvwxyz0123456789abc1") var c = 0
        @Key("abcdefghijklmnopqrstuvwxyz0123456789abc2") var d = 0
    }

    /// A class that counts its instances, and one whose instances count when they awake.
    @Model class DirectCounted: BaseModel {
        final var name = ""

        @TaskLocal static var count: Counter?

        final class Counter: @unchecked Sendable {
            var made = 0
            var awake = 0
        }

        required init() {
            super.init()
            Self.count?.made += 1
        }
    }

    @Model final class DirectAwaking: DirectCounted {
        override func awakeAfterDecoding() throws -> BaseModel {
            Self.count?.awake += 1
            return self
        }
    }

    @Model final class DirectCounters: BaseModel {
        var all: [DirectCounted] = []
    }

    @Model class DirectStem: BaseModel {
        final var name = ""
    }

    @Model final class DirectGraft: DirectStem {
        var more = 0
    }

    @Model final class DirectDay: BaseModel {
        var day = Date(timeIntervalSinceReferenceDate: 0)
        var name = ""
    }

    /// An object in an array that holds the object again: the cycle of the issue's archive.
    @Model final class DirectRing: BaseModel {
        var n = 0
        var inner: [DirectRing] = []
    }

    /// What isn't as expected is found on the direct way, too, or left to the document's way.
    @Suite("The edges of the direct way")
    struct DirectEdgeTests {
        private static let graphs = DirectWayTests.Format.all.filter(\.isGraph)
        /// The formats in which each object names its class.
        private static let named =
            graphs
            + DirectWayTests.Format.all.filter { $0.provider.capabilities(of: $0.format).contains(.everyClass) }

        @Test("Keys that differ in their last byte alone, in every order", arguments: DirectWayTests.Format.all)
        func longKeys(_ format: DirectWayTests.Format) throws {
            let keys = DirectKeys()
            (keys.a, keys.b, keys.c, keys.d) = (1, 2, 3, 4)
            let content = try format.byDocument(keys)
            #expect(format.direct(keys) == content)
            let back = try format.provider.decode(DirectKeys.self, from: content, as: format.format)
            #expect(back.a == 1 && back.b == 2 && back.c == 3 && back.d == 4)
            let long = "abcdefghijklmnopqrstuvwxyz0123456789abc"
            let text = #"{"\#(long)2":4,"\#(long)1":3,"abcdefghijklmnop2":2,"abcdefghijklmnop1":1}"#
            let read = try JSONFormat().decodeDirectly(DirectKeys.self, from: Data(text.utf8), as: .json)
            #expect(read?.a == 1 && read?.b == 2 && read?.c == 3 && read?.d == 4)
        }

        @Test("Objects that aren't as expected count towards the limit on values")
        func nodesOfUnexpected() throws {
            let object = #"{"name":"n","list":[1,2,3,4,5,6,7,8,9,10,11,12]}"#
            let content = Data(#"{"nodes":[\#(Array(repeating: object, count: 4).joined(separator: ","))]}"#.utf8)
            var read = 0
            for nodes in 1...400 {
                let limits = DecodingLimits(nodes: nodes)
                let direct = try? JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json, limits)
                let other = try? JSONFormat().decodeByDocument(
                    DirectHolder.self, from: content, as: .json, limits: limits)
                #expect(direct == nil || other != nil, "\(nodes)")
                if direct != nil { read += 1 }
            }
            #expect(read > 10)
        }

        @Test("The classes that a file names are those of the registry in use", arguments: named)
        func registries(_ format: DirectWayTests.Format) throws {
            let content = try format.byDocument([DirectStem()])
            let decode = {
                try format.provider.decode([DirectStem].self, from: content, as: format.format)
            }
            #expect(try type(of: decode()[0]) == DirectStem.self)
            // The name means a subclass.
            var classes = ClassRegistry()
            classes.add(DirectGraft.self, name: "DirectStem")
            #expect(try type(of: ClassRegistry.withClasses(classes, decode)[0]) == DirectGraft.self)
            // The name means two classes.
            classes.add(DirectStem.self)
            #expect {
                try ClassRegistry.withClasses(classes, decode)
            } throws: {
                ($0 as? ModelError)?.code == .duplicateClass
            }
            // The name means nothing: the expected class needn't be registered.
            #expect(try type(of: ClassRegistry.withClasses(ClassRegistry(), decode)[0]) == DirectStem.self)
        }

        @Test("Another provider under one format's name has its own conventions")
        func providers() throws {
            let format = FileFormat("twoProviders", fileExtension: nil, library: "HRCoder")
            let providers: [any FormatProvider] = [
                HRCoded(PlistFormat(), plain: .xmlPropertyList, as: format), HRCoded(JSONFormat(), as: format),
                HRCoded(JSONFormat(dates: .secondsSince1970), as: format),
            ]
            for provider in providers {
                let content = try provider.encodeByDocument(DirectDay(), as: format)
                #expect(try provider.encode(DirectDay(), as: format) == content)
                #expect(try provider.decode(DirectDay.self, from: content, as: format).day == DirectDay().day)
            }
        }

        @Test("An instance awakes once, wherever the direct way ends")
        func awaking() throws {
            let text = #"{"all":[{"name":"a","x":1},{"$class":"DirectAwaking"},{"name":"b"}],"unknown":1}"#
            let counter = DirectCounted.Counter()
            try DirectCounted.$count.withValue(counter) {
                let read = try JSONFormat().decode(DirectCounters.self, from: Data(text.utf8))
                #expect(read.all.count == 3 && read.all[1] is DirectAwaking)
            }
            #expect(counter.awake == 1)
            #expect(counter.made == 3)
        }

        @Test("An array that holds its owner's owner is read, because a model ends the cycle", arguments: graphs)
        func cycles(_ format: DirectWayTests.Format) throws {
            var builder = DocumentBuilder()
            let ring = CodedClass(name: "DirectRing")
            try builder.beginObject(ring, number: 0)
            try builder.key("inner")
            try builder.beginArray(number: 1)
            try builder.beginObject(ring)
            try builder.key("n")
            try builder.append(7 as Int64)
            try builder.key("inner")
            try builder.appendReference(to: 1)
            try builder.end()
            try builder.end()
            try builder.end()
            let content = try format.provider.encode(builder.finish(), as: format.format)
            let direct = format.direct(DirectRing.self, content)
            for ring in [try format.byDocument(DirectRing.self, content)] + (direct.map { [$0] } ?? []) {
                let inner = try #require(ring.inner.first)
                #expect(inner.n == 7 && inner.inner.first === inner && inner.inner.count == 1)
            }
        }
    }
#endif
