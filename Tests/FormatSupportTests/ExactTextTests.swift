import FormatSupport
import Foundation
import TestSupport
import Testing

@Suite("Texts in the order of their bytes")
struct ExactTextTests {
    @Test("Few and many texts, equal ones, and ones with equal beginnings")
    func order() {
        var random = SeededGenerator(seed: 1)
        let parts = ["", "a", "b", "\0", "\u{7F}", "é", "e\u{301}", "\u{1F600}", "abcdefgh", "abcdefg", "z"]
        for _ in 0..<2000 {
            let texts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    parts[Int.random(in: 0..<parts.count, using: &random)]
                }.joined()
            }
            let expected = texts.indices.sorted { left, right in
                let (leftBytes, rightBytes) = (Array(texts[left].utf8), Array(texts[right].utf8))
                if leftBytes == rightBytes { return left < right }
                return leftBytes.lexicographicallyPrecedes(rightBytes)
            }
            #expect(Array(ExactText.order(of: texts)) == expected)
            guard let first = texts.first, let last = texts.last else { continue }
            #expect((ExactText(first) < ExactText(last)) == first.utf8.lexicographicallyPrecedes(last.utf8))
        }
    }
}
