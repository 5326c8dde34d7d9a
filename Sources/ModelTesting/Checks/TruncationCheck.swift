import Foundation
import ModelCore

extension ContractCheck {
    /// A file cut at every byte.
    package static let truncation = ContractCheck(
        "truncation", "The beginning of a file is an error, and never the whole file's value."
    ) { run in
        for (name, value) in ModelSamples.smallFiles(run) {
            let content = try value.encode(run)
            let whole = try value.read(run, content)
            for length in 0..<content.count {
                let rest = content.dropFirst(length)
                if run.options.announcesReadings {
                    print("\(run.format): the first \(length) of \(content.count) bytes of \(name)")
                }
                guard let read = try? value.read(run, content.prefix(length)) else { continue }
                if read == whole, rest.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { continue }
                // What is missing may have been nil.
                if !run.options.marksEnds { continue }
                run.fail(
                    "the first \(length) of \(content.count) bytes of \(name)", expected: "an error",
                    found: read == whole ? "the whole file's value" : read)
            }
        }
    }
}
