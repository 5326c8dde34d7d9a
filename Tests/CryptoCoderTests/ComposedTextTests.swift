import Foundation
import TestSupport
import Testing

@testable import CryptoCoder

@Suite("Unicode's composed form of passwords")
struct ComposedTextTests {
    private func requireSame(_ text: String) {
        let own = SecretBytes(composing: text).withBytes { unsafe Array($0) }
        // Foundation leaves a Korean syllable beside its last sound, as in `각`, unless the text is decomposed first.
        let expected = Array(text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping.utf8)
        if own != expected { Issue.record("\(text.unicodeScalars.map { String($0.value, radix: 16) })") }
    }

    @Test("It is Foundation's, for each letter")
    func letters() {
        for value in 0...0x2_FFFF as ClosedRange<UInt32> {
            // What both libraries know: one may be of a newer Unicode than the other.
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 15 else { continue }
            if age.major == 15, age.minor > 0 { continue }
            requireSame(String(scalar))
        }
    }

    @Test("And for letters with several marks, in any order")
    func marks() {
        var random = SeededGenerator(seed: 7)
        let letters = Array("aAeouüÅsz가각ᄀ1 ".unicodeScalars)
        let marks = Array("\u{300}\u{301}\u{308}\u{30A}\u{323}\u{327}\u{328}\u{338}\u{5B0}\u{1161}\u{11A8}\u{344}".unicodeScalars)
        for _ in 0..<5_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<3 {
                text.append(letters.randomElement(using: &random)!)
                for _ in 0..<Int.random(in: 0...3, using: &random) { text.append(marks.randomElement(using: &random)!) }
            }
            requireSame(String(text))
        }
        requireSame("")
        requireSame("a\0b")
    }
}
