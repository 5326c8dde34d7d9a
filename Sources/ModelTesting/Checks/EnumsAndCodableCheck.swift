import ModelCore

extension ContractCheck {
    /// The check of enums with raw values, and of `Codable` values.
    package static let enumsAndCodable = ContractCheck(
        "enumsAndCodable", "Enums and Codable values come back equal; an unknown raw value is an error with its path."
    ) { run in
        for level in ContractLevel.allCases { run.expectRoundTrip(level) }
        for suit in ContractSuit.allCases {
            let model = ContractListed()
            model.suit = suit
            run.attempt("suit \(suit)") {
                let back = try run.decode(ContractListed.self, from: run.encode(model))
                run.expect(back.suit == suit, "an enum of text", expected: "\(suit)", found: "\(back.suit)")
            }
        }
        let addresses = [
            ContractAddress(), ContractAddress(street: "Rue \u{2028} \"x\"", number: .min, lines: [], kind: .plain),
            ContractAddress(street: "", number: .max, lines: ["a", ""], kind: .labelled("b", weight: -0.5)),
        ]
        for address in addresses { run.expectRoundTrip(address) }
        run.expectRoundTrip(["home": addresses[2], "work": addresses[0]], "Codable values in a dictionary")
        run.expectRoundTrip(ContractKind.labelled("", weight: 1e300))
        run.expectRoundTrip(Set(addresses), "a set of Codable values")

        run.attempt("a Codable value alone") {
            guard run.capabilities.allowsRoot(.dictionary) else { return }
            let party = ContractParty(host: addresses[1], guests: ["a": addresses[2], "": addresses[0]])
            let content = try run.provider.encode(party, as: run.format)
            let back = try run.provider.decode(ContractParty.self, from: content, as: run.format)
            run.expect(back == party, "a Codable value alone", expected: "\(party)", found: "\(back)")
            run.expectError("a Codable value in whose place there is another", codes: [.typeMismatch]) {
                let wrong = ["host": ["street": [1]]]
                return try run.provider.decode(ContractParty.self, from: run.encode(wrong), as: run.format)
            }
        }

        let unknown = SampleValue.object("ContractListed", [("suit", "clubs")])
        let content = try run.encode(unknown)
        run.expectError("an unknown raw value", codes: [.typeMismatch], path: "suit") {
            try run.decode(ContractListed.self, from: content)
        }
    }
}
