import Foundation
import ModelCore

/// The program's commands.
struct Program {
    private let arguments: [String]
    private let types = Generated.types
    private let forms = Generated.kinds.flatMap { Values.forms(of: $0) }

    init(_ arguments: [String]) { self.arguments = arguments }

    /// - Returns: True if nothing was found.
    func run() throws -> Bool {
        switch arguments.count > 1 ? arguments[1] : "" {
        case "one":
            let content = try Data(contentsOf: URL(fileURLWithPath: arguments.last!))
            type(arguments[3]).tryFile(content, format(arguments[2]), limits(arguments.dropFirst(4).dropLast()))
        case "value": type(arguments[3]).tryValue(format(arguments[2]), seed: UInt64(arguments[4])!, number: Int(arguments[5])!)
        case "limits": type(arguments[3]).tryLimits(format(arguments[2]), seed: UInt64(arguments[4])!, number: Int(arguments[5])!)
        case "ways":
            for type in types { print(type.name, TrialFormat.all.map { "\($0.name):\(type.ways($0))" }.joined(separator: " ")) }
        case "last":
            let (name, content) = try Current.last(arguments[2])
            Findings.folder = arguments[3]
            let (format, type) = (String(name.prefix { $0 != " " }), String(name.drop { $0 != " " }.dropFirst()))
            Findings.report("trap", self.format(format), type, content: content, again: ["one", format, type], "The process ended.")
        case "fixed":
            begin(in: arguments[4], part: arguments[2])
            tryFixed(part: Int(arguments[2])!, of: Int(arguments[3])!)
            conclude()
            // One that tries nothing finds nothing.
            precondition(min(counts.writtenDirectly, counts.readDirectly, counts.limits) > 3000 / Int(arguments[3])!, "Little was tried.")
        case "random":
            begin(in: arguments[6], part: arguments[4])
            tryRandom(seed: UInt64(arguments[2])!, seconds: Double(arguments[3])!, part: Int(arguments[4])!, of: Int(arguments[5])!)
            conclude()
        default: preconditionFailure("The commands are in main.swift")
        }
        return Findings.counts.isEmpty
    }

    private func begin(in folder: String, part: String) {
        Findings.folder = folder
        Current.keep(in: "\(folder)/current-\(part)")
    }

    private func conclude() {
        print("SUMMARY \(counts)")
        print(Findings.summary())
    }

    private func type(_ name: String) -> any TrialType {
        guard let type = (types + forms).first(where: { $0.name == name }) ?? Values.couple(named: name) else {
            preconditionFailure("These sources have no type \(name)")
        }
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

    /// The same work each time.
    private func tryFixed(part: Int, of parts: Int) {
        let formats = TrialFormat.all
        for (index, type) in types.enumerated() where index % parts == part {
            for (number, format) in formats.enumerated() {
                type.tryValue(format, seed: 1, number: index)
                type.tryDamage(format, seed: 1, number: index + number, times: 6)
                if (index + number) % 7 == 0 { type.tryLimits(format, seed: 1, number: index) }
            }
        }
        for (index, type) in forms.enumerated() where index % parts == part {
            for step in 0..<4 {
                let format = formats[(index + step * 5) % formats.count]
                type.tryValue(format, seed: 1, number: step)
                if step == 0 { type.tryLimits(format, seed: 1, number: 0) } else { type.tryDamage(format, seed: 1, number: step, times: 6) }
            }
        }
        if part == 0 { for name in ["json", "binary", "fast"] { Values.tryRepetitions(format(name)) } }
        let kinds = Generated.kinds
        for (index, first) in kinds.enumerated() where index % parts == part {
            for (other, second) in kinds.enumerated() {
                Values.couple(first, second).tryValue(formats[(index + other) % 10], seed: 1, number: 1)
            }
        }
    }

    private func tryRandom(seed: UInt64, seconds: Double, part: Int, of parts: Int) {
        let end = ContinuousClock.now + .seconds(seconds)
        var r = Randomness(seed: seed, "part", part)
        while ContinuousClock.now < end {
            let type: any TrialType
            switch r.below(10) {
            case 0:
                let first: any Kind.Type = r.pick(Generated.kinds), second: any Kind.Type = r.pick(Generated.kinds)
                type = Values.couple(first, second)
            case 1, 2: type = r.pick(forms)
            default: type = r.pick(types)
            }
            let (format, number) = (r.pick(TrialFormat.all), r.below(1_000_000))
            type.tryValue(format, seed: seed, number: number)
            type.tryDamage(format, seed: seed, number: number, times: 12)
            if r.isOne(in: 4) { type.tryLimits(format, seed: seed, number: number) }
        }
    }
}
