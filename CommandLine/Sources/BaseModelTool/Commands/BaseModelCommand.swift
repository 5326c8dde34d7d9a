import ArgumentParser

/// The command `basemodel`, with its subcommands.
public struct BaseModelCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "basemodel",
        abstract: "Shows, converts, compares, checks and edits the files of models, without their classes.",
        discussion: """
            Files are of any format that `basemodel formats` lists: keyed archives, property lists, JSON, HRCoded \
            files, FastCoding, encrypted archives. Their content tells which, and not their name. In the place of a \
            file, - is the standard input.

            EXAMPLES
              basemodel show todo.plist --path 'items[3].due'
              basemodel convert todo.plist todo.json --to json --lossy
              basemodel diff old.plist new.json
              basemodel check *.plist
              basemodel edit todo.json 'items[0].title' 'Buy milk'
              basemodel generate people.json --name Person > Person.swift
              basemodel generate Library.xcdatamodeld > Library.swift

            EXIT STATUS
              0   All is well.
              1   The answer is no: the files differ, one isn't valid, something would be lost.
              2   It couldn't be done: a file is missing or can't be read, a password is wrong.
              64  The arguments are wrong.
              141 What reads the output has gone away: the program ends by SIGPIPE, without a message.

            INTERRUPTIONS
              SIGINT, SIGTERM, SIGHUP and SIGQUIT end the program, whose status then tells the signal. A file that is
              written is the old one or the new one, and there is no other file beside it.
            """,
        version: "basemodel \(packageVersion)",
        subcommands: [
            ShowCommand.self, ConvertCommand.self, DiffCommand.self, CheckCommand.self, EditCommand.self,
            StatsCommand.self, GraphCommand.self, FormatsCommand.self, GenerateCommand.self, SchemaCommand.self,
            ManualCommand.self,
        ])

    public init() {}
}
