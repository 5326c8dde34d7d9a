import ArgumentParser

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "edit")
}
