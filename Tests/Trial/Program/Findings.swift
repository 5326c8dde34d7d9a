import Foundation
import ModelCore

/// What was found: printed with what it takes to see it again, a few times for each kind.
enum Findings {
    nonisolated(unsafe) static var folder = "."
    nonisolated(unsafe) private(set) static var counts: [String: Int] = [:]
    private static let printed = 3

    /// - Parameters:
    ///   - kind: What is wrong, in a word.
    ///   - cause: What tells findings of one kind apart, such as an error. Names, numbers and places in it don't count.
    ///   - again: The arguments for the program that try the case again; the path of the file is put behind them if there is one.
    static func report(
        _ kind: String, _ format: TrialFormat, _ type: String, cause: String = "", content: Data? = nil, again: [String], _ detail: String
    ) {
        let key = "\(kind) \(format.name) \(simplified(cause))"
        counts[key, default: 0] += 1
        guard counts[key]! <= printed else { return }
        var again = again
        if let content {
            let path = "\(folder)/\(kind)-\(format.name)-\(Self.fileName(type))-\(counts.values.reduce(0, +))"
            try? content.write(to: URL(fileURLWithPath: path))
            again.append(path)
        }
        print("FINDING \(kind) in \(format.name) of \(type)\n    again: trial \(again.map(quoted).joined(separator: " "))")
        for line in detail.prefix(1500).split(separator: "\n") { print("    " + line) }
    }

    static func summary() -> String {
        counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.value) x \($0.key)" }.joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        text.allSatisfy { $0.isLetter || $0.isNumber || "-_./:".contains($0) } ? text : "'\(text)'"
    }

    private static func fileName(_ type: String) -> String { String(type.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

    /// Without what differs from case to case: numbers, quoted text and paths.
    private static func simplified(_ cause: String) -> String {
        var result = "", isQuoted = false
        for word in cause.replacingOccurrences(of: "\n", with: " | ").split(separator: " ") {
            let quotes = word.filter { $0 == "\"" }.count
            if isQuoted || quotes > 0 {
                if quotes % 2 == 1 { isQuoted.toggle() }
            } else if !word.contains(where: \.isNumber), !word.contains(where: { "[]_.".contains($0) && word.count > 1 && $0 != "." }) {
                result += word + " "
            } else if result.last != "…" {
                result += "…"
            }
        }
        return String(result.prefix(160))
    }
}

/// The first place where two texts differ, with what is around it.
func difference(_ direct: some Collection<UInt8>, _ byDocument: some Collection<UInt8>) -> String {
    let common = zip(direct, byDocument).prefix { $0 == $1 }.count
    func part(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes.dropFirst(max(0, common - 80)).prefix(200), as: UTF8.self)
    }
    return "directly     …\(part(direct))…\nby document  …\(part(byDocument))…"
}

func difference(_ direct: String, _ byDocument: String) -> String { difference(direct.utf8, byDocument.utf8) }

/// An error with everything that a program sees of it.
func text(_ error: any Error) -> String {
    guard let error = error as? ModelError else { return "\(type(of: error)) \(error)" }
    let place = error.location.map { "line \($0.line ?? 0), column \($0.column ?? 0), byte \($0.byteOffset)" } ?? "-"
    return "\(error.code) at \(place): \(error)"
}
