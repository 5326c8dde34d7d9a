import Foundation
import ModelCore
import Testing

#if Macros
    @Model final class DirectLeaf: BaseModel {
        var name = ""
        var nested: [[DirectLeaf]] = []
        var again: [[DirectLeaf]] = []
    }

    /// A struct that holds models.
    @Model struct DirectHand {
        var leaf: DirectLeaf?
        var leaves: [DirectLeaf] = []
        var inner: [DirectHand] = []
    }

    /// Two properties of each kind of array in which models may lie.
    @Model final class DirectArrays: BaseModel {
        var a: [DirectLeaf] = []
        var b: [DirectLeaf] = []
        var c: [DirectLeaf?] = []
        var d: [DirectLeaf?] = []
        var e: [[DirectLeaf]] = []
        var f: [[DirectLeaf]] = []
        var g: [[DirectLeaf]?] = []
        var h: [[DirectLeaf]?] = []
        var i: [DirectLeaf]?
        var j: [DirectLeaf]?
    }

    /// Two properties of each kind of value in which structs that hold models may lie.
    @Model final class DirectHands: BaseModel {
        var a: [DirectHand] = []
        var b: [DirectHand] = []
        var c: [DirectHand?] = []
        var d: [DirectHand?] = []
        var e = DirectHand()
        var f: DirectHand?
        var g: [[DirectHand]] = []
        var h: [[DirectHand]] = []
    }

    /// A struct between references.
    @Model final class DirectBetween: BaseModel {
        var a: DirectLeaf?
        var hand = DirectHand()
        var b: DirectLeaf?
        var c: DirectLeaf?
    }

    @Model final class DirectTwig: BaseModel {
        var name = ""
    }

    @Model final class DirectBranch: BaseModel {
        var leaf: DirectLeaf?
        var twig: DirectTwig?
        var twigs: [DirectTwig] = []
    }

    /// Identity doesn't depend on how an object is reached, nor on the way between memory and file.
    @Suite("Shared parts on the direct way")
    struct DirectSharingTests {
        static let graphs = DirectWayTests.Format.all.filter(\.isGraph)
        private static let allFormats = DirectWayTests.Format.all

        /// Expects the same bytes on both ways, and returns what each way of reading makes of them.
        private func back<Value: ModelValue>(_ value: Value, in format: DirectWayTests.Format) throws -> [Value] {
            let content = try format.byDocument(value)
            if let direct = format.direct(value) { #expect(direct == content) }
            #expect(try format.provider.encode(value, as: format.format) == content)
            return [try format.byDocument(Value.self, content)] + (format.direct(Value.self, content).map { [$0] } ?? [])
        }

        @Test("An array in two properties holds the same objects, however deep they lie in it", arguments: allFormats)
        func arrays(_ format: DirectWayTests.Format) throws {
            let value = DirectArrays()
            func leaf() -> DirectLeaf { DirectLeaf() }
            value.a = [leaf()]
            value.b = value.a
            value.c = [leaf(), nil]
            value.d = value.c
            value.e = [[leaf()]]
            value.f = value.e
            value.g = [[leaf()], nil]
            value.h = value.g
            value.i = [leaf()]
            value.j = value.i
            for back in try back(value, in: format) where format.isGraph {
                #expect(back.a[0] === back.b[0])
                #expect(back.c[0] === back.d[0] && back.c[0] != nil)
                #expect(back.e[0][0] === back.f[0][0])
                #expect(back.g[0]?[0] === back.h[0]?[0] && back.g[0] != nil)
                #expect(back.i?[0] === back.j?[0] && back.i != nil)
                #expect(back.a[0] !== back.e[0][0])
            }
        }

        @Test("An array of structs in two properties holds the same objects", arguments: allFormats)
        func structs(_ format: DirectWayTests.Format) throws {
            let value = DirectHands()
            func hand() -> DirectHand { DirectHand(leaf: DirectLeaf(), leaves: [DirectLeaf()]) }
            value.a = [hand()]
            value.a[0].inner = [hand()]
            value.b = value.a
            value.c = [hand(), nil]
            value.d = value.c
            value.e = hand()
            value.f = value.e
            value.g = [[hand()]]
            value.h = value.g
            for back in try back(value, in: format) where format.isGraph {
                #expect(back.a[0].leaf === back.b[0].leaf && back.a[0].leaf != nil)
                #expect(back.a[0].leaves[0] === back.b[0].leaves[0])
                #expect(back.a[0].inner[0].leaf === back.b[0].inner[0].leaf && back.a[0].inner[0].leaf != nil)
                #expect(back.a[0].inner[0].leaves[0] === back.b[0].inner[0].leaves[0])
                #expect(back.c[0]?.leaf === back.d[0]?.leaf && back.c[0]?.leaf != nil)
                #expect(back.c[0]?.leaves[0] === back.d[0]?.leaves[0])
                #expect(back.e.leaf === back.f?.leaf && back.e.leaf != nil)
                #expect(back.e.leaves[0] === back.f?.leaves[0])
                #expect(back.g[0][0].leaf === back.h[0][0].leaf && back.g[0][0].leaf != nil)
                #expect(back.g[0][0].leaves[0] === back.h[0][0].leaves[0])
            }
        }

        @Test("Objects that are chained by one array in two properties are written once each", arguments: graphs)
        func chain(_ format: DirectWayTests.Format) throws {
            let first = DirectLeaf()
            var last = first
            for number in 0..<15 {
                let next = DirectLeaf()
                next.name = "\(number)"
                last.nested = [[next]]
                last.again = last.nested
                last = next
            }
            let content = try format.provider.encode(first, as: format.format)
            #expect(content.count < 10_000)
            for back in try back(first, in: format) {
                var (count, next) = (0, back)
                while let inner = next.nested.first?.first {
                    #expect(inner === next.again[0][0] && inner.name == "\(count)")
                    (count, next) = (count + 1, inner)
                }
                #expect(count == 15)
            }
        }

        @Test("The root may be an array whose elements hold one array", arguments: graphs)
        func roots(_ format: DirectWayTests.Format) throws {
            let inner = [DirectLeaf()]
            for back in try back([[inner, inner], [inner]], in: format) {
                #expect(back[0][0][0] === back[0][1][0] && back[0][0][0] === back[1][0][0])
            }
        }

        @Test("A struct isn't counted among the objects that references lead to", arguments: graphs)
        func between(_ format: DirectWayTests.Format) throws {
            let value = DirectBetween()
            value.a = DirectLeaf()
            value.hand.leaf = DirectLeaf()
            value.b = DirectLeaf()
            value.c = value.b
            value.b?.name = "b"
            for back in try back(value, in: format) {
                #expect(back.c === back.b && back.c?.name == "b" && back.a !== back.b && back.hand.leaf !== back.b)
            }
        }

        /// A branch whose leaf is the first object, and whose twig is a reference to an object.
        private func branch(_ fill: (inout DocumentBuilder) throws -> Void) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "DirectBranch"), number: 0)
            try builder.key("leaf")
            try builder.beginObject(CodedClass(name: "DirectLeaf"), number: 1)
            try builder.key("name")
            try builder.append("leaf")
            try builder.end()
            try fill(&builder)
            try builder.end()
            return try builder.finish()
        }

        @Test("A reference to an object of another class is an error", arguments: graphs)
        func wrongClass(_ format: DirectWayTests.Format) throws {
            for number in [0, 1] {
                for document in [
                    try branch {
                        try $0.key("twig")
                        try $0.appendReference(to: number)
                    },
                    try branch {
                        try $0.key("twigs")
                        try $0.beginArray()
                        try $0.appendReference(to: number)
                        try $0.end()
                    },
                ] {
                    let content = try format.provider.encode(document, as: format.format)
                    #expect(format.direct(DirectBranch.self, content) == nil)
                    #expect {
                        try format.provider.decode(DirectBranch.self, from: content, as: format.format)
                    } throws: {
                        ($0 as? ModelError)?.code == .classMismatch
                    }
                }
            }
        }
    }
#endif
