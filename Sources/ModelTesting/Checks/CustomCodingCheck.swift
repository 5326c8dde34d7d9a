import ModelCore

extension ContractCheck {
    /// The check of classes that encode and decode themselves.
    package static let customCoding = ContractCheck(
        "customCoding", "Keys may be asked for in any order, twice, or in vain; keys may be added while encoding."
    ) { run in
        let custom = ContractCustom()
        custom.first = -3
        custom.second = "zwei"
        custom.third = [3, 33, 333]
        custom.extra = "more \"things\""
        let content = try run.encode(custom)
        let back = try run.decode(ContractCustom.self, from: content)
        run.expectEqual(run.fingerprint(back), run.fingerprint(custom), "a class with keys of its own")
        run.expect(
            back.complaints.isEmpty, "keys in any order", expected: "each key's value",
            found: back.complaints.joined(separator: ", "))

        // Several objects follow one another: the decoder's position in one object must not affect the next object.
        let row = try run.decode([ContractCustom].self, from: run.encode([custom, ContractCustom(), custom]))
        run.expect(
            row.map(\.extra) == [custom.extra, "", custom.extra] && row.allSatisfy { $0.complaints.isEmpty },
            "three in a row", expected: "each with its own values", found: run.fingerprint(row))

        try run.checkAsked(ContractAsking.self)
        try run.checkAsked(ContractAskingFirst.self)

        // The keys have another order than the requests of the class.
        let reversed = SampleValue.object(
            "ContractListed", [("text", "t"), ("ratio", 2.5), ("count", 11), ("flag", false)])
        let listed = try run.decode(ContractListed.self, from: run.encode(reversed))
        let wanted = ContractListed()
        (wanted.text, wanted.ratio, wanted.count, wanted.flag) = ("t", 2.5, 11, false)
        run.expectEqual(run.fingerprint(listed), run.fingerprint(wanted), "keys in reverse order")

        // All keys of an object, which is the root.
        guard run.capabilities.allowsRoot(.object) else { return }
        let keys = try run.provider.decode(from: content, as: run.format) { decoder -> [String] in
            _ = try decoder.beginObject()
            let keys = try decoder.objectKeys()
            try decoder.endObject()
            return keys
        }
        let wantedKeys = ["first", "second", "third", "extra", "a key.with \"dots\" and quotes", "count of extra"]
        run.expect(
            Set(keys) == Set(wantedKeys) && keys.count == wantedKeys.count, "all keys", expected: "\(wantedKeys)",
            found: "\(keys)")
    }
}

extension ContractRun {
    /// Checks a class whose code requests its own keys by their text, in objects with all of the keys and with some
    /// of them. Each key is also checked alone in a file.
    fileprivate func checkAsked<Asking: ContractAsking>(_ type: Asking.Type) throws {
        try checkAsked([Asking().filled(), Asking().filled { $0 % 2 == 0 }, Asking().filled { $0 % 3 == 1 }])
        for index in Asking.keys.indices { try checkAsked([Asking().filled { $0 == index }]) }
    }

    private func checkAsked<Asking: ContractAsking>(_ asking: [Asking]) throws {
        let back = try decode([Asking].self, from: encode(asking))
        expect(
            back.count == asking.count, "objects with keys of their own", expected: "\(asking.count)",
            found: "\(back.count)")
        for (number, (found, wanted)) in zip(back, asking).enumerated() {
            expect(
                found.known == wanted.known, "a property beside keys of the class's own code in object \(number)",
                expected: "\(wanted.known)", found: "\(found.known)")
            for (key, (value, own)) in zip(ContractAsking.keys, zip(found.values, wanted.values)) {
                expect(
                    value == own, "the key \(Fingerprint.escaped(key)) of \(Asking.self) in object \(number)",
                    expected: own.map { "\($0)" } ?? "nothing", found: value.map { "\($0)" } ?? "nothing")
            }
        }
    }
}
