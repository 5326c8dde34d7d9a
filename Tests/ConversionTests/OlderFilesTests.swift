import CryptoCoder
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import ModelTesting
import PlistFormat
import Testing

/// A file that an earlier state of this package wrote of one of the contract's samples.
struct OlderFile: CustomTestStringConvertible, Sendable {
    let url: URL

    var testDescription: String { url.pathComponents.suffix(2).joined(separator: "/") }
    var sample: ContractSample? { ContractSample.all.first { $0.name == url.deletingPathExtension().lastPathComponent } }
    var format: FileFormat? { FileFormat.wellKnown.first { $0.rawValue == url.pathExtension } }

    /// By the day on which their folder was written.
    static let all: [OlderFile] = {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Fixtures"),
            let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().map { folder.appending(path: $0) }.filter { !$0.pathExtension.isEmpty }
            .map(OlderFile.init)
    }()
}

@Suite("What earlier states of this package wrote")
struct OlderFilesTests {
    @Test("There are files in all formats but the secrets'")
    func formats() {
        let formats = Set(OlderFile.all.compactMap(\.format))
        #expect(formats == Set(FileFormat.wellKnown.filter { $0 != .keychain }))
    }

    @Test("It is read as what is written today", arguments: OlderFile.all)
    func read(_ file: OlderFile) throws {
        let sample = try #require(file.sample)
        let format = try #require(file.format)
        let content = try Data(contentsOf: file.url)
        let (before, now) = try CryptoCoder.withPassword(CryptoPassword("golden")) {
            if format == .userDefaults { return try readStores(content, sample) }
            let provider = try FormatRegistry.current.provider(for: format)
            let written = try provider.encode(sample.make(), as: format)
            return (
                try sample.read(content, provider, format, .standard),
                try sample.read(written, provider, format, .standard)
            )
        }
        #expect(Fingerprint.text(of: before) == Fingerprint.text(of: now))
    }

    /// The folder that today's files are to be kept in, for later states to read.
    private static let kept = ProcessInfo.processInfo.environment["KEEP_FILES"].map { URL(filePath: $0) }

    @Test("What is written today is kept where KEEP_FILES says", .enabled(if: kept != nil))
    func keep() throws {
        let folder = try #require(Self.kept)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let registry = FormatRegistry.current
        for (sample, format) in ContractSample.all.flatMap({ sample in FileFormat.wellKnown.map { (sample, $0) } }) {
            let name = "\(sample.name).\(format.rawValue)"
            // Formats without references hold no circles, and stores nothing but models.
            if format.isStore {
                guard format == .userDefaults, let model = sample.make() as? BaseModel else { continue }
                let stores = FormatRegistry([], stores: [UserDefaultsStore(folder: folder.path)])
                let isSaved = FormatRegistry.withFormats(stores) {
                    (try? model.write(toStore: .userDefaults(suite: name))) != nil
                }
                guard isSaved else { continue }
                let file = folder.appending(path: name)
                try FileManager.default.moveItem(at: file.appendingPathExtension("plist"), to: file)
            } else {
                let data = try? CryptoCoder.withPassword(CryptoPassword("golden")) {
                    try registry.provider(for: format).encode(sample.make(), as: format)
                }
                try data?.write(to: folder.appending(path: name))
            }
        }
    }

    /// The model in a file of user defaults, and in one that is written today.
    private func readStores(
        _ content: Data, _ sample: ContractSample
    ) throws -> (before: any ModelValue, now: any ModelValue) {
        let model = try #require(sample.make() as? BaseModel)
        let folder = URL.temporaryDirectory.appending(path: "OlderFiles-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try content.write(to: folder.appending(path: "before.plist"))
        return try FormatRegistry.withFormats(FormatRegistry([], stores: [UserDefaultsStore(folder: folder.path)])) {
            try model.write(toStore: .userDefaults(suite: "now"))
            let type = Swift.type(of: model)
            return (
                try type.load(fromStore: .userDefaults(suite: "before")),
                try type.load(fromStore: .userDefaults(suite: "now"))
            )
        }
    }
}
