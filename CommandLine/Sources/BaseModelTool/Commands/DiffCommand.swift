import ArgumentParser
import ModelCore

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Tells in what the values of two files differ, whatever their formats are.",
        discussion: """
            The order of keys doesn't count, nor how a value is written. Elements of arrays are compared with those \
            that are most alike. Between two formats a date is the same as its text, data as its base64, a set as an \
            array: what one of them has no form for; --exact tells them apart.

            EXAMPLES
              basemodel diff old.plist new.plist
              basemodel diff todo.plist todo.json --exact
              basemodel diff old.strings new.json --from-old xmlPropertyList --from-new json
              ssh host cat todo.plist | basemodel diff - todo.plist --quiet

            EXIT STATUS
              0 if they are the same, 1 if they differ, 2 if there was trouble.
            """)

    @Argument(help: "One file; - is the standard input.", completion: .file())
    var old: String

    @Argument(help: "The other.", completion: .file())
    var new: String

    @Option(help: ArgumentHelp("Compare this value of both alone.", valueName: "path"), transform: PathArgument.init)
    var path: PathArgument?

    @Flag(help: "Tell the same value in other terms apart: a date from its text, a set from an array.")
    var exact = false

    @Flag(name: .shortAndLong, help: "Print nothing: the exit status tells.")
    var quiet = false

    @Option(help: "Whether there are colours: auto, always or never.")
    var color = ColorChoice.auto

    @Option(help: ArgumentHelp("Read the first file as this format; --from is for both.", valueName: "format"))
    var fromOld: FormatName?

    @Option(help: ArgumentHelp("Read the second file as this format.", valueName: "format"))
    var fromNew: FormatName?

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func validate() throws {
        try path?.requireSingle()
        if old == "-", new == "-" { throw ValidationError("Only one of them can be the standard input.") }
    }

    func run() throws {
        let (left, right) = (try reading.read(old, as: fromOld), try reading.read(new, as: fromNew))
        let values = try [left, right].map { input in
            try (path?.value(in: input.document, of: input.name) ?? input.document.root).inOrder(reading.limits)
        }
        if values[0] == values[1] { return }
        let painter = Painter(color)
        var count = 0
        let isQuiet = quiet
        var comparison = try DocumentComparison(values[0], values[1], limits: reading.limits) { difference in
            count += 1
            if isQuiet { throw ExitStatus.negative.code }
            try Output.standard.line(DifferenceText.line(difference, painter))
        }
        comparison.ignoresTerms = !exact && left.format != right.format
        try comparison.run()
        if count > 0 { throw ExitStatus.negative.code }
    }
}
