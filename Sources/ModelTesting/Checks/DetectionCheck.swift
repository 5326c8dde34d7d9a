import Foundation
import ModelCore

extension ContractCheck {
    /// The check of the detection of files by their content.
    package static let detection = ContractCheck(
        "detection", "A format knows its own files, and is certain of no other's."
    ) { run in
        let provider = run.provider
        // A format without files isn't detected.
        if run.format.fileExtension != nil { try run.checkOwnFiles() }
        for file in run.foreignFiles {
            let found = provider.detect(file.content)
            run.expect(
                found?.isCertain != true, file.name, expected: "no certainty",
                found: found.map { "\($0)" } ?? "nil")
            // The detection of a part of a file must not read past the end.
            for length in 0..<min(file.content.count, 80) {
                let part = (Data([0]) + file.content.prefix(length)).dropFirst()
                if let found = provider.detect(part) {
                    run.expect(
                        provider.formats.contains(found.format), "the first \(length) bytes of \(file.name)",
                        expected: "a format that is served", found: "\(found.format)")
                }
            }
        }
        var generator = SeededGenerator(seed: run.options.seed)
        for length in 0..<200 {
            let found = provider.detect(generator.data(count: length))
            run.expect(
                found?.isCertain != true, "\(length) random bytes", expected: "no certainty", found: "certain")
        }
    }
}

extension FormatDetection {
    fileprivate var isCertain: Bool { if case .certain = self { true } else { false } }
}

extension ContractRun {
    /// Files with models, by names for failures.
    func modelFiles() throws -> [(String, Data)] {
        [
            ("a drawing", try encode(ContractDrawing.sample())),
            ("a model with every property", try encode(fillableValues())),
            ("a model", try encode(ContractLink())),
        ]
    }

    /// Files with single values and with collections, by names for failures.
    func valueFiles() throws -> [(String, Data)] {
        [
            ("true", try encode(true)), ("a number", try encode(17)), ("a double", try encode(0.5)),
            ("text", try encode("text")),
            ("empty text", try encode("")), ("data", try encode(Data([1, 2, 3]))),
            ("a date", try encode(Date(timeIntervalSinceReferenceDate: 0))),
            ("an array", try encode([1, 2])), ("an empty array", try encode([Int]())),
            ("a dictionary", try encode(["a": 1])),
            ("an empty dictionary", try encode([String: Int]())),
        ]
    }

    fileprivate func checkOwnFiles() throws {
        for (name, content) in try modelFiles() {
            let found = provider.detect(content)
            expect(
                found?.format == format, "a file of its own: \(name)", expected: "\(format)",
                found: found.map { "\($0.format)" } ?? "nil")
        }
        for (name, content) in try valueFiles() {
            let found = provider.detect(content)
            // A format that is recognised only by its objects may leave a file without any to another format.
            if found == nil, capabilities.contains(.classes) { continue }
            let same =
                found.map {
                    $0.format == format || (provider.formats.contains($0.format) && !$0.isCertain)
                } ?? false
            expect(same, "a file of its own: \(name)", expected: "\(format)", found: found.map { "\($0)" } ?? "nil")
        }
    }
}
