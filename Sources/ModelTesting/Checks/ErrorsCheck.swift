import Foundation
import ModelCore

extension ContractCheck {
    /// The check of content that isn't a file of the format.
    package static let errors = ContractCheck(
        "errors",
        "Nothing, garbage, parts of other formats, and bytes behind the end are errors that name format and code."
    ) { run in
        run.expectError("an empty file", reading: Data()) { try run.decode(ContractDrawing.self, from: Data()) }
        run.expectError("an empty file, read as a document", reading: Data()) {
            try run.decode(ModelDocument.self, from: Data())
        }
        var generator = SeededGenerator(seed: run.options.seed)
        for length in [1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 64, 100, 1000] {
            for (name, content) in [
                ("random bytes", generator.data(count: length)), ("zeros", Data(count: length)),
                ("0xFF", Data(repeating: 0xFF, count: length)),
            ] {
                run.expectError("\(length) \(name)", reading: content) {
                    try run.decode(ContractDrawing.self, from: content)
                }
            }
        }
        for file in run.foreignFiles where !file.content.isEmpty {
            for length in Set([1, 2, 4, 8, 16, 24, 32, file.content.count / 2]).sorted()
            where length < file.content.count {
                let part = file.content.prefix(length)
                run.expectError("the first \(length) bytes of \(file.name)", reading: part) {
                    try run.decode(ContractDrawing.self, from: part)
                }
            }
            run.announce(file.name)
            // The whole file may happen to be a valid file of this format, too. Reading it must only do no harm.
            _ = try? run.decode(ModelDocument.self, from: file.content)
            _ = try? run.decode(ContractDrawing.self, from: file.content)
        }
        let content = try run.encode(ContractDrawing.sample())
        if run.options.marksEnds {
            let plain = try run.encode(ContractPlain.sample())
            for (name, rest) in [("a letter", Data("x".utf8)), ("a zero", Data([0])), ("a brace", Data("}".utf8))] {
                run.expectError("a file with \(name) behind its end", reading: content + rest) {
                    try run.decode(ContractDrawing.self, from: content + rest)
                }
                // A model of stored properties, which may be read directly.
                run.expectError("a plain model's file with \(name) behind its end", reading: plain + rest) {
                    try run.decode(ContractPlain.self, from: plain + rest)
                }
            }
        }
        // A slice whose first index isn't zero is a file like any other.
        let slice = (Data([1, 2, 3]) + content).dropFirst(3)
        run.attempt("a slice") {
            let back = try run.decode(ContractDrawing.self, from: slice)
            let whole = try run.decode(ContractDrawing.self, from: content)
            run.expectEqual(run.fingerprint(back), run.fingerprint(whole), "a slice")
        }
    }
}
