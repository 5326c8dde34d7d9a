import Foundation
import ModelCore

extension ContractSample {
    /// Samples of stored properties, which a format may write directly from memory and read directly into memory.
    /// Together, the samples use everything that direct coding needs.
    static func stored(_ capabilities: FormatCapabilities) -> [ContractSample] {
        var samples = plain
        if capabilities.contains(.null) {
            samples += [
                ContractSample("nils") { ContractHoles.empty() },
                ContractSample("nils in structs") { [ContractHoles.Note(sizes: [1, nil, 3]), ContractHoles.Note()] },
                ContractSample("a nil between texts") { ContractHolder(["a", nil, "b"] as [String?]) },
                ContractSample("nils between dates") {
                    ContractHolder([nil, Date(timeIntervalSinceReferenceDate: 0), nil] as [Date?])
                },
                ContractSample("a nil between arrays") { ContractHolder([[1], nil, []] as [[Int]?]) },
                ContractSample("nils between objects") {
                    let twins = ContractTwins("root")
                    twins.holes = [nil, ContractTwins("one"), nil, nil, ContractTwins("two"), nil]
                    return twins
                },
                ContractSample("a model with nils") {
                    let plain = ContractPlain.sample()
                    plain.limit = nil
                    plain.places = [nil, ContractPlain(), nil]
                    return plain
                },
            ]
        }
        if capabilities.contains(.identity) {
            samples += [
                ContractSample("shared objects", hasReferences: true) { ContractTwins.shared() },
                ContractSample("rings", hasReferences: true) { ContractTwins.ring() },
                ContractSample("many objects, each twice", hasReferences: true) {
                    let twins = (0..<20).map { ContractTwins("\($0)") }
                    for (twin, next) in zip(twins, twins.dropFirst()) { twin.last = next }
                    return twins + twins.reversed()
                },
            ]
        }
        return samples
    }

    /// Samples without a nil and without a reference to an object that was written before.
    private static let plain: [ContractSample] = [
        ContractSample("awkward keys") { ContractAwkward.sample() },
        ContractSample("objects with awkward keys") { [ContractAwkward.sample(), ContractAwkward()] },
        ContractSample("defaults") { ContractHoles() },
        ContractSample("values in everything") { ContractHoles.full() },
        ContractSample("properties on key paths") { ContractSite.sample() },
        ContractSample("a key path with one value") {
            let site = ContractSite()
            site.number = 5
            return [site, ContractSite()]
        },
        ContractSample("a plain model") { ContractPlain.sample() },
        ContractSample("numbers of each type") {
            let samples = ContractStored.samples()
            // Integers above Int64.max, and nil, have separate samples.
            for stored in samples {
                stored.maybe = stored.maybe ?? 1
                (stored.uint64, stored.uint) = (stored.uint64 >> 1, stored.uint >> 1)
            }
            return samples
        },
        ContractSample("floats") { ContractHolder([0.1, 1, 16_777_216, 3.4e38, 1e-3, -0.0, 1.0 / 3] as [Float]) },
        ContractSample("doubles") {
            ContractHolder([0.1, 1, 1e22, Double.leastNonzeroMagnitude, -0.0, 1.0 / 3, 0.1 + 0.2, 1e15])
        },
        ContractSample("dates") {
            ContractHolder(
                [
                    0, 0.5, -0.5, 0.1, 1, -978_307_200, 542_911_754.125, -63_114_076_800, -62_000_000_000.75,
                    252_423_993_599,
                ].map { Date(timeIntervalSinceReferenceDate: $0) })
        },
        ContractSample("texts") {
            ContractHolder(ContractText.samples.map(\.text).filter { $0.utf8.count < 1000 })
        },
        ContractSample("nested arrays") {
            ContractHolder([[], [[]], [[1], [], [2, 3]], [[], []]] as [[[Int]]])
        },
        ContractSample("arrays of arrays of texts") { ContractHolder([["a"], [], ["b", "c"], [""]]) },
        ContractSample("empty arrays") { ContractHolder([String]()) },
        ContractSample("booleans") { ContractHolder([true, false, true]) },
        ContractSample("structs in one another") {
            ContractHolder([
                ContractHoles.Note(text: "a", inner: [ContractHoles.Note(), ContractHoles.Note(text: "b")])
            ])
        },
        ContractSample("keys of the class's own code") { [ContractAsking().filled()] },
        ContractSample("dictionaries") { ContractHolder(["b": [0.5], "": [], "a": [1, 2]]) },
        ContractSample("sets") { ContractHolder(Set(["b", "", "a"])) },
        ContractSample("objects in one another") {
            let twins = ContractTwins("root")
            twins.first = ContractTwins("one")
            twins.first?.first = ContractTwins("two")
            twins.others = [ContractTwins("three"), ContractTwins("four")]
            return twins
        },
    ]
}
