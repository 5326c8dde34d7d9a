import Documents
import Foundation
import JSONFormat
import ModelCore
import Testing

/// Values of `Any` take more memory than a file, and no more than is allowed.
@Suite("The memory of values of Any is bounded")
struct AnyMemoryTests {
    /// 9,001 bytes with 4,501 values. As `Any`, they take 336 KB with their document: 37 times as much.
    private static let nested = Data(("[" + [String](repeating: "[[0]]", count: 1500).joined(separator: ",") + "]").utf8)
    /// For so few values, 294 KB are allowed.
    private static let limits = DecodingLimits(nodes: 4600)

    private func any(_ content: Data, _ limits: DecodingLimits = .standard) throws -> Any? {
        try JSONFormat().decode(from: content, limits: limits) { try AnyValue.decode(from: $0) }
    }

    @Test("More is an error, as a whole and in a dictionary, and what has a type isn't counted")
    func bounded() throws {
        let inside = Data(#"{"a":{"b":\#(String(decoding: Self.nested, as: UTF8.self))}}"#.utf8)
        for content in [Self.nested, inside] {
            let error = #expect(throws: ModelError.self) { try any(content, Self.limits) }
            #expect(error?.code == .nodesExceeded && error?.reason.contains("of type Any") == true, "\(error as Any)")
            #expect(try any(content) != nil)
            #expect(try any(content, DecodingLimits(nodes: .max)) != nil)
            #expect(try JSONFormat().document(from: content, limits: Self.limits).root.kind != .null)
        }
        #expect(try JSONFormat().decode([[[Int]]].self, from: Self.nested, limits: Self.limits).count == 1500)
        let entries = Data(("[" + [String](repeating: #"{"a":0}"#, count: 2000).joined(separator: ",") + "]").utf8)
        let error = #expect(throws: ModelError.self) { try any(entries, DecodingLimits(nodes: 5000)) }
        #expect(error?.code == .nodesExceeded && error?.reason.contains("of type Any") == true, "\(error as Any)")
    }

    @Test("A file takes at most 16 times its size, and 256 MiB")
    func amounts() {
        #expect(DecodingLimits.standard.memory(forFileOf: 100_000_000) == 1_600_000_000)
        #expect(DecodingLimits.standard.memory(forFileOf: 1) == 1 << 28)
        #expect(Self.limits.memory(forFileOf: 9001) == 4600 * 64 && Self.limits.memory(forFileOf: 100_000) == 1_600_000)
        #expect(DecodingLimits(nodes: .max).memory(forFileOf: 1) == .max && DecodingLimits(nodes: -1).memory(forFileOf: .max) > 0)
    }
}
