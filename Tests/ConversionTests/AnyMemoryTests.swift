import Documents
import Foundation
import JSONFormat
import ModelCore
import Testing

/// Values of `Any` take more memory than a file, and no more than is allowed.
@Suite("The memory of values of Any is bounded")
struct AnyMemoryTests {
    /// Empty arrays. As `Any`, they take 19 times as much as in the file, with their document.
    private static func arrays(_ count: Int) -> Data {
        Data(("[" + String(repeating: "[],", count: count) + "[]]").utf8)
    }

    private func any(_ content: Data, _ limits: DecodingLimits = .standard) throws -> Any? {
        try JSONFormat().decode(from: content, limits: limits) { try AnyValue.decode(from: $0) }
    }

    @Test("More is an error, as a whole and in a dictionary, and what has a type isn't counted")
    func bounded() throws {
        let large = Self.arrays(6_000_000)
        let inside = Data(#"{"a":{"b":"#.utf8) + large + Data("}}".utf8)
        for content in [large, inside] {
            let error = #expect(throws: ModelError.self) { try any(content) }
            #expect(error?.code == .nodesExceeded && error?.reason.contains("of type Any") == true, "\(error as Any)")
        }
        #expect(try JSONFormat().document(from: large).root.kind == .array)
        #expect((try any(Self.arrays(1_000_000)) as? [Any])?.count == 1_000_001)
    }

    @Test("A file takes at most 16 times its size, and 256 MiB")
    func amounts() {
        #expect(DecodingLimits.standard.memory(forFileOf: 100_000_000) == 1_600_000_000)
        #expect(DecodingLimits.standard.memory(forFileOf: 1) == 1 << 28)
        let few = DecodingLimits(nodes: 4600)
        #expect(few.memory(forFileOf: 9001) == 4600 * 64 && few.memory(forFileOf: 100_000) == 1_600_000)
        #expect(DecodingLimits(nodes: .max).memory(forFileOf: 1) == .max && DecodingLimits(nodes: -1).memory(forFileOf: .max) > 0)
    }
}
