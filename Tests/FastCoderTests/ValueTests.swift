import FastCoder
import Foundation
import FoundationValues
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Values, chunk by chunk")
struct ValueTests {
    private func body(_ data: Data) -> [UInt8] { [UInt8](data.dropFirst(20)) }

    @Test("The smallest integers, one and zero")
    func integers() throws {
        #expect(
            body(try FastCoder().encode([0, 1, -1, 300])) == [10, 0, 0, 0, 4, 0, 0, 0, 46, 45, 15, 0xFF, 16, 0, 44, 1])
        for value in [Int64.min, -32769, -129, -128, 127, 128, 32768, 1 << 31, .max] {
            #expect(try FastCoder().decode(Int64.self, from: FastCoder().encode(value)) == value)
            try OriginalReader.check(FastCoder().encode(value), allowsExtensions: false)
        }
    }

    @Test("A URL whose base has the same text, which is written once")
    func urls() throws {
        let base = try #require(URL(string: "a/b"))
        let url = try #require(URL(string: "a/b", relativeTo: base))
        for value in [[url], [url, base, url], [base, url]] {
            let content = try FastCoder().encode(value)
            #expect(try FastCoder().decode([URL].self, from: content) == value)
            let document = try FastCoder().document(from: content)
            #expect(try FastCoder().document(from: FastCoder().encode(document)) == document)
        }
    }

    @Test("Equal strings are written once")
    func strings() throws {
        let texts = (0..<70_000).map { "string \($0)" }
        let data = try FastCoder().encode(texts + texts)
        #expect(try FastCoder().decode([String].self, from: data) == texts + texts)
        #expect(try OriginalReader.types(in: data)[8] == 70_000)
    }

    @Test(
        "What version 3.3 can't hold is written in chunks that the original refuses",
        arguments: [
            ModelScalar.string("a\0b"), .uint64(.max), .geometry(.range(location: Int.max, length: 0)),
            .geometry(.range(location: -1, length: 2)), .geometry(IndexSet([5, 1 << 40]).geometry),
        ])
    func extensions(_ scalar: ModelScalar) throws {
        let node = ModelNode.array(ArrayNode([.scalar(scalar), .scalar(scalar), .scalar(.string("end"))]))
        let data = try FastCoder().encode(node)
        #expect(Fingerprint.text(of: try FastCoder().decode(ModelNode.self, from: data)) == Fingerprint.text(of: node))
        #expect(throws: (any Error).self) { try OriginalReader.check(data, allowsExtensions: false) }
    }

    @Test(
        "What it can hold is written in its own",
        arguments: [
            ModelScalar.string(""), .data(Data([1, 2, 3])), .decimal(Decimal(string: "-12345678901234567890.123")!),
            .decimal(.nan),
            .url(URL(string: "path?q", relativeTo: URL(string: "https://example.com/a/"))!), .uuid(UUID()),
            .date(Date(timeIntervalSinceReferenceDate: 0.1)), .float(.infinity), .double(-0.0), .null, .bool(true),
            .geometry(.transform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)),
            .geometry(.rect(x: 1, y: 2, width: 3, height: 4)), .geometry(IndexSet([0, 1, 2, 9]).geometry),
            .geometry(.range(location: 3, length: 4)),
        ])
    func scalars(_ scalar: ModelScalar) throws {
        let node = ModelNode.array(
            ArrayNode([.scalar(.bool(true)), .scalar(scalar), .scalar(scalar), .scalar(.string("end"))]))
        let data = try FastCoder().encode(node)
        #expect(Fingerprint.text(of: try FastCoder().decode(ModelNode.self, from: data)) == Fingerprint.text(of: node))
        try OriginalReader.check(data, allowsExtensions: false)
    }

    @Test("An array that holds itself")
    func cycle() throws {
        let array = ArrayNode([.scalar(.string("me"))])
        array.elements.append(.array(array))
        defer { array.elements = [] }
        let data = try FastCoder().encode(ModelNode.array(array))
        #expect(try data == Fixtures.goldenData("FastCoder/array_cycle.fast"))
        guard case .array(let back) = try FastCoder().decode(ModelNode.self, from: data),
            case .array(let inner) = back.elements[1]
        else {
            return #expect(Bool(false))
        }
        #expect(inner === back)
        back.elements = []
        #expect { try FastCoder().decode(from: data) { try AnyValueReader.read($0) } } throws: {
            ($0 as? ModelError)?.code == .cycle
        }
    }

    /// An array of values alone can't hold itself.
    private enum AnyValueReader {
        static func read(_ decoder: ModelDecoder) throws -> Int {
            ((try AnyValue.decode(from: decoder)) as? [Any])?.count ?? 0
        }
    }

    @Test("More strings than the table of shared ones holds: all come back, and near repetitions are shared")
    func veryManyStrings() throws {
        let once = (0..<250_000).map { "text \($0)" }
        // The first strings occur again when the table has begun anew, and each string twice in a row.
        let texts = once.flatMap { [$0, $0] } + once.prefix(2)
        let content = try FastCoder().encode(texts)
        #expect(try FastCoder().encodeByDocument(texts, as: .fastCoding) == content)
        #expect(try FastCoder().decode([String].self, from: content) == texts)
        // An alias takes five bytes, and some to align it; a string takes twelve and more.
        #expect(try content.count < FastCoder().encode(once).count + 8 * once.count)
    }
}
