import ArgumentParser
import ModelCore

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Tells in what the values of two files differ, whatever their formats are.",
        discussion: """
            The order of keys doesn't count, nor how a value is written. Elements of arrays are compared with those \
            that are most alike. Between two formats a date is the same as its text, data as its base64, a set as an \
            array: what one of them has no form for; --exact tells them apart, and also archives by the names that \
            they have for the outermost values and for those that were archived without a key.

            EXAMPLES
              basemodel diff old.plist new.plist
              basemodel diff todo.plist todo.json --exact
              basemodel diff old.strings new.json --from-old xmlPropertyList --from-new json
              ssh host cat todo.plist | basemodel diff - todo.plist --quiet
              basemodel diff old.plist new.json --json | jq -r '.differences[].path'

            KEYS
              With --json there is an object: same is true or false, and differences an array of objects. Each has
              kind  added, removed, changed, restated (in other terms), classChanged or sharing
              path  of the value, as --path takes it: in the second file if added, else in the first
              old, new  the values, as show --json prints them; only one of them if added or removed
              oldClass, newClass  for classChanged in place of the values: the class, or null
              oldIsShared, newIsShared  for sharing in place of the values: true or false

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

    @Flag(help: "Print JSON, also if there is no difference.")
    var json = false

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
        if json, quiet { throw ValidationError("Either --json or --quiet.") }
    }

    func run() throws {
        let left = try reading.read(old, as: fromOld, keepsContent: exact)
        let right = try reading.read(new, as: fromNew, keepsContent: exact)
        let values = try [left, right].map { input in
            try (path?.value(in: input.document, of: input.name) ?? input.document.root).inOrder(reading.limits)
        }
        let comparesTerms = exact || left.format == right.format
        if json {
            var differences: [Difference] = []
            try compare(values, comparesTerms) { differences.append($0) }
            try compareNames(left, right) { differences.append($0) }
            try JSONReport.print(reading.limits) { builder in
                try builder.key("same")
                try builder.append(differences.isEmpty)
                try builder.key("differences")
                try builder.beginArray()
                for difference in differences { try difference.report(to: &builder) }
                try builder.end()
            }
            if !differences.isEmpty { throw ExitStatus.negative.code }
            return
        }
        let painter = Painter(color)
        let isQuiet = quiet
        var isSame = true
        func tell(_ difference: Difference) throws {
            isSame = false
            if isQuiet { throw ExitStatus.negative.code }
            try Output.standard.line(DifferenceText.line(difference, painter))
        }
        try compare(values, comparesTerms, tell)
        try compareNames(left, right, tell)
        if !isSame { throw ExitStatus.negative.code }
    }

    /// Calls a function with each name that only one of two archives contains, if everything is compared exactly.
    private func compareNames(
        _ left: InputFile, _ right: InputFile, _ report: (Difference) throws -> Void
    ) throws {
        guard exact, path == nil, let old = left.content, let new = right.content,
            let olds = ArchiveNames(of: old, as: left.format, limits: reading.limits),
            let news = ArchiveNames(of: new, as: right.format, limits: reading.limits)
        else { return }
        func name(_ path: ModelPath) -> ModelDocument.Value? {
            guard case .key(let name)? = path.components.last else { return nil }
            return ModelDocument(.string(name)).root
        }
        for path in olds.paths(missingIn: news) {
            try report(Difference(kind: .removed, path: path, left: name(path), right: nil))
        }
        for path in news.paths(missingIn: olds) {
            try report(Difference(kind: .added, path: path, left: nil, right: name(path)))
        }
    }

    /// Calls a function with each difference between two values.
    private func compare(
        _ values: [ModelDocument.Value], _ comparesTerms: Bool, _ report: @escaping (Difference) throws -> Void
    ) throws {
        if values[0] == values[1] {
            guard comparesTerms else { return }
            let nils = try values.map { try ModelDocument($0).nilCount(reading.limits) }
            if nils[0] == nils[1] { return }
        }
        var comparison = try DocumentComparison(values[0], values[1], limits: reading.limits, report: report)
        comparison.ignoresTerms = !comparesTerms
        try comparison.run()
    }
}
