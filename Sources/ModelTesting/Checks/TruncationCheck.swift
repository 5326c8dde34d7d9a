import Foundation
import ModelCore

extension ContractCheck {
    /// The check of files that are cut off at each byte.
    package static let truncation = ContractCheck(
        "truncation", "The beginning of a file is an error, and never the whole file's value."
    ) { run in
        for sample in ContractSample.small(run.capabilities) + ContractSample.scalars {
            let content = try run.encode(sample)
            let whole = try run.read(sample, from: content)
            for length in 0..<content.count {
                let rest = content.dropFirst(length)
                let subject = "the first \(length) of \(content.count) bytes of \(sample.name)"
                run.announce(subject)
                let read: String
                do {
                    read = try run.read(sample, from: content.prefix(length))
                } catch {
                    run.expectNamed(error, subject, reading: content.prefix(length))
                    continue
                }
                if read == whole, rest.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { continue }
                // The beginning may be a shorter file, without the keys that were cut off.
                if !run.options.marksEnds { continue }
                // A file that is only a numeral, as is possible in JSON, can't mark its end.
                if Double(String(decoding: content.prefix(length), as: UTF8.self)) != nil { continue }
                run.fail(subject, expected: "an error", found: read == whole ? "the whole file's value" : read)
            }
        }
    }
}
