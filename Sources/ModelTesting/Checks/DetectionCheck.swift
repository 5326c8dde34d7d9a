import Documents
import Foundation
import ModelCore

extension ContractCheck {
    /// The check of the detection of files by their content.
    package static let detection = ContractCheck(
        "detection",
        """
        A format knows its own files, as far as they don't look like plain text or anything else. It claims no other \
        format's file and no plain text.
        """
    ) { run in
        let provider = run.provider
        // A format without files isn't detected.
        if run.format.fileExtension != nil { try run.checkOwnFiles() }
        for file in run.foreignFiles {
            let found = provider.detect(file.content)
            // The files of a format that names classes in plain files are also files of the plain format.
            let isLayer = KnownFormat.plainFormat(of: file.format) == found?.format && found?.isCertain == false
            run.expect(
                found == nil || isLayer, file.name, expected: "nil: it is a file of \(file.format)",
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
        for text in plainTexts {
            let found = provider.detect(Data(text.utf8))
            run.expect(
                found == nil, "the plain text \(Fingerprint.escaped(String(text.prefix(40))))",
                expected: "nil: it could be anything", found: found.map { "\($0)" } ?? "nil")
        }
        var generator = SeededGenerator(seed: run.options.seed)
        for length in 0..<200 {
            let found = provider.detect(generator.data(count: length))
            run.expect(
                found?.isCertain != true, "\(length) random bytes", expected: "no certainty", found: "certain")
        }
    }

    /// Text files that belong to no format: letters, words and sentences.
    private static let plainTexts: [String] = {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return (alphabet + alphabet.lowercased()).map { String($0) } + words
    }()

    private static let words: [String] = [
        "A\n", "Hello", "Hello, world!\n", "yes\n", "\u{E9}", "\u{6F22}\u{5B57}", "\u{1F600}", "It's late.\n",
        "The cat sat on the mat.\nThe dog didn't.\n\n  It rained (all day), and nobody came.\r\n",
        "A word after another, " + String(repeating: "and so on, ", count: 500) + "to the end.\n",
        "\u{FEFF}A text with a byte order mark.\n", "name,size\r\nBerlin,3\r\n", "a\tb\tc\n", "-- \nGreetings\n",
    ]
}

extension FormatDetection {
    fileprivate var isCertain: Bool { if case .certain = self { true } else { false } }
}

extension ContractRun {
    /// Files with models. The names are for messages of failures.
    func modelFiles() throws -> [(String, Data)] {
        [
            ("a drawing", try encode(ContractDrawing.sample())),
            ("a model with every property", try encode(fillableValues())),
            ("a model", try encode(ContractLink())),
        ]
    }

    /// Files with single values and with collections. The names are for messages of failures.
    func valueFiles() throws -> [(name: String, content: Data, isSingle: Bool)] {
        [
            ("true", try encode(true), true), ("a number", try encode(17), true),
            ("a double", try encode(0.5), true), ("text", try encode("text"), true),
            ("empty text", try encode(""), true), ("data", try encode(Data([1, 2, 3])), true),
            ("a date", try encode(Date(timeIntervalSinceReferenceDate: 0)), true),
            ("an array", try encode([1, 2]), false), ("an empty array", try encode([Int]()), false),
            ("a dictionary", try encode(["a": 1]), false),
            ("an empty dictionary", try encode([String: Int]()), false),
        ]
    }

    /// Checks that files of models and of collections are recognized, unless ``ContractOptions/isRecognized`` is
    /// false. A file of a single value needn't be recognized.
    fileprivate func checkOwnFiles() throws {
        for (name, content) in try modelFiles() {
            let found = provider.detect(content)
            expect(
                found?.format == format || found == nil && !options.isRecognized, "a file of its own: \(name)",
                expected: "\(format)", found: found.map { "\($0.format)" } ?? "nil")
            // A slice whose first index isn't zero is a file like any other.
            expect(
                provider.detect((Data([1, 2, 3]) + content).dropFirst(3)) == found, "a slice with \(name)",
                expected: found.map { "\($0)" } ?? "nil", found: "another detection")
        }
        for (name, content, isSingle) in try valueFiles() {
            let found = provider.detect(content)
            // A format that is recognised only by its objects may leave a file without any to another format.
            if found == nil, isSingle || capabilities.contains(.classes) || !options.isRecognized { continue }
            let same =
                found.map {
                    $0.format == format || (provider.formats.contains($0.format) && !$0.isCertain)
                } ?? false
            expect(same, "a file of its own: \(name)", expected: "\(format)", found: found.map { "\($0)" } ?? "nil")
        }
    }
}
