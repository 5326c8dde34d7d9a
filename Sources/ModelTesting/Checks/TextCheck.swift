import Foundation
import ModelCore

extension ContractCheck {
    /// The check of text of every script, as values and as keys.
    package static let text = ContractCheck("text", "Text comes back scalar by scalar, as value, as key and as root.") {
        run in
        for (name, text) in ContractText.samples { run.expectRoundTrip(text, "text: \(name)") }
        for (name, text) in ContractText.uncommon { run.expectRoundTrip(text, "text: \(name)", mayRefuse: true) }
        for (name, text) in ContractText.samples where text.utf8.count < 1000 {
            run.expectRoundTrip([text: 1], "dictionary key: \(name)")
            run.expectRoundTrip([text: [text: text], "other": [:]], "key of a dictionary in a dictionary: \(name)")
        }
        for (name, text) in ContractText.uncommon {
            run.expectRoundTrip([text: 1], "dictionary key: \(name)", mayRefuse: true)
        }
        // Lengths that a format may store in 16 bits.
        for length in [65_535, 65_536, 65_537] {
            run.expectRoundTrip(
                [String(repeating: "k", count: length): 1], "dictionary key: length \(length)", mayRefuse: true)
        }
        // Keys that look alike but aren't equal. (Swift's dictionaries have equal ones only once.)
        run.expectRoundTrip(["a": 1, "A": 2, "a ": 3, "": 4], "keys that look alike")
        let many = Dictionary(uniqueKeysWithValues: ContractText.samples.map { ($0.text, $0.name) })
        run.expectRoundTrip(many, "a dictionary with all keys")
        for bytes in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            try run.checkDamagedText(bytes, "a text", in: .scalar(.string(letters)))
            let long = String(repeating: letters, count: 4096)
            try run.checkDamagedText(bytes, "a long text", in: .scalar(.string(long)))
            try run.checkDamagedText(bytes, "a key", in: .dictionary([(letters, .scalar(.int64(1)))]))
        }
    }

    fileprivate static let letters = "abcdefghijklmnopqrstuvwxyz"
}

extension ContractRun {
    /// Replaces some letters in the file with bytes that aren't UTF-8, if the file contains these letters as UTF-8.
    /// The format may read the bytes in another encoding, but must not replace them with U+FFFD.
    fileprivate func checkDamagedText(_ bytes: [UInt8], _ name: String, in value: SampleValue) throws {
        var content = try encode(value)
        guard let place = content.range(of: Data(ContractCheck.letters.utf8)) else { return }
        content.replaceSubrange(place.lowerBound + 9..<place.lowerBound + 9 + bytes.count, with: bytes)
        let digits = bytes.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
        let subject = "\(name) with the bytes \(digits) in it"
        announce(subject)
        do {
            let read = fingerprint(try decode(ModelDocument.self, from: content))
            expect(!read.contains("\\u{fffd}"), subject, expected: "an error", found: read)
        } catch {
            expectNamed(error, subject, reading: content)
        }
    }
}
