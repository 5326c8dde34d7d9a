import Foundation
import ModelCore

/// The program's commands.
struct Program {
    let arguments: [String]
    let types = Generated.types

    init(_ arguments: [String]) { self.arguments = arguments }

    /// - Returns: True if nothing was found.
    func run() throws -> Bool {
        switch arguments.count > 1 ? arguments[1] : "" {
        case "one":
            let content = try Data(contentsOf: URL(fileURLWithPath: arguments.last!))
            type(arguments[3]).tryFile(content, format(arguments[2]), limits(arguments.dropFirst(4).dropLast()))
        case "value": type(arguments[3]).tryValue(format(arguments[2]), seed: UInt64(arguments[4])!, number: Int(arguments[5])!)
        case "limits": type(arguments[3]).tryLimits(format(arguments[2]), seed: UInt64(arguments[4])!, number: Int(arguments[5])!)
        case "ways": for type in types { print(type.name, TrialFormat.all.map { "\($0.name):\(type.ways($0))" }.joined(separator: " ")) }
        case "all":
            Findings.folder = arguments[6]
            tryAll(seed: UInt64(arguments[2])!, seconds: Double(arguments[3])!, part: Int(arguments[4])!, of: Int(arguments[5])!)
        default: preconditionFailure("The commands are in main.swift")
        }
        return Findings.counts.isEmpty
    }

    private func type(_ name: String) -> any TrialType {
        guard let type = types.first(where: { $0.name == name }) else { preconditionFailure("These sources have no type \(name)") }
        return type
    }

    private func format(_ name: String) -> TrialFormat {
        guard let format = TrialFormat.named(name) else { preconditionFailure("There is no format \(name)") }
        return format
    }

    private func limits(_ texts: ArraySlice<String>) -> DecodingLimits {
        var limits = DecodingLimits.standard
        for text in texts {
            let amount = Int(text.drop { $0 != ":" }.dropFirst())!
            switch text.prefix(1) {
            case "d": limits.depth = amount
            case "n": limits.nodes = amount
            default: limits.bytes = amount
            }
        }
        return limits
    }

    private func tryAll(seed: UInt64, seconds: Double, part: Int, of parts: Int) {
        let end = ContinuousClock.now + .seconds(seconds)
        var number = 0
        rounds: while true {
            for (index, type) in types.enumerated() where index % parts == part {
                for format in TrialFormat.all {
                    type.tryValue(format, seed: seed, number: number)
                    type.tryDamage(format, seed: seed, number: number)
                    if number % 3 == 0 { type.tryLimits(format, seed: seed, number: number) }
                    if ContinuousClock.now > end { break rounds }
                }
            }
            number += 1
        }
        print("SUMMARY rounds \(number) \(counts)")
        print(Findings.summary())
    }
}
