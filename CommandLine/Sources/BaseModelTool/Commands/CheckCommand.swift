import ArgumentParser
import JSONFormat
import ModelCore

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tells whether files are valid, and where they aren't.",
        discussion: """
            A file that isn't has a line on the standard output: the file, the place, and what is wrong there. The \
            others have none, unless --verbose is given.

            EXAMPLES
              basemodel check *.plist
              find . -name '*.json' -print0 | xargs -0 basemodel check
              basemodel check --is hrCodedJSON todo.json

            EXIT STATUS
              0 if all files are valid, 1 if one isn't, 2 if one couldn't be read.
            """)

    @Argument(help: "The files; - is the standard input.", completion: .file())
    var files: [String]

    @Option(name: .customLong("is"), help: ArgumentHelp("Files of other formats aren't valid.", valueName: "format"))
    var wanted: FormatName?

    @Flag(help: "Take JSON with comments, trailing commas and the like, too.")
    var json5 = false

    @Flag(name: .shortAndLong, help: "Tell about valid files, too.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print nothing: the exit status tells.")
    var quiet = false

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func run() throws {
        if !json5 { FormatRegistry.replace(with: JSONFormat()) }
        var worst = ExitStatus.success
        var progress = ProgressBar(total: files.count, isOn: !quiet && files.count > 1 && Terminal.isTerminal(.error))
        for file in files {
            progress.show(file)
            let (status, line) = check(file)
            if status.rawValue > worst.rawValue { worst = status }
            guard !quiet, status != .success || verbose else { continue }
            progress.clear()
            try Output.standard.line(PrintableText.text(line))
            if progress.isOn { try Output.standard.flush() }
        }
        progress.clear()
        if worst != .success { throw worst.code }
    }

    private func check(_ file: String) -> (ExitStatus, String) {
        let name = ValueText.file(file)
        do {
            let input = try reading.read(file)
            if let wanted, !wanted.includes(input.format) {
                let names = wanted.formats.map(\.displayName).joined(separator: " or ")
                return (.negative, "\(name): It is \(input.format.displayName), and not \(names).")
            }
            return (.success, "\(name): valid \(input.format.displayName)")
        } catch {
            var error = ModelError(wrapping: error)
            if error.reason.contains(".json5)") { error.reason += " Here that is --json5." }
            let isUnread = [.fileMissing, .fileUnreadable, .passwordMissing].contains(error.code)
            return (isUnread ? .trouble : .negative, "\(name): \(error.withoutFile)")
        }
    }
}

extension ModelError {
    /// A copy of the error without the file's name, for a message that names the file already.
    fileprivate var withoutFile: ModelError {
        var copy = self
        copy.file = nil
        return copy
    }
}
