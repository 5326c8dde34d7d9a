import Fuzzing

/// What the command line says.
struct Options {
    static let usage = """
        usage: fuzz [--format NAME]… [--seconds N] [--inputs N] [--seed N] [--from N] [--jobs N] [--findings FOLDER]
                    [--memory MIB] [--time SECONDS] [--root FOLDER] [FILE]
        --seconds and --inputs are for each format, whichever comes first. With FILE, that file alone is tried in the format.
        formats: \(FuzzTarget.all.map(\.name).joined(separator: " "))
        """

    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    var targets: [FuzzTarget] = []
    var seconds = Double.infinity
    var inputs = UInt64.max
    var seed: UInt64 = 1
    var from: UInt64 = 0
    var jobs = 1
    /// Where files are kept that found something.
    var findings = "Fuzzing/Findings"
    /// How much memory the inputs of a worker may take, in MiB, and how much processor time one of them. No memory stands for any: as
    /// sanitizers need it.
    var memory = 256
    var time = 2.0
    var root = "."
    var file: String?

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                file = argument
                continue
            }
            guard let value = rest.popFirst() else { throw Wrong(description: Self.usage) }
            func number<Number: LosslessStringConvertible>(_ type: Number.Type = Number.self) throws -> Number {
                guard let number = Number(value) else {
                    throw Wrong(description: "\(argument) \(value)?\n\(Self.usage)")
                }
                return number
            }
            switch argument {
            case "--format":
                guard let target = FuzzTarget.all.first(where: { $0.name == value }) else {
                    throw Wrong(description: "There is no format \(value).\n\(Self.usage)")
                }
                targets.append(target)
            case "--seconds": seconds = try number()
            case "--inputs": inputs = try number()
            case "--seed": seed = try number()
            case "--from": from = try number()
            case "--jobs": jobs = max(1, try number())
            case "--findings": findings = value
            case "--memory": memory = try number()
            case "--time": time = try number()
            case "--root": root = value
            default: throw Wrong(description: Self.usage)
            }
        }
        if targets.isEmpty { targets = FuzzTarget.all }
        if seconds == .infinity, inputs == .max { seconds = 10 }
    }
}
