import ArgumentParser
import Foundation
import JSONFormat
import ModelCore

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tells whether files are valid, and where they aren't.",
        discussion: """
            A file that isn't has a line on the standard output: the file, the place, and what is wrong there. The others \
            have none, unless --verbose is given.

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
        do {
            let input = try reading.read(file)
            if let wanted, input.format != wanted.format {
                return (.negative, "\(file): It is \(input.format.displayName), and not \(wanted.format.displayName).")
            }
            return (.success, "\(file): valid \(input.format.displayName)")
        } catch {
            let error = ModelError(wrapping: error)
            let isUnread = [.fileMissing, .fileUnreadable, .passwordMissing].contains(error.code)
            return (isUnread ? .trouble : .negative, "\(file): \(error.withoutFile)")
        }
    }
}

extension ModelError {
    /// The same error, where the file was named already.
    fileprivate var withoutFile: ModelError {
        var copy = self
        copy.file = nil
        return copy
    }
}

/// How far many files are, in the last line of a terminal.
struct ProgressBar {
    let total: Int
    let isOn: Bool
    private var done = 0
    private var last = ContinuousClock.now - .seconds(1)
    private var isShown = false

    init(total: Int, isOn: Bool) {
        self.total = total
        self.isOn = isOn
    }

    /// Counts one more, and shows it ten times a second at most.
    mutating func show(_ name: String) {
        done += 1
        guard isOn, ContinuousClock.now - last >= .milliseconds(100) else { return }
        last = .now
        isShown = true
        let width = 24
        let filled = width * (done - 1) / max(total, 1)
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
        let text = "[\(bar)] \(done)/\(total) \(PrintableText.text(ValueText.shortened(name, 40)))"
        put("\r\u{1B}[K" + text)
    }

    mutating func clear() {
        guard isShown else { return }
        isShown = false
        put("\r\u{1B}[K")
    }

    private func put(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
