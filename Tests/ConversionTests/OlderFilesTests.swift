import Foundation
import ModelCore
import Testing

/// A file that an earlier state of this package wrote of one of the samples.
struct OlderFile: CustomTestStringConvertible, Sendable {
    let url: URL

    var testDescription: String { url.pathComponents.suffix(2).joined(separator: "/") }
    var sampleName: String { url.deletingPathExtension().lastPathComponent }
    var sample: GoldenSample? { GoldenSample.all.first { $0.name == sampleName } }
    var format: GoldenFormat? { GoldenFormat.all.first { $0.name == url.pathExtension } }

    /// The texts that the state kept beside its files of the sample; nil if it kept none.
    var texts: OlderTexts? { OlderTexts.all.first { $0.folder == url.deletingLastPathComponent() && $0.sample == sampleName } }

    /// By the day on which their folder was written.
    static let all = found.filter { $0.pathExtension != "txt" }.map(OlderFile.init)

    static let found: [URL] = {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Fixtures"),
            let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().map { folder.appending(path: $0) }.filter { !$0.pathExtension.isEmpty }
    }()
}

/// What an earlier state of this package made of a sample: the texts of a new value, and of the values that it read from its
/// files.
///
/// In the file, each text comes after a line with the names of the formats that it was read from.
struct OlderTexts: CustomTestStringConvertible, Sendable {
    let folder: URL
    let sample: String
    /// The texts by the names of the formats.
    private(set) var texts: [String: String] = [:]
    /// The codes of the errors by the names of the formats in which the value couldn't be written.
    private(set) var refusals: [String: String] = [:]

    /// In place of the name of a format, for a new value.
    static let made = "made"

    var testDescription: String { folder.lastPathComponent + "/" + sample }

    static let all: [OlderTexts] = OlderFile.found.filter { $0.pathExtension == "txt" }.compactMap { try? OlderTexts(of: $0) }

    init(_ sample: String, in folder: URL) { (self.sample, self.folder) = (sample, folder) }

    private init(of file: URL) throws {
        self.init(file.deletingPathExtension().lastPathComponent, in: file.deletingLastPathComponent())
        var names: [Substring] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("== ") {
                names = line.dropFirst(3).split(separator: " ")
                if names.first == "not" { for name in names.dropFirst(3) { refusals[String(name)] = String(names[1]) } }
            } else if names.first != "not" {
                for name in names { texts[String(name), default: ""] += (texts[String(name)] == nil ? "" : "\n") + line }
            }
        }
        // The file ends with a line break.
        for name in texts.keys where texts[name]?.hasSuffix("\n") == true { texts[name]?.removeLast() }
    }

    mutating func set(_ text: String, for format: String) { texts[format] = text }
    mutating func refuse(_ format: String, because code: String) { refusals[format] = code }

    /// Writes the file.
    ///
    /// - Parameter order: The names of all formats, in the order in which the file has them.
    func write(_ order: [String]) throws {
        var lines = ""
        var left = order.filter { texts[$0] != nil }
        while let first = left.first, let text = texts[first] {
            lines += "== " + left.filter { texts[$0] == text }.joined(separator: " ") + "\n" + text + "\n"
            left.removeAll { texts[$0] == text }
        }
        for code in Set(refusals.values).sorted() {
            lines += "== not \(code) in " + order.filter { refusals[$0] == code }.joined(separator: " ") + "\n"
        }
        try Data(lines.utf8).write(to: folder.appending(path: sample + ".txt"))
    }
}

@Suite("What earlier states of this package wrote")
struct OlderFilesTests {
    /// Without macros there are only the contract's samples.
    private static let files = OlderFile.all.filter { hasMacros || $0.sample != nil }
    private static let texts = OlderTexts.all.filter { texts in GoldenSample.all.contains { $0.name == texts.sample } }
    #if Macros
        private static let hasMacros = true
    #else
        private static let hasMacros = false
    #endif

    /// The files that a state read wrongly, and the reasons. They are read as what is written today.
    private static let mended = [
        "2026-11-29/asReadNew.fastCoding": "A nil of FastCoding was taken for a null, and written as one."
    ]
    /// The contract's samples that have other values since files were kept of which nobody knows what was read.
    private static let changed: Set = ["values"]

    init() {
        #if Macros
            GoldenTransforms.registerNamed()
        #endif
    }

    @Test("There are files in all formats but the secrets', and each that was kept is there")
    func formats() {
        let formats = Set(Self.files.compactMap { $0.format?.name })
        #expect(formats == Set(GoldenSample.all.flatMap { $0.formats.map(\.name) }))
        #expect(Set(FileFormat.wellKnown.map(\.rawValue)).subtracting(formats) == ["keychain"])
        let names = Set(OlderFile.all.map(\.testDescription))
        for texts in OlderTexts.all {
            for format in texts.texts.keys where format != OlderTexts.made {
                #expect(names.contains("\(texts.testDescription).\(format)"))
            }
        }
        #expect(!Self.hasMacros || Set(Self.texts.map(\.sample)) == Set(GoldenSample.all.map(\.name)))
    }

    @Test("It is read as that state read it, or as what is written today if that isn't known", arguments: files)
    func read(_ file: OlderFile) throws {
        let sample = try #require(file.sample)
        let format = try #require(file.format)
        let before = try sample.read(Data(contentsOf: file.url), format)
        guard file.texts != nil || !Self.changed.contains(file.sampleName) else { return #expect(!before.isEmpty) }
        let expected =
            if let texts = file.texts, Self.mended[file.testDescription] == nil { try #require(texts.texts[format.name]) } else {
                try #require(sample.read(sample.write(format), format).first)
            }
        for text in before { #expect(text == expected) }
    }

    @Test("The samples have the values that they had", arguments: texts)
    func made(_ texts: OlderTexts) throws {
        let sample = try #require(GoldenSample.all.first { $0.name == texts.sample })
        #expect(try sample.made() == texts.texts[OlderTexts.made])
    }

    /// The folder that today's files are to be kept in, for later states to read.
    private static let kept = ProcessInfo.processInfo.environment["KEEP_FILES"].map { URL(filePath: $0) }

    @Test("What is written today is kept where KEEP_FILES says, of the samples in KEEP_SAMPLES or of all", .enabled(if: kept != nil))
    func keep() throws {
        let folder = try #require(Self.kept)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let names = ProcessInfo.processInfo.environment["KEEP_SAMPLES"]?.split(separator: " ").map(String.init)
        for sample in GoldenSample.all where names?.contains(sample.name) != false {
            var texts = OlderTexts(sample.name, in: folder)
            texts.set(try sample.made(), for: OlderTexts.made)
            for format in sample.formats {
                let content: Data
                do { content = try sample.write(format) } catch {
                    // Formats without references hold no circles, and stores nothing but models.
                    texts.refuse(format.name, because: "\(ModelError(wrapping: error).code)")
                    continue
                }
                let read = Result { try sample.read(content, format) }
                switch read {
                case .success(let found):
                    #expect(Set(found).count == 1, "\(sample.name).\(format.name)")
                    texts.set(found[0], for: format.name)
                    try content.write(to: folder.appending(path: "\(sample.name).\(format.name)"))
                case .failure(let error): Issue.record("\(sample.name).\(format.name): \(error)")
                }
            }
            try texts.write([OlderTexts.made] + GoldenFormat.all.map(\.name))
        }
    }
}
