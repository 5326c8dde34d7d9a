import ArgumentParser
import ModelCore

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what a file holds, as a tree.",
        discussion: """
            Objects have their class, and a value its type where that can't be seen. What stands in several places \
            is numbered, also a long text, and marked with → wherever it is met again. Where the keys of a \
            dictionary aren't all text, they and their values are numbered, each on a line of its own. Elements that \
            lack the value of a path with [*] are omitted.

            EXAMPLES
              basemodel show todo.plist
              basemodel show todo.plist --path 'items[3].due'
              curl -s https://example.org/list.json | basemodel show --depth 2
              basemodel show todo.plist --path 'items[*].title' --raw
              basemodel show todo.fast --json | jq .items
              title=$(basemodel show todo.plist --path 'items[0].title' --raw)
              basemodel show --store userDefaults --place org.example.todo --class Settings
            """)

    @Argument(help: "The file; - is the standard input.", completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp(
            """
            Show this value alone, as items[3].due, items[-1] (the last element), items[*].due (of all elements, one after \
            the other) or user["first.name"].
            """,
            valueName: "path"),
        transform: PathArgument.init)
    var path: PathArgument?

    @Option(help: ArgumentHelp("How many levels to show.", valueName: "levels"))
    var depth: Int?

    @Flag(help: "Print JSON: as HRCoded JSON, where objects have $class, and what is met again is an $alias.")
    var json = false

    @Flag(
        help: """
            Print the value alone, as jq -r does: text as it is, without quotes and escapes, what edit takes for any \
            other single value, and JSON for the rest.
            """)
    var raw = false

    @Option(help: "Whether there are colours: auto, always or never.")
    var color = ColorChoice.auto

    @OptionGroup(title: "User defaults and the secret service") var store: StoreOptions
    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func validate() throws {
        if let depth, depth < 0 { throw ValidationError("--depth can't be negative.") }
        if json, raw { throw ValidationError("Either --json or --raw.") }
        if json || raw, depth != nil {
            throw ValidationError("--depth is for the tree, and --json and --raw show all.")
        }
        if store.isAsked, file != nil { throw ValidationError("Either a file or --store.") }
        if !store.isAsked, file == nil, Terminal.isTerminal(.input) {
            throw ValidationError("Which file? - is the standard input.")
        }
        if json || raw, store.isAsked, !store.reveal {
            throw ValidationError("--\(json ? "json" : "raw") shows values: add --reveal.")
        }
    }

    func run() throws {
        let document: ModelDocument
        let name: String
        if store.isAsked {
            (document, name) = (try store.read(reading.limits), "store")
        } else {
            let input = try reading.read(file ?? "-")
            (document, name) = (input.document, input.name)
        }
        for value in try path?.values(in: document, of: name) ?? [document.root] { try print(value) }
    }

    private func print(_ value: ModelDocument.Value) throws {
        if raw, let text = RawText.scalar(value) {
            try Output.standard.line(text)
        } else if json || raw {
            try JSONReport.print(ModelDocument(value), reading.limits)
        } else {
            var printer = TreePrinter(Painter(color))
            printer.depth = depth ?? .max
            printer.hidesValues = store.isAsked && !store.reveal
            try printer.print(value, limits: reading.limits, to: .standard)
        }
    }
}
