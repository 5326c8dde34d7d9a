import ArgumentParser
import AuthorsKit
import Foundation

@main
struct Authors: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Authors and their books, in JSON that has its keys from a Core Data model.",
        subcommands: [List.self, Add.self, Price.self, Demo.self], defaultSubcommand: List.self)
}

/// What all commands may be told.
struct Places: ParsableArguments {
    @Option(help: "The file with the authors.") var file = "Authors.json"
    @Option(help: "A data model: a folder .xcdatamodeld or .momd, or a file.") var model: String?

    /// The library in that file.
    func open() throws -> Library {
        try Library.use(modelPath: model)
        return try Library(path: URL(fileURLWithPath: file).path)
    }
}

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows all authors with their books.")
    @OptionGroup var places: Places

    func run() throws {
        for line in try places.open().lines { print(line) }
    }
}

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a book.")
    @Argument(help: "The author's name.") var author: String
    @Argument(help: "The book's title.") var title: String
    @Option(help: "What it costs.") var price: Double?
    @Option(help: "What it is about; may be given several times.") var tag: [String] = []
    @OptionGroup var places: Places

    func run() throws {
        let library = try places.open()
        library.add(title, by: author, price: price, tags: tag)
        try library.save()
    }
}

struct Price: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Changes a book's price.")
    @Argument(help: "The book's title.") var title: String
    @Argument(help: "What it costs.") var price: Double
    @OptionGroup var places: Places

    func run() throws {
        let library = try places.open()
        library.set(price: price, of: try library.book(titled: title))
        try library.save()
    }
}

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows what the other commands do.")

    func run() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("Authors-\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let story = [
            ["list"], ["add", "Mary Shelley", "The Last Man", "--price", "7.5", "--tag", "plague"],
            ["price", "Frankenstein", "6.99"], ["list"],
        ]
        for arguments in story {
            let words = arguments.map { $0.contains(" ") ? "'\($0)'" : $0 }
            print("$ authors \(words.joined(separator: " "))")
            var command = try Authors.parseAsRoot(arguments + ["--file", file])
            try command.run()
        }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count
        print("The file has \(lines) lines of JSON, and each price where the data model says: in pricing.retail_price.")
    }
}
