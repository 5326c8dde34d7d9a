import ArgumentParser

struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Prints the page of the manual, for man.", shouldDisplay: false)

    func run() throws {
        for line in try Manual.lines() { try Output.standard.line(line) }
    }
}
