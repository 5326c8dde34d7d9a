import Foundation
import ModelCore
import ModelTesting

/// An undamaged file.
public struct Seed: Sendable {
    let bytes: [UInt8]
    /// Which of the contract's samples it holds; nil where it is a golden file, or a tree.
    let sample: Int?
    /// True where the package wrote it just now: then it can be read.
    let isWritten: Bool
}

extension FuzzTarget {
    /// Larger files make for few inputs a second, and what they have in them the small ones have too.
    private static let largest = 16 << 10

    /// The golden files of the tests that are of this format, and files that are written here: the contract's samples, and trees.
    ///
    /// - Parameter root: The package's folder.
    public func seeds(root: String) throws -> [Seed] {
        var seeds: [Seed] = []
        for (index, sample) in ContractSample.all.enumerated() {
            // Links lead back: as a tree, and not at all, in formats without identity.
            if let content = try? written(sample.make()) {
                seeds.append(Seed(bytes: content, sample: index, isWritten: name != "openStep"))
            }
        }
        seeds += regressions(below: root)
        // A store keeps nothing but models.
        if isStore { return seeds }
        for number in 0..<40 as Range<UInt64> {
            if let content = try? [UInt8](writes(RandomGraph.document(seed: number))) {
                seeds.append(Seed(bytes: content, sample: nil, isWritten: name != "openStep"))
            }
        }
        for path in Self.fixtures(below: root + "/Tests") {
            guard let data = FileManager.default.contents(atPath: path), data.count <= Self.largest, accepts(data)
            else { continue }
            seeds.append(Seed(bytes: [UInt8](data), sample: nil, isWritten: false))
        }
        guard !seeds.isEmpty else { throw ModelError(.corruptData, "There is no seed of \(name).") }
        return seeds
    }

    /// What was found once, and doesn't happen any more. An encrypted file is the finding itself, and no archive to encrypt.
    private func regressions(below root: String) -> [Seed] {
        let folder = root + "/Fuzzing/Regressions"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { $0.hasPrefix(name + "-") && !isSealed }.compactMap { name in
            FileManager.default.contents(atPath: folder + "/" + name).map {
                Seed(bytes: [UInt8]($0), sample: nil, isWritten: false)
            }
        }
    }

    private func written(_ value: any ModelValue) throws -> [UInt8] {
        if isStore {
            guard let model = value as? BaseModel else { throw ModelError(.notSaveable, "Stores keep models.") }
            return [UInt8](try DefaultsTrial.file(of: model))
        }
        if name == "openStep" || isSealed {
            let archive = try KeyedArchive().encode(value)
            return try [UInt8](isSealed ? archive : writes(KeyedArchive().document(from: archive)))
        }
        return try [UInt8](provider.encode(value, as: format))
    }

    private static func fixtures(below folder: String) -> [String] {
        let names = (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
        return names.filter { name in
            name.contains("/Fixtures/") && !name.hasSuffix(".expected.json") && !name.hasSuffix(".readby33.json")
        }.map { folder + "/" + $0 }
    }
}
