import ArgumentParser

/// The command line.
public struct Todo: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "todo",
        abstract: "A list of things to do, kept in a file of any format.",
        subcommands: [List.self, Add.self, Done.self, Remove.self, Formats.self, Demo.self],
        defaultSubcommand: List.self)

    public init() {}
}

/// A command whose whole output is some lines.
public protocol TodoCommand: ParsableCommand {
    func lines() throws -> [String]
}

extension TodoCommand {
    public func run() throws {
        for line in try lines() { print(line) }
    }
}
