import ArgumentParser
import JSONFormat
import ModelCore

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Changes values of a file.",
        discussion: """
            The new value has the type of the one that is there, or what --type says. Where there is none, true, \
            false, null and numbers as JSON writes them are that, and all else is text: 007 and +49 are. The path's \
            last step may be a new key, or the index behind the last element: items[2] appends to two elements. \
            --parents also makes the dictionaries before it. [*] in a path is each element: the \
            change is made for all of them, and elements that lack a value that is deleted stay as they are.
            Several changes are made in one step: each sees the ones before it, and --remove comes last. If one of them \
            can't be made, the file stays as it is.
            In a file that is text (JSON, also with comments, XML property lists, HRCoded ones, and OpenStep's: \
            .strings files and Xcode's projects) all else stays as it is to the byte; in a binary property list and a keyed \
            archive, each other object does. Where the text can't be kept, that is told. In OpenStep's style, all \
            values are text or data. A file in an old version of its format is written in the present one, which older \
            programs may refuse: that is told.
            A value that the format can't hold isn't written, unless --lossy is given: what convert calls a loss is \
            one here, too. Numbers have all the digits that you write, if the format keeps them.
            The new file takes the old one's place in one step. Edits of one file that a user starts at the same time \
            take turns, in their order. Where another program has written the file in the meantime, it is read and \
            changed again, so that of several edits at once none is lost. A file from the standard input goes to the \
            standard output.

            EXAMPLES
              basemodel edit todo.json 'items[0].title' 'Buy milk'
              basemodel edit todo.plist 'items[0].due' 2026-01-01T12:00:00Z --type date
              basemodel edit todo.json 'items[2]' '{"title": "Sleep"}' --type json
              basemodel edit todo.json settings.colors.text red --parents
              basemodel edit todo.json 'items[-1]' --delete
              basemodel edit todo.json 'items[*].done' true
              basemodel edit todo.json title Home 'items[0].done' true --remove note
              basemodel edit Localizable.strings '["menu.file"]' Datei
              basemodel edit list.json 'offset' -5
              basemodel edit list.json 'note' -- -x
            """)

    @Argument(help: "The file; - is the standard input.", completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp(
            """
            A path, as items[3].due, items[-1] (the last element), items[*].due (of all elements) or user["first.name"], \
            and its new value; and further pairs.
            """,
            valueName: "path value"))
    var pairs: [String] = []

    @Option(help: "The type of the new values; json is any JSON.")
    var type: NewValue.Kind?

    @Flag(help: "Insert an element before the one that is there.")
    var insert = false

    @Flag(help: "Make the dictionaries that a path leads through, if they are missing.")
    var parents = false

    @Flag(help: "Take the value at the path out, with its key.")
    var delete = false

    @Option(
        help: ArgumentHelp("Take this value out, too, with its key. May be repeated.", valueName: "path"),
        transform: PathArgument.init)
    var remove: [PathArgument] = []

    @Flag(help: "Write it though something is lost, and leave out what the format can't hold at all.")
    var lossy = false

    @Flag(name: .shortAndLong, help: "Don't tell what was put in other terms, or written anew.")
    var quiet = false

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func validate() throws {
        if parents, delete || pairs.isEmpty { throw ValidationError("--parents is for new values.") }
        if delete, pairs.count != 1 || type != nil || insert {
            throw ValidationError("--delete needs one path, and no value. --remove is for several paths.")
        }
        if remove.isEmpty, pairs.isEmpty { throw ValidationError("Which path?") }
        if !delete, pairs.count % 2 != 0, !isSingleNull {
            throw ValidationError(
                "Which value\(pairs.count == 1 ? "" : " at \(pairs[pairs.count - 1])")? Or --delete. A value that begins "
                    + "with a hyphen stands behind --, as in: edit todo.json note -- -x")
        }
        let paths = try paths
        if (paths + remove).contains(where: \.steps.isEmpty) { throw ValidationError("The path is empty.") }
        guard insert else { return }
        for path in paths {
            switch path.steps.last {
            case .known(.key): throw ValidationError("--insert is for elements of arrays.")
            case .every: throw ValidationError("--insert needs one element, and not [*], in the last step.")
            default: break
            }
        }
    }

    /// True if the only argument is a path without a value. `--type null` needs no value.
    private var isSingleNull: Bool { pairs.count == 1 && type == .null }

    private var paths: [PathArgument] {
        get throws { try stride(from: 0, to: pairs.count, by: 2).map { try PathArgument(pairs[$0]) } }
    }

    func run() throws {
        try FileContent.retrying(file) { try edit() }
    }

    private func edit() throws {
        let input = try reading.read(file, keepsContent: true)
        var document = input.document
        var isChanged = false
        do {
            for edit in try edits(of: input) where try edit.apply(to: &document) { isChanged = true }
        } catch {
            throw ModelError(wrapping: error).named(input.name)
        }
        // If nothing has changed, the file isn't written. What comes from the standard input is printed as it is.
        guard isChanged else {
            if file == "-", let content = input.content { try Output.standard.write(content) }
            return
        }
        let provider = try provider(for: input)
        let conversion = try conversion(of: document, from: input, provider)
        if file == "-" {
            try Output.standard.write(conversion.content)
        } else {
            try FileContent.write(conversion.content, to: file, as: input.format, replacing: input.content)
        }
        if !quiet {
            for note in conversion.notes(from: input, limits: reading.limits) {
                Output.complain("\(input.name): \(note)")
            }
        }
    }

    /// Returns the new content of the file. If the change would lose something that must not be lost, prints a
    /// message and throws the exit status.
    private func conversion(
        of document: ModelDocument, from input: InputFile, _ provider: any FormatProvider
    ) throws -> Conversion {
        let conversion: Conversion
        do {
            conversion = try Conversion(
                of: document, to: input.format, provider: provider, isLossy: lossy, keepingTextOf: input.content,
                from: input, limits: reading.limits
            ) { old in for edit in try edits(of: input) { _ = try? edit.apply(to: &old) } }
        } catch let error as ModelError where !lossy && [.cycle, .unrepresentableValue].contains(error.code) {
            Output.complain("\(error.named(input.name)) Nothing was written: --lossy leaves it out.")
            throw ExitStatus.negative.code
        }
        let lost = conversion.account.lost
        if let first = lost.first, !lossy {
            Output.complain(
                "\(input.name): \(input.format.displayName) can't hold it, and nothing was written: \(first.text). "
                    + "--lossy writes it all the same.")
            throw ExitStatus.negative.code
        }
        for entry in lost { Output.complain("\(input.name): Lost: \(entry.text).") }
        return conversion
    }

    private func provider(for input: InputFile) throws -> any FormatProvider {
        let provider = try reading.provider(for: input.format, of: input.name)
        // A file that is JSON5 already may contain JSON5's numbers.
        guard var format = provider as? JSONFormat, let content = input.content,
            case let strict = JSONFormat(duplicateKeys: reading.duplicateKeys),
            (try? strict.document(from: content, limits: reading.limits)) == nil
        else { return provider }
        format.writing.insert(.json5)
        return format
    }

    private func edits(of input: InputFile) throws -> [Edit] {
        let capabilities = try reading.provider(for: input.format, of: input.name).capabilities(of: input.format)
        let changes = try paths.enumerated().map { number, path in
            guard !delete else { return Edit(path: path, action: .delete) }
            let text = 2 * number + 1 < pairs.count ? pairs[2 * number + 1] : ""
            let new = NewValue(
                text: text, kind: type, isConfidential: input.format == .cryptoCoding, capabilities: capabilities,
                isText: input.format.hasOnlyText)
            return Edit(path: path, action: insert ? .insert(new) : .set(new), makesParents: parents)
        }
        return changes + remove.map { Edit(path: $0, action: .delete) }
    }

    // MARK: Negative numbers

    private static let flags: Set = ["--insert", "--parents", "--delete", "--lossy", "--quiet", "-q"]

    /// Returns the program's arguments. If new values are negative numbers, the file, the paths and the values are
    /// moved to the end, after `--`. Otherwise a negative number would be parsed as an option.
    static func withNegativeValue(_ arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName, !arguments.contains("--") else { return arguments }
        var (options, others) = (Array(arguments.prefix(1)), [String]())
        var hasNumber = false
        var isOptionsValue = false
        for argument in arguments.dropFirst() {
            // After the file, each second argument is a value.
            let isNumber =
                argument.hasPrefix("-") && Double(argument) != nil && others.count >= 2 && others.count % 2 == 0
            if isOptionsValue || argument.hasPrefix("-") && argument != "-" && !isNumber {
                isOptionsValue =
                    !isOptionsValue && argument.hasPrefix("--") && !argument.contains("=") && !flags.contains(argument)
                options.append(argument)
            } else {
                if isNumber { hasNumber = true }
                others.append(argument)
            }
        }
        return hasNumber ? options + ["--"] + others : arguments
    }
}
