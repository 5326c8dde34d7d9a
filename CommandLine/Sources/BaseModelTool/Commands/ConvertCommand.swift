import ArgumentParser
import FormatSupport
import JSONFormat
import ModelCore

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Writes a file anew in another format.",
        discussion: """
            What is written is read back and compared. Where the format has no form of its own for a value, it is \
            put in other terms, which a program that declares the type reads back exactly: that is told. Where \
            something would be lost, such as the class of the root in plain JSON, nothing is written unless --lossy \
            is given. A small keyed archive in the place of a value, such as a null in a property list, counts as a \
            loss: other programs see data. So does a number that is rounded. An archive that becomes an archive keeps \
            all that it has, also what no other format can say. An old version of the same format becomes the present \
            one, which older programs may refuse: that is told, too. The new file takes the old one's place in one step, unless another \
            program has written the old one in the meantime.
            With --into, many files are converted: each goes into the folder, with the extension of the new format. A \
            file in a folder keeps its path from that folder. A file that is there already isn't replaced, unless \
            --overwrite is given. One that can't be converted is told, and the others are converted. In folders, \
            files whose names begin with a dot are omitted, and those that are neither of a format nor have the \
            extension of one. Links to folders aren't followed.

            EXAMPLES
              basemodel convert todo.plist todo.json --to hrCodedJSON
              basemodel convert todo.plist todo.json --to json --lossy
              basemodel convert todo.plist - --to xmlPropertyList | less
              basemodel convert secret.plist plain.plist --to keyedArchive
              basemodel convert *.plist Lists --into converted --to hrCodedJSON

            EXIT STATUS
              0 if all was written, 1 if something would be lost, 2 if there was trouble.
            """)

    @Argument(
        help: """
            The file and the new one; - is the standard input, and the standard output. With --into, all of them are \
            files and folders to convert.
            """, completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("Convert many files, into this folder. It is made if there is none.", valueName: "folder"),
        completion: .directory)
    var into: String?

    @Flag(help: "With --into, replace files that are there already.")
    var overwrite = false

    @Option(
        help: ArgumentHelp(
            "The format: see `basemodel formats`. By default JSON for .json and FastCoding for .fast.",
            valueName: "format"))
    var to: FormatName?

    @Flag(help: "Write it though something is lost, and leave out what the format can't hold at all.")
    var lossy = false

    @Flag(help: "Write JSON in one line.")
    var compact = false

    @Flag(
        name: .shortAndLong,
        help: "Don't tell what was put in other terms, or written anew, nor how many files were converted.")
    var quiet = false

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func validate() throws {
        guard into == nil else { return try validateMany() }
        if overwrite { throw ValidationError("--overwrite is for --into: a single new file replaces the old one.") }
        if files.count == 1 { throw ValidationError("Which new file? Or --into, for a folder.") }
        if files.count > 2 { throw ValidationError("One file becomes one. For several there is --into.") }
        if FolderFiles.isFolder(files[0]) {
            throw ValidationError("\(files[0]) is a folder: --into says where its files go.")
        }
        if to == nil, files[1] != "-", Self.format(ofFile: files[1]) == nil {
            throw ValidationError("Which format? Say --to: \(FormatName.allValueStrings.joined(separator: ", ")).")
        }
        if to == nil, files[1] == "-" { throw ValidationError("The standard output needs --to.") }
    }

    private func validateMany() throws {
        if to == nil { throw ValidationError("--into needs --to.") }
        if files.contains("-") { throw ValidationError("With --into, there is no standard input.") }
        if let into, into.isEmpty || into == "-" { throw ValidationError("--into needs a folder.") }
    }

    func run() throws {
        if let into, let to { return try convertMany(into: into, to: to.format) }
        guard let format = to?.format ?? Self.format(ofFile: files[1]) else { return }
        try conversion(of: files[0], into: files[1], to: format) { Output.complain($0) }.run()
    }

    private func conversion(
        of input: String, into output: String, to format: FileFormat, tell: @escaping (String) -> Void
    ) -> FileConversion {
        FileConversion(
            input: input, output: output, format: format, isLossy: lossy, isCompact: compact, isQuiet: quiet,
            reading: reading, tell: tell)
    }

    private func convertMany(into folder: String, to format: FileFormat) throws {
        let list = FolderFiles(files, into: folder, format: format)
        var progress = ProgressBar(total: list.files.count, isOn: !quiet && Terminal.isTerminal(.error))
        var worst = ExitStatus.success
        var (converted, failed, omitted) = (0, 0, list.omitted)
        func fail(_ status: ExitStatus) {
            failed += 1
            if status.rawValue > worst.rawValue { worst = status }
        }
        for error in list.errors {
            Output.complain(error.description)
            fail(.trouble)
        }
        for file in list.files {
            progress.show(file.input)
            var messages: [String] = []
            do {
                var conversion = conversion(of: file.input, into: file.output, to: format) { messages.append($0) }
                (conversion.mayReplace, conversion.makesFolders) = (overwrite, true)
                try conversion.run()
                converted += 1
            } catch let error as ModelError where error.code == .unknownFormat && file.mayBeOmitted {
                omitted += 1
            } catch let code as ExitCode {
                fail(ExitStatus(rawValue: code.rawValue) ?? .trouble)
            } catch {
                messages.append((error as? Failure)?.message ?? ModelError(wrapping: error).description)
                fail(.trouble)
            }
            if !messages.isEmpty { progress.clear() }
            for message in messages { Output.complain(message) }
        }
        progress.clear()
        if !quiet {
            let parts = [(converted, "converted"), (failed, "failed"), (omitted, "of no format")]
            let shown = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map(\.element)
            try Output.standard.line(shown.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ".")
        }
        if worst != .success { throw worst.code }
    }

    /// Returns the format with the extension of a file's name. Returns nil if no format, or more than one format, has
    /// the extension.
    private static func format(ofFile path: String) -> FileFormat? {
        switch URL(filePath: path).pathExtension.lowercased() {
        case "json": .json
        case "fast": .fastCoding
        default: nil
        }
    }
}
