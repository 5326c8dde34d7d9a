import Foundation
import ModelCore
import TestSupport
import Testing

/// Limits, counted to the last value.
@Suite struct LimitTests {
    private func chain(_ count: Int) -> Item {
        let first = Item()
        var last = first
        for _ in 1..<count {
            let next = Item()
            last.next = next
            last = next
        }
        return first
    }

    /// Objects that hold one another, a text and a number: each is a value, as are those. A nil isn't in the file.
    @Test func objectsAlone() throws {
        let items = chain(20)
        let content = try KeyedArchive().encode(items)
        #expect(try KeyedArchive().encode(items, limits: DecodingLimits(nodes: 60)) == content)
        #expect(code { try KeyedArchive().encode(items, limits: DecodingLimits(nodes: 59)) } == .nodesExceeded)
        func read(_ nodes: Int) throws -> Item {
            try KeyedArchive().decode(from: content, limits: DecodingLimits(nodes: nodes)) { try Item.decode(from: $0) }
        }
        _ = try read(60)
        #expect(code { try read(59) } == .nodesExceeded)
        // As a document, in memory.
        let document = try ModelDocument(encoding: items, limits: DecodingLimits(nodes: 20_000))
        func readDocument(_ nodes: Int) throws -> Item { try document.decode(limits: DecodingLimits(nodes: nodes)) }
        _ = try readDocument(20)
        #expect(code { try readDocument(19) } == .nodesExceeded)
    }

    /// An archive inside a file is as deep as it stands there: its depth counts on from the file's.
    @Test func depthWithinAnEmbeddedArchive() throws {
        let inner = try KeyedArchive().encode([[[1, 2]], [[3]]])
        let file = try ModelDocument(encoding: [[inner]])
        func read(_ limits: DecodingLimits) throws -> [[[[[Int]]]]] { try file.decode(limits: limits) }
        #expect(try read(DecodingLimits(depth: 5)) == [[[[[1, 2]], [[3]]]]])
        for depth in 1...4 { #expect(code { try read(DecodingLimits(depth: depth)) } == .depthExceeded) }
        // And its values count on, too.
        let least = try #require((1...100).first { (try? read(DecodingLimits(nodes: $0))) != nil })
        #expect(least >= 13)
        #expect(code { try read(DecodingLimits(nodes: least - 1)) } == .nodesExceeded)
    }

    /// What is kept in a document until all is there is counted as it comes.
    @Test func documentsAreBounded() {
        let limits = DecodingLimits(nodes: 1000, bytes: 10_000)
        func endless(_ next: @escaping (ModelEncoder) throws -> Void) -> ModelError.Code? {
            code {
                try KeyedArchive().encode(limits: limits) { encoder in
                    try encoder.beginArray()
                    for _ in 0..<100_000 { try next(encoder) }
                    try encoder.end()
                }
            }
        }
        #expect(endless { try $0.encode(true) } == .nodesExceeded)
        #expect(endless { try $0.encode(String(repeating: "x", count: 200)) } == .bytesExceeded)
        #expect(
            endless {
                _ = try $0.beginArray(.array)
                try $0.end()
            } == .nodesExceeded)
    }

    final class Texts: BaseModel {
        var texts = ["a"]
        var lists = [["b"]]
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("texts", \Texts.texts, isStored: true), ModelProperty("lists", \Texts.lists, isStored: true)]
        }
    }

    /// As many levels as the limit, and no more, whatever the innermost one is.
    @Test func levels() throws {
        func check(_ levels: Int, _ encode: (DecodingLimits) throws -> ModelDocument) throws {
            _ = try encode(DecodingLimits(depth: levels))
            #expect(code { try encode(DecodingLimits(depth: levels - 1)) } == .depthExceeded)
        }
        let (texts, flat) = (Texts(), Texts())
        flat.lists = []
        try check(1) { try ModelDocument(encoding: ["a"], limits: $0) }
        try check(2) { try ModelDocument(encoding: [["a"]], limits: $0) }
        try check(2) { try ModelDocument(encoding: ["k": ["a"]], limits: $0) }
        try check(2) { try ModelDocument(encoding: flat, limits: $0) }
        try check(3) { try ModelDocument(encoding: texts, limits: $0) }
        try check(3) { try ModelDocument(encoding: [flat], limits: $0) }
        try check(4) { try ModelDocument(encoding: [texts], limits: $0) }
        try check(4) { try ModelDocument(encoding: [["k": flat]], limits: $0) }
        try check(1) { try ModelDocument(encoding: Set(["a"]), limits: $0) }
        try check(2) { try ModelDocument(encoding: [1: [true]], limits: $0) }
        // The same when they are read.
        for (levels, value) in [(3, texts), (2, flat)] {
            let document = try ModelDocument(encoding: value)
            let read: Texts = try document.decode(limits: DecodingLimits(depth: levels))
            #expect(read.lists == value.lists && read.texts == ["a"])
            #expect(code { () throws -> Texts in try document.decode(limits: DecodingLimits(depth: levels - 1)) } == .depthExceeded)
        }
    }

    private func code(_ body: () throws -> some Any) -> ModelError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? ModelError)?.code
        }
    }
}
