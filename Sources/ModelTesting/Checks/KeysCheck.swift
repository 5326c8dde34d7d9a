import ModelCore

extension ContractCheck {
    /// The check of properties whose keys in files differ from their names.
    package static let keys = ContractCheck(
        "keys", "Properties with keys of their own, older ones, and ways through dictionaries come back."
    ) { run in
        let keyed = ContractKeyed()
        keyed.renamed = 4
        keyed.city = "é"
        keyed.plain = "plain"
        keyed.zip = .min
        keyed.link = ContractKeyed()
        keyed.link?.zip = 1
        keyed.linked = 9
        let content = try run.encode(keyed)
        let back = try run.decode(ContractKeyed.self, from: content)
        run.expectEqual(run.fingerprint(back), run.fingerprint(keyed), "properties under other keys, and deeper")
        run.expectEqual(back.linked.map { "\($0)" } ?? "nil", "9", "a value in another property's model")

        let document = try run.decode(ModelDocument.self, from: content)
        run.expectEqual(
            document.root.keys.sorted().joined(separator: ", "), "address, link, other name, plain",
            "the keys in the file")
        run.expectEqual(
            document[["address", "place", "city"]]?.stringValue ?? "nothing", "é", "a value at the end of a way")

        keyed.link = nil
        keyed.linked = nil
        keyed.city = nil
        try run.readBack(keyed, "ways at whose end there is nothing")

        let older = try run.encode(SampleValue.object("ContractKeyed", [("zip", 5), ("plain", "p"), ("oldName", 3)]))
        let read = try run.decode(ContractKeyed.self, from: older)
        run.expectEqual("\(read.zip ?? 0) \(read.plain) \(read.renamed)", "5 p 3", "older keys")
        let wrong = try run.encode(SampleValue.object("ContractKeyed", [("address", "text")]))
        run.expectError("text where a way leads through", codes: [.typeMismatch], path: "address.place.city") {
            try run.decode(ContractKeyed.self, from: wrong)
        }
    }
}
