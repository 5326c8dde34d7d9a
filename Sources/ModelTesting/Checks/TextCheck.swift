import Foundation
import ModelCore

extension ContractCheck {
    /// Text of every script, as values and as keys.
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
        // Keys that Swift takes for equal would be one: these are two.
        run.expectRoundTrip(["a": 1, "A": 2, "a ": 3, "": 4], "keys that look alike")
        let many = Dictionary(uniqueKeysWithValues: ContractText.samples.map { ($0.text, $0.name) })
        run.expectRoundTrip(many, "a dictionary with all keys")
    }
}
