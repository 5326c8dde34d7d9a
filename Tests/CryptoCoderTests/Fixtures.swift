import CryptoCoder
import Foundation
import ModelCore
import TestSupport

/// Files that the original library wrote, with what it says of them.
struct GoldenFile: Sendable, CustomStringConvertible {
    let name: String
    let content: Data
    /// What stands beside it: password, key, iv, salt, cypher, plaintext, version.
    let facts: [String: String]

    var description: String { name }
    var password: CryptoPassword { CryptoPassword(facts["password"] ?? "") }
    func bytes(_ fact: String) -> [UInt8] { Hex.bytes(facts[fact] ?? "") }

    static let all: [GoldenFile] = ["v1_nil_property", "v2_nil_property", "v2_list", "v2_list_cycle_shared"].map {
        GoldenFile($0)
    }

    init(_ name: String) {
        self.name = name
        content = Fixtures.data(name + ".plist")
        let json = try? JSONSerialization.jsonObject(with: Fixtures.data(name + ".expected.json")) as? [String: Any]
        facts = (json ?? [:]).compactMapValues { $0 as? String }
    }
}

enum Fixtures {
    static func data(_ name: String) -> Data {
        let folder = Bundle.module.resourceURL?.appendingPathComponent("Fixtures") ?? URL(fileURLWithPath: "/")
        return (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()
    }

    /// The tests of a file of vectors: those of all groups in one list.
    static func vectors(_ name: String) throws -> [[String: Any]] {
        let path = "cryptocoding-primitives/C2SP+wycheproof/testvectors_v1/\(name)"
        let data = try Data(contentsOf: SharedFixtures.corpora.appendingPathComponent(path))
        let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let groups = file?["testGroups"] as? [[String: Any]] ?? []
        return groups.flatMap { group in
            (group["tests"] as? [[String: Any]] ?? []).map { test in
                test.merging(group.filter { $0.key.hasSuffix("Size") }) { own, _ in own }
            }
        }
    }
}

enum Hex {
    static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }
}
